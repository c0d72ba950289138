-- What was said. A record, no projection: no rebuild makes it again. `n` never comes twice.
CREATE TABLE IF NOT EXISTS lobby.lines (
    n bigint PRIMARY KEY,
    at_ms bigint NOT NULL,
    place text COLLATE "C" NOT NULL,
    game text COLLATE "C",
    player text COLLATE "C" NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    command_id text COLLATE "C" NOT NULL,
    CONSTRAINT said_once UNIQUE (player, command_id)
);
CREATE INDEX IF NOT EXISTS lines_in_the_room ON lobby.lines (n DESC) WHERE game IS NULL;
CREATE INDEX IF NOT EXISTS lines_at_tables ON lobby.lines (game, place, n DESC)
    WHERE game IS NOT NULL;
CREATE INDEX IF NOT EXISTS lines_by_age ON lobby.lines (at_ms);

-- Who wants to see nothing of whom; known to the one who blocks alone.
CREATE TABLE IF NOT EXISTS lobby.blocks (
    blocker text COLLATE "C" NOT NULL,
    blocked text COLLATE "C" NOT NULL,
    PRIMARY KEY (blocker, blocked)
);
CREATE INDEX IF NOT EXISTS blocked ON lobby.blocks (blocked);

-- The words of reports, written with their events, which hold none.
CREATE SEQUENCE IF NOT EXISTS lobby.report_numbers;
CREATE TABLE IF NOT EXISTS lobby.reports (
    report bigint PRIMARY KEY,
    at_ms bigint NOT NULL,
    by text COLLATE "C" NOT NULL,
    about text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    quoted bytea,
    closed_by text COLLATE "C",
    closed_at_ms bigint
);
CREATE INDEX IF NOT EXISTS reports_open ON lobby.reports (report DESC) WHERE closed_by IS NULL;
CREATE INDEX IF NOT EXISTS reports_closed ON lobby.reports (report DESC)
    WHERE closed_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS reports_by ON lobby.reports (by, at_ms);
CREATE INDEX IF NOT EXISTS reports_about ON lobby.reports (about);
