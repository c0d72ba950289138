-- One row for each game that runs: what it waits for. A projection; a rebuild makes it again.
CREATE TABLE IF NOT EXISTS clocks.deadlines (
    game text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    position integer NOT NULL,
    pause integer,
    left_ms bigint,
    due_ms bigint
);
