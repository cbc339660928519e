"""Ready-made stages of an open: Vivaldi's rounds, Sistema's, heats, shootout, heads-up bracket, flights.

Decides the table of round-1 counts of RULES 1.3 and VIV-05…09, VIV-16…18, VIV-26; SIS-14.
Units: chips, minutes.

Worked example: 16 players are four tables of four; then two tables of four; then the final.  14 are four
tables of 4, 4, 3 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import Level
from tdapp.rules.rounds import RoundPlan

VIVALDI_STACK = 5000
VIVALDI_CHIP = 100
VIVALDI_MINUTES = 30
VIVALDI_STEPS = 6
VIVALDI_LEFT = 2
VIVALDI_TABLE = 4
FEWEST, MOST = 3, 48
SMALLEST_TABLE, LARGEST_TABLE = 3, 6

# From how many players on a first round has so many tables.
FIRST_TABLES = ((3, 1), (6, 2), (12, 4), (24, 8))
EDGES = {10: 4, 11: 4, 12: 2, 13: 2, 22: 8, 23: 8, 24: 4, 25: 4}


def first_round_tables(players: int) -> tuple[int, tuple[int, ...]]:
    """How many tables Vivaldi's first round has, and what else may be chosen at the edges (RULES 1.3).

    Above 48, where the sheet ends, the tables go on doubling (16 to 96 players, 32 to 192): every later
    round is still made of fours.  Raises ``players_too_few`` (players, least).
    """
    if players < FEWEST:
        raise RuleError("players_too_few", players=players, least=FEWEST)
    tables = max(count for least, count in FIRST_TABLES if players >= least)
    while players > tables * LARGEST_TABLE:
        tables *= 2
    return tables, (EDGES[players],) if players in EDGES else ()


def table_sizes(players: int, tables: int) -> tuple[int, ...]:
    """The tables as even as can be, the larger ones first."""
    least, more = divmod(players, tables)
    return tuple(least + (at < more) for at in range(tables))


def vivaldi(
    players: int, tables: int | None = None, stack: int = VIVALDI_STACK, chip: int = VIVALDI_CHIP
) -> tuple[RoundPlan, ...]:
    """Vivaldi's rounds for so many players, on the sheet's number of tables or another.

    The first round is drawn and antes 1 to 6 chips by half hours, three hours at most (VIV-16, VIV-26);
    then tables of four, seeded, whose ante follows their own outs (VIV-17), until four are left; then the
    final.  Everybody begins every round with ``stack`` (VIV-06); every table plays until two are left
    (VIV-08), who go on.  On one table the first round is the final.  Raises ``players_too_few``,
    ``tables_too_many`` (tables, most): somebody would sit alone.
    """
    proposed, _ = first_round_tables(players)
    count = proposed if tables is None else tables
    if not 1 <= count <= players // 2:
        raise RuleError("tables_too_many", tables=count, most=players // 2)
    first = RoundPlan(
        tables=count,
        table_seats=max(LARGEST_TABLE, -(-players // count)),
        stack=stack,
        levels=vivaldi_levels(chip),
        level_trigger="time",
        ends="table",
        left=VIVALDI_LEFT,
        advance=VIVALDI_LEFT if count > 1 else 0,
        limit_minutes=VIVALDI_MINUTES * VIVALDI_STEPS,
        coupled=False,
    )
    if count == 1:
        return (first,)
    return (first, _vivaldi_later(stack, chip, until=VIVALDI_TABLE), _vivaldi_later(stack, chip, until=0))


def vivaldi_levels(chip: int = VIVALDI_CHIP) -> tuple[Level, ...]:
    """The antes of the first round: one chip more every half hour (VIV-16)."""
    return tuple(
        Level.of_minutes(0, 0, VIVALDI_MINUTES, ante=chip * step) for step in range(1, VIVALDI_STEPS + 1)
    )


def _vivaldi_later(stack: int, chip: int, until: int) -> RoundPlan:
    return RoundPlan(
        seating="seeded",
        tables=0 if until else 1,
        table_seats=VIVALDI_TABLE,
        stack=stack,
        levels=(Level(0, 0, chip),),
        level_trigger="table",
        ends="table",
        left=VIVALDI_LEFT,
        advance=VIVALDI_LEFT if until else 0,
        until=until,
        coupled=False,
    )


def vivaldi_remarks(players: int, tables: int) -> tuple[Remark, ...]:
    """What is odd about so many players on so many first tables.

    Codes: ``beyond_the_sheet`` (players, most) above 48; ``tables_off_the_sheet`` (tables, proposed) for a
    number that RULES 1.3 does not give these players; ``table_plays_nothing`` (players) where a table has two
    already, who go on without a hand.  How many a deck can serve says ``house.remarks``.
    """
    found = []
    proposed, others = first_round_tables(players)
    if players > MOST:
        found.append(Remark("beyond_the_sheet", {"players": players, "most": MOST}))
    if tables not in (proposed, *others):
        found.append(Remark("tables_off_the_sheet", {"tables": tables, "proposed": proposed}))
    if tables > 1 and players // tables < SMALLEST_TABLE:
        found.append(Remark("table_plays_nothing", {"players": players // tables}))
    return tuple(found)


def single() -> tuple[RoundPlan, ...]:
    """One round to the last player, its tables balanced."""
    return (RoundPlan(),)


def sistema(levels: Sequence[Level] = (), stages: int = 3, per_stage: int = 6) -> tuple[RoundPlan, ...]:
    """Three stages of six levels; seats, stacks and clock carry on, the tables are coupled (SIS-14, SIS-17).

    ``levels`` is the whole schedule, empty for the open's own.  The last stage is played to the end.
    """
    if min(stages, per_stage) < 1:
        raise RuleError("round_level_count_missing", number=1)
    carried = RoundPlan(seating="carry", stacks="carry", ends="levels", level_count=per_stage)
    first = RoundPlan(levels=tuple(levels), ends="levels", level_count=per_stage)
    last = RoundPlan(seating="carry", stacks="carry")
    if stages == 1:
        return (RoundPlan(levels=tuple(levels)),)
    return (first, *(carried,) * (stages - 2), last)


def heats(
    tables: int, advance: int, stack: int = 0, levels: Sequence[Level] = (), table_seats: int = 0
) -> tuple[RoundPlan, ...]:
    """So many tables, each playing until ``advance`` are left, who meet with fresh stacks in one final.

    ``levels`` are those of the heats and again of the final, empty for the open's own.
    """
    heat = RoundPlan(
        tables=tables,
        table_seats=table_seats,
        stack=stack,
        levels=tuple(levels),
        ends="table",
        left=advance,
        advance=advance,
        coupled=False,
    )
    final = RoundPlan(seating="seeded", tables=1, stack=stack, levels=tuple(levels))
    return (heat, final)


def shootout(
    advance: int = 1, table_seats: int = 9, stack: int = 0, levels: Sequence[Level] = ()
) -> tuple[RoundPlan, ...]:
    """Every table plays until ``advance`` are left, again and again until one table holds all of them."""
    table = RoundPlan(
        table_seats=table_seats,
        stack=stack,
        levels=tuple(levels),
        ends="table",
        left=advance,
        advance=advance,
        until=table_seats,
        coupled=False,
    )
    again = RoundPlan(**{**vars(table), "seating": "seeded"})
    final = RoundPlan(
        seating="seeded", tables=1, table_seats=table_seats, stack=stack, levels=tuple(levels), coupled=False
    )
    return (RoundPlan(**{**vars(table), "until": 0}), again, final)


def heads_up_bracket(stack: int = 0, levels: Sequence[Level] = ()) -> tuple[RoundPlan, ...]:
    """Two at a table, the winner goes on, byes where the number is no power of two (``brackets``)."""
    first = RoundPlan(
        table_seats=2,
        stack=stack,
        levels=tuple(levels),
        ends="table",
        left=1,
        advance=1,
        coupled=False,
    )
    return (first, RoundPlan(**{**vars(first), "seating": "seeded", "until": 1}))


def flights(count: int, levels: int, schedule: Sequence[Level] = (), stack: int = 0) -> tuple[RoundPlan, ...]:
    """Day 1A, 1B, …: each plays so many levels; who is left of all of them goes on with his stack.

    Raises ``flights_too_few`` (least).
    """
    if count < 2:
        raise RuleError("flights_too_few", least=2)
    flight = RoundPlan(stack=stack, levels=tuple(schedule), ends="levels", level_count=levels, flight=True)
    return (*(flight,) * count, RoundPlan(seating="merge", stacks="carry"))
