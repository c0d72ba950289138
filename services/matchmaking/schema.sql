-- What can be asked of rooms that are not over: written in the transactions of their events.
CREATE SCHEMA IF NOT EXISTS matchmaking;

-- Rooms in which no game has begun yet.
CREATE TABLE IF NOT EXISTS matchmaking.open_rooms (
    room text COLLATE "C" PRIMARY KEY,
    shard smallint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    host text COLLATE "C" NOT NULL,
    host_name text NOT NULL,
    guest text COLLATE "C",
    invited text COLLATE "C",
    is_mail boolean NOT NULL,
    terms text NOT NULL,
    at_ms bigint NOT NULL,
    due_at_ms bigint
);
CREATE UNIQUE INDEX IF NOT EXISTS one_seek ON matchmaking.open_rooms (host) WHERE kind = 'seek';
CREATE INDEX IF NOT EXISTS seeks ON matchmaking.open_rooms (at_ms) WHERE kind = 'seek';
CREATE INDEX IF NOT EXISTS due ON matchmaking.open_rooms (due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_host ON matchmaking.open_rooms (host, at_ms);
CREATE INDEX IF NOT EXISTS by_guest ON matchmaking.open_rooms (guest) WHERE guest IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_invited ON matchmaking.open_rooms (invited)
    WHERE invited IS NOT NULL;

-- Challenges, for the mailboxes of their two; those of more than thirty days ago are deleted.
CREATE TABLE IF NOT EXISTS matchmaking.invitations (
    room text COLLATE "C" PRIMARY KEY,
    shard smallint NOT NULL,
    sender text COLLATE "C" NOT NULL,
    sender_name text NOT NULL,
    recipient text COLLATE "C" NOT NULL,
    terms text NOT NULL,
    at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    reason text COLLATE "C",
    is_mail boolean NOT NULL,
    unread text[] COLLATE "C" NOT NULL,
    is_withheld boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX IF NOT EXISTS one_a_pair ON matchmaking.invitations
    (least(sender, recipient), greatest(sender, recipient)) WHERE state = 'open';
CREATE INDEX IF NOT EXISTS sent ON matchmaking.invitations (sender, at_ms DESC);
CREATE INDEX IF NOT EXISTS got ON matchmaking.invitations (recipient, at_ms DESC);
CREATE INDEX IF NOT EXISTS by_age ON matchmaking.invitations (at_ms);

-- What a quick game's wish has found, so that the same wish again finds the same; for a day.
CREATE TABLE IF NOT EXISTS matchmaking.quick_games (
    player text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    found bytea NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (player, id)
);
CREATE INDEX IF NOT EXISTS quick_by_age ON matchmaking.quick_games (at_ms);
