-- Games that run now: written in the transaction of their first and last event.
CREATE TABLE IF NOT EXISTS games.running (
    stream text PRIMARY KEY,
    shard smallint NOT NULL
);
CREATE INDEX IF NOT EXISTS running_by_shard ON games.running (shard);
