-- Personal data, kept out of the log: a name can be changed or forgotten, an event can't.
CREATE TABLE IF NOT EXISTS accounts.players (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    is_guest boolean NOT NULL DEFAULT true,
    created_at_ms bigint NOT NULL,
    CONSTRAINT players_name UNIQUE (name)
);

-- How often a generated name was given away: the next one gets the next number.
CREATE TABLE IF NOT EXISTS accounts.given_names (
    name text PRIMARY KEY,
    given integer NOT NULL
);

-- Of a token only the SHA-256 is known here.
CREATE TABLE IF NOT EXISTS accounts.sessions (
    token_hash text COLLATE "C" PRIMARY KEY,
    player text COLLATE "C" NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
    created_at_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_by_player ON accounts.sessions (player);
CREATE INDEX IF NOT EXISTS sessions_by_age ON accounts.sessions (last_seen_ms);
