CREATE TABLE tournament (
    id       INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,  -- the header without what may change: a tournament is here once
    began    TEXT NOT NULL,         -- UTC
    game     TEXT NOT NULL,         -- with its options
    form     TEXT NOT NULL,         -- 'round-robin', 'gauntlet', 'knockout', 'swiss'
    rounds   INTEGER NOT NULL,
    seed     TEXT NOT NULL,         -- as text: seeds go beyond SQLite's numbers
    version  TEXT NOT NULL,         -- of the program that played it
    settings TEXT NOT NULL          -- all settings, as JSON
);

CREATE TABLE player (
    id         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,    -- from 1
    name       TEXT NOT NULL,
    agent      TEXT NOT NULL,       -- with its options
    UNIQUE (tournament, number)
);

CREATE TABLE game (
    id           INTEGER PRIMARY KEY,
    tournament   INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL,  -- in the tournament, from 1
    round        INTEGER NOT NULL,
    group_number INTEGER NOT NULL,  -- games of a group differ only in who sits where
    game         TEXT NOT NULL,     -- with its options
    position     TEXT,              -- where it began, if not at the game's own start
    plies        INTEGER NOT NULL,  -- moves, the opening's included
    result       TEXT NOT NULL,     -- '1-0', '0-1', '1/2-1/2'; the payoffs if there are more seats
    reason       TEXT NOT NULL,
    detail       TEXT NOT NULL,
    seconds      REAL NOT NULL,
    UNIQUE (tournament, number)
);

CREATE TABLE seat (
    game         INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat         INTEGER NOT NULL,  -- from 1
    name         TEXT NOT NULL,     -- what the game calls it
    player       INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    seed         TEXT NOT NULL,
    payoff       REAL NOT NULL,
    score        REAL,              -- in games that keep one
    place        INTEGER NOT NULL,  -- 1 is the best; equal payoffs share the better place
    share        REAL NOT NULL,     -- of the first place: 1 won, 0.5 shared by two, 0 not first
    fault        TEXT,              -- the kind, if the seat lost by its own fault
    fault_ply    INTEGER,           -- after how many moves, the opening's included
    fault_detail TEXT,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE move (
    game            INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    ply             INTEGER NOT NULL,  -- from 1, the opening's included
    opening         INTEGER NOT NULL,  -- 1 if nobody was asked for it
    seat            INTEGER,           -- what follows is only there if it was logged
    text            TEXT NOT NULL,
    seconds         REAL,
    nodes           INTEGER,
    depth           INTEGER,
    simulations     INTEGER,
    levels          TEXT,              -- nodes by distance from the root, as JSON
    score           TEXT,              -- '+12', 'win in 7', 'draw', '+0.310'
    score_number    REAL,              -- the same as a number: win in n is 1000000 - n
    best            TEXT,              -- 'win', 'draw' or 'lose': the truth before the move
    best_remoteness INTEGER,
    made            TEXT,              -- and what the move made of it
    made_remoteness INTEGER,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

CREATE INDEX player_by_name ON player (name);
CREATE INDEX seat_by_player ON seat (player);

-- One row for each game, with names in the order of the seats.
CREATE VIEW result AS
SELECT game.tournament, game.number, game.round,
       (SELECT group_concat(name, ' vs ') FROM
           (SELECT player.name AS name FROM seat JOIN player ON player.id = seat.player
            WHERE seat.game = game.id ORDER BY seat.seat)) AS players,
       game.result, game.reason, game.plies, game.seconds, game.id AS game
FROM game;

-- One row for each seat of each game, with names instead of numbers.
CREATE VIEW seating AS
SELECT game.tournament, game.number, player.name AS player, player.agent, seat.seat,
       seat.name AS seat_name, seat.payoff, seat.score, seat.place, seat.share, seat.fault,
       game.reason, game.id AS game
FROM seat JOIN game ON game.id = seat.game JOIN player ON player.id = seat.player;

-- One row for each move that a player was asked for and that was logged.
CREATE VIEW choice AS
SELECT game.tournament, game.number, move.ply, player.name AS player, player.agent, move.seat,
       seat.name AS seat_name, move.text, move.seconds, move.nodes, move.depth, move.simulations,
       move.score, move.score_number, move.best, move.best_remoteness, move.made,
       move.made_remoteness, game.id AS game
FROM move JOIN game ON game.id = move.game
JOIN seat ON seat.game = move.game AND seat.seat = move.seat
JOIN player ON player.id = seat.player;
