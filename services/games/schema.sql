-- Games that run now: written in the transaction of their first and last event.
CREATE TABLE IF NOT EXISTS games.running (
    stream text PRIMARY KEY,
    shard smallint NOT NULL
);
CREATE INDEX IF NOT EXISTS running_by_shard ON games.running (shard);

-- Who plays a game with a clock against a person: nobody plays two. Written likewise.
CREATE TABLE IF NOT EXISTS games.busy (
    player text PRIMARY KEY,
    game text NOT NULL,
    shard smallint NOT NULL
);
CREATE INDEX IF NOT EXISTS busy_by_shard ON games.busy (shard);
