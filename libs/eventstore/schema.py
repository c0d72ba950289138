"""The tables of a service's event store, and the step that creates them."""

import re
from typing import Final

_SERVICE: Final = re.compile(r"[a-z][a-z0-9_]{0,40}")

_DDL: Final = """
CREATE SCHEMA IF NOT EXISTS {service};

CREATE TABLE IF NOT EXISTS {service}.events (
    shard smallint NOT NULL,
    seq bigint NOT NULL,
    stream text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    type text COLLATE "C" NOT NULL,
    schema smallint NOT NULL,
    at_ms bigint NOT NULL,
    actor text COLLATE "C" NOT NULL,
    command_id text COLLATE "C",
    fingerprint bytea,
    correlation text COLLATE "C" NOT NULL,
    public bytea NOT NULL,
    secret bytea,
    -- The key of the writer comes first: a violation of both is reported as this one.
    CONSTRAINT events_shard_seq PRIMARY KEY (shard, seq),
    CONSTRAINT events_stream_version UNIQUE (stream, version)
);

-- What the writer sends: one array of these is cheaper for both sides than an array a column.
-- A type of its own, so that a column added to the table troubles no writer that doesn't know it.
DO $$ BEGIN
    CREATE TYPE {service}.event_row AS (
        shard smallint, seq bigint, stream text, version integer, type text, schema smallint,
        at_ms bigint, actor text, command_id text, fingerprint bytea, correlation text,
        public bytea, secret bytea
    );
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;

CREATE OR REPLACE FUNCTION {service}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'events are facts: they are never changed'; END $$;

CREATE OR REPLACE TRIGGER events_are_facts
    BEFORE UPDATE OR DELETE OR TRUNCATE ON {service}.events
    FOR EACH STATEMENT EXECUTE FUNCTION {service}.refuse_change();

-- For people only; no program reads it.
CREATE OR REPLACE VIEW {service}.readable_events AS
SELECT shard, seq, stream, version, type, schema, to_timestamp(at_ms / 1000.0) AS at, actor,
       command_id, correlation, convert_from(public, 'UTF8')::jsonb AS public,
       convert_from(secret, 'UTF8')::jsonb AS secret
FROM {service}.events;

CREATE TABLE IF NOT EXISTS {service}.shard_heartbeat (
    shard smallint PRIMARY KEY,
    at_ms bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS {service}.relay_cursor (
    shard smallint PRIMARY KEY,
    seq bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS {service}.consumer_cursor (
    consumer text COLLATE "C" NOT NULL,
    service text COLLATE "C" NOT NULL,
    shard smallint NOT NULL,
    seq bigint NOT NULL,
    policy_seq bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (consumer, service, shard)
);

CREATE TABLE IF NOT EXISTS {service}.snapshot (
    stream text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    number integer NOT NULL,
    state bytea NOT NULL
);
"""


def check_service(service: str) -> str:
    """The service's name, which is its schema's; raises `ValueError` if it can't be one."""
    if not _SERVICE.fullmatch(service):
        msg = f"not the name of a service: {service[:60]!r}"
        raise ValueError(msg)
    return service


def schema_sql(service: str) -> str:
    """The tables of a service's event store; running it again changes nothing."""
    return _DDL.format(service=check_service(service))
