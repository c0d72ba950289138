-- The ledger: records, written in the transaction of their events; no rebuild touches them.
-- A purse is wallet:<player>, escrow:<game>, or bank, which owes what it has granted.
CREATE TABLE IF NOT EXISTS ratings.purses (
    purse text COLLATE "C" PRIMARY KEY,
    taler bigint NOT NULL DEFAULT 0,
    is_closed boolean NOT NULL DEFAULT false,
    refilled_on text COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT never_negative CHECK (taler >= 0 OR purse = 'bank')
);
INSERT INTO ratings.purses (purse) VALUES ('bank') ON CONFLICT DO NOTHING;

-- Each row takes from one purse what it gives to another: the sum of all purses is always 0.
CREATE TABLE IF NOT EXISTS ratings.postings (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    cause text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    giver text COLLATE "C" NOT NULL,
    taker text COLLATE "C" NOT NULL,
    taler bigint NOT NULL CHECK (taler > 0),
    game text COLLATE "C",
    at_ms bigint NOT NULL,
    CONSTRAINT once UNIQUE (cause, giver, taker),
    CONSTRAINT two_purses CHECK (giver <> taker)
);
CREATE INDEX IF NOT EXISTS given ON ratings.postings (giver, n DESC);
CREATE INDEX IF NOT EXISTS taken ON ratings.postings (taker, n DESC);

CREATE OR REPLACE FUNCTION ratings.move_taler() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE ratings.purses SET taler = taler - NEW.taler WHERE purse = NEW.giver;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no purse %', NEW.giver; END IF;
    UPDATE ratings.purses SET taler = taler + NEW.taler WHERE purse = NEW.taker;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no purse %', NEW.taker; END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER postings_move_taler
    BEFORE INSERT ON ratings.postings FOR EACH ROW EXECUTE FUNCTION ratings.move_taler();
CREATE OR REPLACE TRIGGER postings_are_facts
    BEFORE UPDATE OR DELETE OR TRUNCATE ON ratings.postings
    FOR EACH STATEMENT EXECUTE FUNCTION ratings.refuse_change();

-- Rated games that are not over, as far as this service knows; a record like the ledger.
CREATE TABLE IF NOT EXISTS ratings.stakes (
    game text COLLATE "C" PRIMARY KEY,
    player0 text COLLATE "C" NOT NULL,
    player1 text COLLATE "C" NOT NULL,
    taler bigint NOT NULL,
    reserved_at_ms bigint NOT NULL,
    is_started boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS staked0 ON ratings.stakes (player0);
CREATE INDEX IF NOT EXISTS staked1 ON ratings.stakes (player1);
CREATE INDEX IF NOT EXISTS unstarted ON ratings.stakes (reserved_at_ms) WHERE NOT is_started;

-- Projections of this service's own log, in its order: a rebuild makes them again.
CREATE TABLE IF NOT EXISTS ratings.standings (
    player text COLLATE "C" PRIMARY KEY,
    points bigint NOT NULL,
    is_gone boolean NOT NULL
);

CREATE TABLE IF NOT EXISTS ratings.elo (
    player text COLLATE "C" NOT NULL,
    family text COLLATE "C" NOT NULL,
    elo integer NOT NULL,
    games integer NOT NULL,
    is_listed boolean NOT NULL,
    PRIMARY KEY (player, family)
);
CREATE INDEX IF NOT EXISTS ranking ON ratings.elo (family, elo DESC, player) WHERE is_listed;

CREATE TABLE IF NOT EXISTS ratings.rated_games (
    game text COLLATE "C" NOT NULL,
    player text COLLATE "C" NOT NULL,
    opponent text COLLATE "C" NOT NULL,
    family text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    score real NOT NULL,
    before integer NOT NULL,
    after integer NOT NULL,
    points_before bigint NOT NULL,
    points_after bigint NOT NULL,
    taler bigint NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX IF NOT EXISTS history ON ratings.rated_games (player, family, seq DESC);
