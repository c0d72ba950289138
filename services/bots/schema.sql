-- One row for each running game in which a computer sits. A projection; a rebuild makes it again.
-- `acts`: it may be the computer's turn; `offer`: the version of a draw offer that waits for it.
CREATE TABLE IF NOT EXISTS bots.games (
    game text COLLATE "C" PRIMARY KEY,
    seat smallint NOT NULL,
    player text COLLATE "C" NOT NULL,
    rules text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    position integer NOT NULL,
    acts boolean NOT NULL,
    offer integer,
    since_ms bigint NOT NULL
);

-- What has been found out about a finished game's turns, as far as it has come. `turns` is JSON.
CREATE TABLE IF NOT EXISTS bots.reviews (
    game text COLLATE "C" NOT NULL,
    seat smallint NOT NULL,
    total integer NOT NULL,
    done integer NOT NULL,
    turns bytea NOT NULL,
    updated_at_ms bigint NOT NULL,
    PRIMARY KEY (game, seat)
);
