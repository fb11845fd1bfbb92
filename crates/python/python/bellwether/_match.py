"""Matches between agents, and their records."""

from __future__ import annotations

import os

from bellwether import _native

# What takes long to import is imported where it is used, `typing` by those who check types only: `import bellwether` is to
# be quick.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any, SupportsIndex, overload

    import pandas
    import polars
    import pyarrow

    from bellwether._native import Agent, Game, _AgentLike
else:

    def overload(method: object) -> object:
        """For those who check types."""
        return method


class Record:
    """The games of a match, one dictionary for each, as they are written in a record."""

    def __init__(self, lines: Sequence[str], header: Mapping[str, Any] | None = None) -> None:
        self._lines = list(lines)
        self.header: dict[str, Any] = dict(header or {})
        """The game, the players and the settings, if the record was read from a file."""

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> dict[str, Any] | list[dict[str, Any]]:
        import json

        if isinstance(index, slice):
            return [json.loads(line) for line in self._lines[index]]
        game: dict[str, Any] = json.loads(self._lines[index])
        return game

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<Record of {len(self)} games>"


class MatchResult:
    """The result of a match: a table of players, and all games."""

    def __init__(self, summary: str, games: Sequence[str], text: str) -> None:
        import json

        self.summary: dict[str, Any] = json.loads(summary)
        """Everything that is known of the match, as `bellwether match --json` prints it."""
        self.games = Record(games)
        """The games, in the order in which they ended."""
        self._text = text

    @property
    def players(self) -> list[dict[str, Any]]:
        """A dictionary for each player, the best first: name, games, points, rating and its margin, and more."""
        players: list[dict[str, Any]] = self.summary["players"]
        return players

    @property
    def duel(self) -> dict[str, Any] | None:
        """The score between two players from the first one's point of view: Elo with its margin, an interval."""
        duel: dict[str, Any] | None = self.summary.get("duel")
        return duel

    @property
    def sprt(self) -> dict[str, Any] | None:
        """The sequential test: its log-likelihood ratio, and the verdict 'H0', 'H1' or 'undecided'."""
        sprt: dict[str, Any] | None = self.summary.get("sprt")
        return sprt

    @property
    def record(self) -> Path | None:
        """Where the record was written, if it was."""
        from pathlib import Path

        path = self.summary["record"]
        return Path(path) if path else None

    def rows(self) -> list[dict[str, Any]]:
        """The table of players with plain values: for data frames."""
        return [
            {
                "name": player["name"],
                "games": player["games"],
                "points": player["points"],
                "rating": player["rating"],
                "margin": player["ratingMargin"],
                "moves": player["moves"],
                "seconds": player["seconds"],
                "nodes": player["nodes"],
                "simulations": player["simulations"],
            }
            for player in self.players
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """The table of players as a data frame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """The table of players as a data frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self.rows())

    def to_arrow(self) -> pyarrow.Table:
        """The table of players as a table of Arrow; pyarrow must be installed."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.rows())

    def svg(self) -> str:
        """The ratings with their margins, as an SVG drawing."""
        return _ratings(self.rows())

    def _repr_html_(self) -> str:
        import html

        head = "".join(f"<th{_RIGHT if name != 'name' else ''}>{name}</th>" for name in ("name", "games", "points", "rating"))
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(row['name'])}</th><td{_RIGHT}>{row['games']}</td>"
            f"<td{_RIGHT}>{row['points']:g}</td><td{_RIGHT}>{_rating(row)}</td></tr>"
            for row in self.rows()
        )
        return f"<table><tr>{head}</tr>{rows}</table>{self._told()}{self.svg()}"

    def _told(self) -> str:
        """What is known of two players, and of a sequential test."""
        import html

        told = []
        if duel := self.duel:
            low, high = duel["wilson"]
            first = html.escape(duel["pointOfView"])
            told.append(f"{first}: score {duel['score']:.1%}, between {low:.1%} and {high:.1%} (95 %)")
        if test := self.sprt:
            told.append(f"sequential test {test['verdict']}, log-likelihood ratio {test['llr']:.2f}")
        return "".join(f"<p>{line}</p>" for line in told)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        names = ", ".join(f"{row['name']} {row['points']:g}" for row in self.rows())
        return f"<MatchResult of {self.summary['games']} games: {names}>"


_RIGHT = " style='text-align:right'"


def _rating(row: Mapping[str, Any]) -> str:
    if row["rating"] is None:
        return "–"
    margin = row["margin"]
    # Not "-0".
    return f"{round(row['rating']) + 0}" + (f" ± {margin:.0f}" if margin is not None else "")


def _ratings(rows: Sequence[Mapping[str, Any]]) -> str:
    """A line for each player: a dot at its rating, a stroke over its margin; and a scale below."""
    import html

    rated = [row for row in rows if row["rating"] is not None]
    if not rated:
        return ""
    ends = [row["rating"] + sign * (row["margin"] or 0) for row in rated for sign in (-1, 1)]
    # Steps of the scale: the smallest round number that needs no more than eight.
    span = max(max(ends) - min(ends), 1.0)
    step = next(size for size in (n * 10**k for k in range(9) for n in (1, 2, 5)) if span / size <= 8)
    low, high = int(min(ends) // step * step), int(-(-max(ends) // step) * step)
    left = 20 + 7 * max(len(row["name"]) for row in rated)
    bottom = 24 * len(rated) + 12

    def place(rating: float) -> float:
        return left + 360 * (rating - low) / max(high - low, 1)

    parts = []
    for tick in range(low, high + 1, step):
        x = place(tick)
        opacity = 0.5 if tick == 0 else 0.15
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{bottom}" stroke="currentColor" stroke-opacity="{opacity}"/>'
            f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle" font-size="10">{tick}</text>'
        )
    for number, row in enumerate(rated):
        y, rating, margin = 20 + 24 * number, row["rating"], row["margin"] or 0
        parts.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end" font-size="12">{html.escape(row["name"])}</text>'
            f'<line x1="{place(rating - margin):.1f}" x2="{place(rating + margin):.1f}" y1="{y}" y2="{y}" '
            f'stroke="#3a8fc7" stroke-width="3" stroke-linecap="round"/>'
            f'<circle cx="{place(rating):.1f}" cy="{y}" r="5" fill="#3a8fc7"/>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 390}" height="{bottom + 22}" role="img" '
        f'font-family="sans-serif" fill="currentColor" aria-label="ratings with 95 % margins">{"".join(parts)}</svg>'
    )


def _entered(agents: Sequence[_AgentLike | tuple[str, _AgentLike]]) -> list[tuple[str, Agent]]:
    """All agents with their names."""
    entered: list[tuple[str, Agent]] = []
    objects: dict[str, object] = {}
    for entry in agents:
        if isinstance(entry, tuple) and (len(entry) != 2 or not isinstance(entry[0], str)):
            raise TypeError("an agent of a match is an agent, or a pair of a name and an agent")
        name, player = entry if isinstance(entry, tuple) else (None, entry)
        made = _native.agent(player, name=name)
        if name is None and not isinstance(player, (str, _native.Agent)):
            # Functions have the same name sooner than texts: '<lambda>'.
            number, free = 1, made.name
            while objects.setdefault(free, player) is not player:
                number += 1
                free = f"{made.name} #{number}"
            made = _native.agent(player, name=free)
        entered.append((made.name, made))
    return entered


def match(
    game: Game | str,
    /,
    *agents: _AgentLike | tuple[str, _AgentLike],
    games: int | None = None,
    rounds: int = 1,
    tournament: str = "round-robin",
    swap: bool = True,
    openings: str | Sequence[str] | None = None,
    opening_plies: int = 4,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    simulations: int | None = None,
    clock: str | None = None,
    margin: float = 0.1,
    max_moves: int | None = None,
    repetition: int = 3,
    table_after: int | None = None,
    draw: str | None = None,
    resign: str | None = None,
    patience: float = 600.0,
    sprt: str | None = None,
    truth: bool = True,
    log: bool = True,
    seed: int = 1,
    concurrency: int | None = None,
    records: str | os.PathLike[str] | None = None,
    tables: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> MatchResult:
    """Lets agents play each other, as the command `bellwether match` does.

    An agent is a text such as 'pvs:time=1', an `Agent`, a function of a state, an object with a method
    `choose(state)`, a class of such objects (made anew for each game), or a pair of a name and one of these.

    `games` are played between the same players in each of the `rounds`: by default one for each seat.
    `clock`, `max_moves`, `table_after`, `draw` and `resign` are `--tc`, `--maxmoves`, `--tb`, `--draw` and `--resign` of
    the command; `margin` are the seconds beyond a time limit that are forgiven.
    `records` is a file for the record, or a folder. `progress` is called after each game with the number of games so
    far and that of all. An exception of an agent of Python ends the match and is raised here. With such agents one game
    is played at a time, unless `concurrency` says otherwise. Ctrl-C ends it, too: `resume_match` goes on from its record.
    """
    entered = _entered(agents)
    _name_cage_helper()
    request = {
        "tournament": tournament,
        "games": games,
        "rounds": rounds,
        "swap": swap,
        "openings": list(openings) if openings is not None and not isinstance(openings, str) else openings,
        "opening_plies": opening_plies,
        "time": time,
        "nodes": nodes,
        "depth": depth,
        "simulations": simulations,
        "clock": clock,
        "margin": margin,
        "max_moves": max_moves,
        "repetition": repetition,
        "table_after": table_after,
        "draw": draw,
        "resign": resign,
        "patience": patience,
        "sprt": sprt,
        "truth": truth,
        "log": log,
        "seed": seed,
        "concurrency": concurrency,
        "records": records,
        "tables": tables,
    }
    return MatchResult(*_native._run_match(game, entered, request, progress))


def resume_match(
    record: str | os.PathLike[str],
    *agents: _AgentLike | tuple[str, _AgentLike],
    changed_bots: bool = False,
    concurrency: int | None = None,
    tables: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> MatchResult:
    """Goes on with a match that was ended before its last game: what is missing is played, and the record completed.

    Game, players and settings are in the record; only agents of Python are given again, under the names that they had.
    The result is that of all games. A bot whose files have changed since is refused, unless `changed_bots`.
    """
    _name_cage_helper()
    return MatchResult(
        *_native._resume_match(record, _entered(agents), changed_bots, concurrency, tables, progress)
    )


def read_record(path: str | os.PathLike[str]) -> Record:
    """The games of a record that a match wrote."""
    import json

    header, games = _native._read_record(path)
    return Record(games, json.loads(header))


def command() -> str | None:
    """Where the command `bellwether` of this package is."""
    import shutil
    import sysconfig

    scripts = sysconfig.get_path("scripts")
    return shutil.which("bellwether", path=scripts) or shutil.which("bellwether")


def _name_cage_helper() -> None:
    """A bot's cage is built by a process of its own: the command that the package brings."""
    program = command()
    if program is not None:
        _native._set_cage_helper(program)
