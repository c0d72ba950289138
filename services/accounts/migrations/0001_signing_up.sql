-- A guest has no skeleton; an account's is what its name looks like, and no other looks like it.
ALTER TABLE players
    ADD COLUMN skeleton text COLLATE "C",
    ADD COLUMN role text NOT NULL DEFAULT 'player',
    ADD CONSTRAINT players_skeleton UNIQUE (skeleton);

ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '';

-- What lets an account in. Of recovery codes only hashes are known; one that was used is gone.
CREATE TABLE credentials (
    player text COLLATE "C" PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    password_hash text NOT NULL,
    recovery_hashes text[] NOT NULL,
    changed_at_ms bigint NOT NULL
);

CREATE TABLE tokens (
    id text COLLATE "C" PRIMARY KEY,
    player text COLLATE "C" NOT NULL REFERENCES players ON DELETE CASCADE,
    name text NOT NULL,
    token_hash text COLLATE "C" NOT NULL,
    created_at_ms bigint NOT NULL,
    last_used_ms bigint,
    CONSTRAINT tokens_hash UNIQUE (token_hash)
);
CREATE INDEX tokens_by_player ON tokens (player);

CREATE TABLE settings (
    player text COLLATE "C" PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    body text NOT NULL
);

-- Places (hashes of addresses) where somebody has signed in: guesses made elsewhere don't make
-- them wait there.
CREATE TABLE known_places (
    player text COLLATE "C" NOT NULL REFERENCES players ON DELETE CASCADE,
    place text COLLATE "C" NOT NULL,
    seen_at_ms bigint NOT NULL,
    PRIMARY KEY (player, place)
);
CREATE INDEX known_places_by_age ON known_places (seen_at_ms);

-- Passwords tried without success, by name and by address (hashes); nobody tries before `until_ms`.
CREATE TABLE attempts (
    key text COLLATE "C" PRIMARY KEY,
    failed integer NOT NULL,
    until_ms bigint NOT NULL,
    last_ms bigint NOT NULL
);
CREATE INDEX attempts_by_age ON attempts (last_ms);
