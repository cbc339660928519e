"""Parts of playing in rounds: laying tables, seating those who go on, ending a table, handing chips in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from tdapp.clock.models import Clock
from tdapp.clock.queries import clock_of, lines_of, schedule_of, state_of
from tdapp.clock.steps import start_clock, stop_clocks, write_levels
from tdapp.floor import draws, played, room
from tdapp.floor.models import Draw, Seat
from tdapp.floor.played import NextRound
from tdapp.floor.table_faces import sat_at
from tdapp.journal.recorder import Change
from tdapp.opens.models import Entry, Open, Out, Round, StackChange, Table, TableResult
from tdapp.opens.queries import Field, field
from tdapp.opens.round_plans import plan_of_round, plan_row, plans_of
from tdapp.opens.steps import count_stack, finish_entry, new_orders, order_before
from tdapp.rules import brackets, clock, rounds, seating
from tdapp.rules.levels import Level, Timed
from tdapp.rules.rounds import RoundPlan
from tdapp.rules.seating import Place, TableSeats


def lay_tables(change: Change, *, open: Open, round: Round, players: int) -> list[Table]:
    """The tables that a drawn round needs for so many players, made where they are missing.

    Called A, B, C where later seats follow from them, the first also where it stood alone until now.
    Those that stand stay, used or not.
    """
    plan = plan_of_round(round) or RoundPlan()
    sizes = played.first_sizes(open, plan, players)
    names = played.table_names(plans_of(open), round.plan_index, len(sizes))
    standing = {t.number: t for t in Table.objects.filter(round=round, closed_at=None, annulled_at=None)}
    seats = max([played.seats_of(open, plan), *sizes])
    found = []
    for number, name in enumerate(names, start=1):
        table = standing.get(number)
        if table is None:
            table = change.create(Table, round=round, number=number, name=name, seats=seats)
        elif name and not table.name:
            change.update(table, name=name)
        found.append(table)
    return found


def is_bracket(plan: RoundPlan | None) -> bool:
    """Whether the stage is played by two at a table, where somebody may have a bye."""
    return plan is not None and plan.table_seats == 2 and plan.ends == "table"


def draw_pairs(change: Change, *, round: Round, entries: Sequence[int], seed: str) -> draws.Pairs:
    """Seat the first round of a heads-up bracket; who has a bye gets a table to himself."""
    groups = brackets.first_pairs(list(entries), seed)
    for table in Table.objects.filter(round=round, closed_at=None, annulled_at=None):
        change.update(table, closed_at=change.now)
    numbers = _numbers(round, len(groups))
    tables = change.create_all(Table, [{"round": round, "number": number, "seats": 2} for number in numbers])
    return tuple(
        pair
        for table, group in zip(tables, groups, strict=True)
        for pair in seat_group(change, round=round, table=table, group=group, seed=seed)
    )


def stack_of(open: Open, round: Round) -> int:
    """The fresh stack of a round, in chip units."""
    plan = plan_of_round(round)
    return plan.stack or open.starting_stack if plan is not None else open.starting_stack


def first_chips(open: Open, round: Round, entries: Collection[int]) -> dict[int, int]:
    """The chips with which each of these entries begins: the round's stack, and what the buy-in of an early
    bird or a late entry brings more or less than the usual one."""
    chips = stack_of(open, round)
    variants = Entry.objects.filter(pk__in=entries, buy_in__isnull=False).values_list("pk", "buy_in__chips")
    return dict.fromkeys(entries, chips) | {
        entry: chips + brought - open.starting_stack for entry, brought in variants
    }


def _numbers(round: Round, count: int) -> range:
    """Numbers for so many new tables: a closed one keeps its own."""
    taken = Table.objects.filter(round=round, annulled_at=None).values_list("number", flat=True)
    last = max(taken, default=0)
    return range(last + 1, last + 1 + count)


def seat_group(
    change: Change,
    *,
    round: Round,
    table: Table,
    group: Sequence[int],
    seed: str,
    kept: Mapping[int, Place] | None = None,
) -> draws.Pairs:
    """Seat these entries at one table, which seat by lot; the draw is kept so that anyone can check it.

    Who has a ``kept`` (table number, seat) at this one gets it.
    """
    at = [TableSeats[int](table.number, max(table.seats, len(group)), blocked=table.blocked)]
    own_seed, free = f"{seed} {table.number}", set(seating.free_places(at))
    here = {entry: place for entry, place in (kept or {}).items() if entry in group and place in free}
    drawn = seating.draw(list(group), at, own_seed, kept=here)
    change.create_all(
        Seat,
        [
            {"table": table, "number": number, "entry_id": entry, "from_at": change.now}
            for entry, (_, number) in drawn
        ],
    )
    change.create(
        Draw,
        round=round,
        purpose="round",
        seed=own_seed,
        items=draws.items_of(list(group), at, here, ()),
        result=[[entry, *place] for entry, place in drawn],
        at=change.now,
    )
    return drawn


# -- the beginning of a round ---------------------------------------------------------------------------


def begin_first(change: Change, *, round: Round, at: datetime) -> None:
    """Play has begun: tables where somebody sits begin; where tables end by themselves, empty ones are put
    away and byes are over at once."""
    tables = list(Table.objects.filter(round=round, closed_at=None, annulled_at=None).order_by("number"))
    sat, plan = sat_at(tables), plan_of_round(round)
    by_table = plan is not None and plan.ends == "table"
    byes = []
    for table in tables:
        there = sat.get(table.pk, [])
        if there:
            change.update(table, started_at=at)
        elif by_table:
            change.update(table, closed_at=change.now)
        if len(there) == 1 and is_bracket(plan):
            byes.append((table, there[0]))
    change.update(round, started_at=at)
    pass_by(change, round=round, byes=byes)


def pass_by(change: Change, *, round: Round, byes: Sequence[tuple[Table, int]]) -> None:
    """Byes, each a table and who sits there: nobody to play against, so the table is over and he goes on.

    His chips go back; where stacks are carried on he keeps them: alone on his day, he bags what he was given
    (T-2.1).
    """
    if not byes:
        return
    open = Open.objects.get(pk=round.open_id)
    everyone = field(open)
    coming = played.following(played.played(open), round, everyone)
    back = played.hands_in(plan_of_round(round) or RoundPlan(), coming)
    for table, entry in byes:
        lines = everyone.ledgers.get(entry, ())
        chips = lines[-1].chips if lines and not back else None
        change.create(TableResult, table=table, entry_id=entry, place=1, chips=chips, through=True)
        change.update(table, finished_at=change.now)
    end_seats(change, tables=[table.pk for table, _ in byes])
    if back:
        hand_in(change, entries=[entry for _, entry in byes if entry in everyone.ledgers])


def open_round(change: Change, *, open: Open, coming: NextRound) -> Round:
    """The row of the next round with its plan and levels (``RoundPlan.levels``)."""
    before = Round.objects.filter(open=open, annulled_at=None).order_by("-number")[0]
    plan = coming.plan
    round = change.create(
        Round,
        open=open,
        number=coming.number,
        plan=plan_row(plan),
        plan_index=coming.index,
        started_at=change.now,
    )
    write_levels(change, round=round, levels=_levels_for(open, plan, before))
    return round


def _levels_for(open: Open, plan: RoundPlan, before: Round) -> tuple[Level, ...]:
    """Its own, else those of the round before: of the open, where that one had its own too."""
    if plan.levels:
        return plan.levels
    return lines_of(before)


def start_round_clock(change: Change, *, open: Open, round: Round, before: Round) -> Clock:
    """Start the clock of a round: at its first level, or after what was played where stacks are carried."""
    plan, old = plan_of_round(round) or RoundPlan(), clock_of(before)
    schedule = schedule_of(open, round)
    index = 0
    if plan.stacks == "carry" and not plan.levels and old is not None and isinstance(schedule, Timed):
        plans = plans_of(open)
        stage = played.stretches(plans, before.plan_index)[-1]
        last = rounds.stage_levels(plans, stage)[1] if stage < len(plans) else None
        index = _level_after(last, schedule, old, change.now)
    return start_clock(change, round=round, index=index)


def _level_after(last: int | None, schedule: Timed, old: Clock, now: datetime) -> int:
    """The line with which a schedule goes on: behind the last playing level of a stage that had so many (a
    break between is passed over), else the one that was being played."""
    if last is not None and last < schedule.count:
        return schedule.index_of(last + 1)
    return clock.position(state_of(old, 0), schedule, now).index


def make_tables(
    change: Change,
    *,
    round: Round,
    coming: NextRound,
    groups: Sequence[Sequence[int]],
    seed: str,
) -> list[Table]:
    """The round's tables with those who play at them; the seats at each by lot."""
    names = list(coming.names) if len(coming.names) == sum(len(group) > 1 for group in groups) else []
    seats = max([coming.table_seats, *map(len, groups)])
    kept = room.reserved(room.kept_seats(round.open))
    tables = []
    for number, group in enumerate(groups, start=1):
        name = names.pop(0) if names and len(group) > 1 else ""
        table = change.create(
            Table, round=round, number=number, name=name, seats=seats, started_at=change.now
        )
        seat_group(change, round=round, table=table, group=group, seed=seed, kept=kept)
        tables.append(table)
    return tables


def give_round_stacks(change: Change, *, open: Open, round: Round, entries: Collection[int]) -> None:
    """A fresh stack for everybody who plays the round; the very first chips of an entry are a start."""
    chips, first = stack_of(open, round), first_chips(open, round, entries)
    had = set(StackChange.objects.filter(entry__in=entries).values_list("entry", flat=True))
    told = {"at": change.now, "order": change.entry.pk}
    change.create_all(
        StackChange,
        [
            {"entry_id": entry, "source": "round", "counted": chips, **told}
            if entry in had
            else {"entry_id": entry, "source": "start", "delta": first[entry], **told}
            for entry in entries
        ],
    )


def count_bags(change: Change, *, everyone: Field, entries: Collection[int]) -> None:
    """Who was counted when his table ended has exactly that now: his bag was not opened since, however long
    ago that was and whatever others played meanwhile (T-2.1)."""
    bags = TableResult.objects.filter(
        entry__in=entries,
        chips__isnull=False,
        through=True,
        table__annulled_at=None,
        table__round__annulled_at=None,
    )
    counted = set(bags.values_list("entry", flat=True))
    rows = Entry.objects.in_bulk([entry for entry in entries if entry in counted])
    for key, entry in rows.items():
        count_stack(change, entry=entry, chips=everyone.ledgers[key][-1].chips)


# -- the end of a table ---------------------------------------------------------------------------------


def end_seats(change: Change, *, tables: Collection[int]) -> None:
    """Everybody stands up from these tables (ids)."""
    change.update_all(
        list(Seat.objects.filter(table__in=tables, ended_at=None).order_by("pk")), ended_at=change.now
    )


def hand_in(change: Change, *, entries: Iterable[int]) -> None:
    """The chips of a table go back: 0 for everybody who sat there, in or out."""
    change.create_all(
        StackChange,
        [
            {"entry_id": entry, "source": "back", "counted": 0, "at": change.now, "order": change.entry.pk}
            for entry in entries
        ],
    )


def write_results(
    change: Change,
    *,
    table: Table,
    groups: Sequence[Sequence[int]],
    counts: Mapping[int, int],
    left: Collection[int],
    through: int,
) -> tuple[int, ...]:
    """The result of a table, ``groups`` best first; returns those who go on, best first.

    They are the best ``through`` as far as they are still in (``left``): the place of a disqualified player
    stays empty.
    """
    on, place = [], 1
    for group in groups:
        for entry in group:
            goes_on = place <= through and entry in left
            on += [entry] if goes_on else []
            change.create(
                TableResult,
                table=table,
                entry_id=entry,
                place=place,
                chips=counts.get(entry),
                through=goes_on,
            )
        place += len(group)
    return tuple(on)


def stay_out(
    change: Change,
    *,
    table: Table,
    groups: Sequence[Sequence[int]],
    counts: Mapping[int, int],
    level: int | None,
) -> list[Out]:
    """Those who were counted and do not go on are out, the lowest first; ``groups`` are best first."""
    entries = Entry.objects.select_related("open").in_bulk([entry for group in groups for entry in group])
    lowest_first = [[entries[entry] for entry in group] for group in reversed(groups)]
    orders = out_orders(change, table=table, groups=lowest_first)
    return [
        finish_entry(
            change,
            entry=entry,
            order=orders[entry.pk],
            hand=change.entry.pk,
            level=level,
            stack_before=counts.get(entry.pk),
        )
        for group in lowest_first
        for entry in group
    ]


def out_orders(change: Change, *, table: Table, groups: Sequence[Sequence[Entry]]) -> dict[int, int]:
    """Orders behind every earlier out, but for those who stand above whatever happens at this table."""
    first = first_order(change, table=table, groups=len(groups))
    if first is None:
        return new_orders(change, groups)
    return {entry.pk: first + place for place, group in enumerate(groups) for entry in group}


def first_order(change: Change, *, table: Table, groups: int) -> int | None:
    """The first of the orders for so many groups who go out at a table now; None: behind every earlier out.

    Who went on from a table of the round, or played a later one, stands above all who go out in it, though
    he be out before them: put out while he waited for the next round, or before a table was played again
    (VIV-32).  Who is disqualified stands where the ruling found him (RULES 4.1.5).
    """
    later = first_further(table)
    if later is None:
        return None
    return order_before(change, open=table.round.open, out=later, groups=groups)


def first_further(table: Table) -> Out | None:
    """The earliest out of a player who had got further than those who go out at this table now; they stand
    just below him."""
    plan = plan_of_round(table.round)
    if plan is None:
        return None
    standing = {"table__annulled_at": None, "table__round__annulled_at": None}
    number, open = table.round.number, table.round.open_id
    went_on = TableResult.objects.filter(table__round__open=open, through=True, **standing)
    if not plan.flight:
        went_on = went_on.filter(table__round__number__gte=number)
    further = set(went_on.values_list("entry", flat=True))
    if table.replay_of_id is not None:
        later = Seat.objects.filter(table__round__open=open, table__round__number__gt=number, **standing)
        further |= set(later.values_list("entry", flat=True))
    outs = Out.objects.filter(entry__in=further, entry__voided=False, disqualified=False)
    return outs.select_related("entry").order_by("order", "pk").first()


def stop_table_clock(change: Change, *, table: Table) -> None:
    """Let the clock of its own stand still, where the table has one."""
    stop_clocks(change, rows=Clock.objects.filter(table=table).select_related("round__open"))


def finish_round(change: Change, *, round: Round) -> None:
    """The round is over: its clocks stand still."""
    if round.finished_at is None:
        change.update(round, finished_at=change.now)
    rows = Clock.objects.filter(round=round).select_related("round__open")
    stop_clocks(change, rows=rows)
