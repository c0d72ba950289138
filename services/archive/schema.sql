-- One row for each game: a projection; a rebuild makes it again. `terms` and `seats` are JSON.
-- `record` is the finished game whole (JSON), fetched from its owner after the end. `is_public`: it
-- was begun in the waiting room, so others may find it; their index is made by a migration.
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
    record bytea,
    is_public boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS running0 ON archive.games (player0) WHERE ended_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS running1 ON archive.games (player1) WHERE ended_at_ms IS NULL;
CREATE INDEX IF NOT EXISTS unrecorded ON archive.games (ended_at_ms)
    WHERE ended_at_ms IS NOT NULL AND record IS NULL;
CREATE INDEX IF NOT EXISTS ended ON archive.games (ended_at_ms) WHERE ended_at_ms IS NOT NULL;

-- One row for each person in each finished game, written with its end: what lists are filtered by
-- and figures are counted from. Each index ends in the order of pages, so that a filtered page is
-- read off one of them and nothing is sorted. `result` is NULL where one person had both seats.
CREATE TABLE IF NOT EXISTS archive.played (
    player text COLLATE "C" NOT NULL,
    ended_at_ms bigint NOT NULL,
    game text COLLATE "C" NOT NULL,
    seat smallint NOT NULL,
    rules text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    opponent text COLLATE "C" NOT NULL,
    result text COLLATE "C",
    plies integer NOT NULL,
    lasted_ms bigint NOT NULL,
    is_public boolean NOT NULL DEFAULT false,
    PRIMARY KEY (player, ended_at_ms, game)
);
CREATE INDEX IF NOT EXISTS played_by_rules ON archive.played (player, rules, ended_at_ms, game);
CREATE INDEX IF NOT EXISTS played_by_kind ON archive.played (player, kind, ended_at_ms, game);
CREATE INDEX IF NOT EXISTS played_by_opponent
    ON archive.played (player, opponent, ended_at_ms, game);
CREATE INDEX IF NOT EXISTS played_by_result ON archive.played (player, result, ended_at_ms, game);
