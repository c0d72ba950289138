-- One row for each game: a projection; a rebuild makes it again. `terms` and `seats` are JSON.
-- `record` is the finished game whole (JSON), fetched from its owner after the end.
CREATE TABLE IF NOT EXISTS archive.games (
    game text COLLATE "C" PRIMARY KEY,
    player0 text COLLATE "C" NOT NULL,
    player1 text COLLATE "C" NOT NULL,
    room text COLLATE "C",
    terms bytea NOT NULL,
    seats bytea NOT NULL,
    started_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    winner smallint,
    reason text,
    plies integer,
    record bytea
);
CREATE INDEX IF NOT EXISTS running0 ON archive.games (player0) WHERE ended_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS running1 ON archive.games (player1) WHERE ended_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS finished0 ON archive.games (player0, ended_at_ms DESC, game DESC)
    WHERE ended_at_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS finished1 ON archive.games (player1, ended_at_ms DESC, game DESC)
    WHERE ended_at_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS unrecorded ON archive.games (ended_at_ms)
    WHERE ended_at_ms IS NOT NULL AND record IS NULL;
CREATE INDEX IF NOT EXISTS ended ON archive.games (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
