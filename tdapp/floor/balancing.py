"""Which tables are out of balance, which one breaks, which one waits: the proposal and its reasons.

Nothing here changes anything (``rearranging`` does).  A button is known where somebody set it or entered a
hand a moment ago; most hands are never entered, so an older one has moved on unseen.  Where it is unknown the
rule is said in words, to be applied at the table, and the lot falls among those moved least so far.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Count, Max

from tdapp.clock.queries import clock_face, current_round, entry_closes
from tdapp.floor.models import Move as MoveRow
from tdapp.floor.models import Seat
from tdapp.floor.queries import last_button, tables_of, waiting_at
from tdapp.floor.room import apart_pairs, kept_seats, reserved
from tdapp.journal.models import RowChange
from tdapp.journal.undo import BACK_AND_FORTH
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Round, Table
from tdapp.opens.queries import Entrant, Field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules import balancing, breaking
from tdapp.rules.balancing import Move, Policy, policy_of
from tdapp.rules.button import Button, button_seen
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.seating import TableSeats

MANY_TABLES = 24
"""Beyond these a page lists only the tables that need something."""
LAST_MOVES = 12
"""So many players are told as moved last, where the last act moved fewer."""
BUTTON_KNOWN_FOR = timedelta(minutes=3)
"""How long a button is known after it was set: about a hand."""


@dataclass(frozen=True)
class Layout:
    """The tables of the round that is played, as the rules see them.

    ``seats`` are (table id, seat) by entry; ``kept`` are entries that are not moved; ``written`` is when the
    button of a table, by its id, was last written down; ``dealt`` the seats dealt in by table id.
    """

    round: Round
    rows: tuple[Table, ...]
    seats: Mapping[int, tuple[int, int]]
    tables: tuple[TableSeats[int], ...]
    kept: frozenset[int]
    written: Mapping[int, datetime]
    dealt: Mapping[int, tuple[int, ...]]

    @cached_property
    def by_id(self) -> dict[int, Table]:
        return {row.pk: row for row in self.rows}

    @cached_property
    def by_number(self) -> dict[int, Table]:
        return {row.number: row for row in self.rows}

    @cached_property
    def numbered(self) -> dict[int, TableSeats[int]]:
        return {table.number: table for table in self.tables}

    def sitting(self, table: int) -> tuple[int, ...]:
        """The seats taken at the table with that id, in order."""
        return tuple(sorted(self.numbered[self.by_id[table].number].seats))


def layout_of(
    open: Open, everyone: Field, *, now: datetime, buttons: Mapping[int, int] | None = None
) -> Layout:
    """The tables still played at, in five queries; ``buttons`` (table id: seat, 0 for unknown) are what
    the director says just now."""
    round = current_round(open)
    rows = tuple(table for table in tables_of(round) if table.finished_at is None)
    by_table: dict[int, dict[int, int]] = {row.pk: {} for row in rows}
    waiting: set[tuple[int, int]] = set()
    seats: dict[int, tuple[int, int]] = {}
    sitting_now = Seat.objects.filter(table__in=by_table, ended_at=None).order_by("table", "number")
    for table, number, entry, waits in sitting_now.values_list("table", "number", "entry", "waits"):
        by_table[table][number], seats[entry] = entry, (table, number)
        if waits:
            waiting.add((table, number))
    kept = kept_seats(open)
    held = {place: entry for entry, place in reserved(kept).items()}
    house, said = house_of(open), buttons or {}
    written = _buttons_written(rows)
    known = {row for row, at in written.items() if now - at <= BUTTON_KNOWN_FOR}
    staying = frozenset(one.entry_id for one in kept)
    dealt = {
        key: tuple(seat for seat in sorted(here) if (key, seat) not in waiting)
        for key, here in by_table.items()
    }
    tables = []
    for row in rows:
        sitting = by_table[row.pk]
        not_here = (seat for number, seat in held if number == row.number and seat not in sitting)
        tables.append(
            TableSeats(
                row.number,
                row.seats,
                sitting,
                _button(row, dealt[row.pk], house, said.get(row.pk), row.pk in known),
                frozenset({*row.blocked, *not_here}),
                staying & set(sitting.values()),
                row.break_order,
            )
        )
    return Layout(round, rows, seats, tuple(tables), staying, written, dealt)


def _buttons_written(rows: tuple[Table, ...]) -> dict[int, datetime]:
    """When the button of each table, by its id, was last written down; what was taken back says nothing."""
    changes = RowChange.objects.filter(
        model="opens.table",
        row__in=[row.pk for row in rows],
        field__in=("button", "small_blind", "big_blind"),
        entry__undone=False,
    ).exclude(entry__kind__in=BACK_AND_FORTH)
    return dict(changes.values("row").annotate(at=Max("entry__at")).values_list("row", "at"))


def _button(
    row: Table, dealt: tuple[int, ...], house: HouseRules, said: int | None, fresh: bool
) -> Button | None:
    if said is not None and not (fresh and said == row.button):
        return button_said(row, dealt, house, said) if said else None
    return last_button(row) if fresh and len(dealt) > 1 else None


def button_said(row: Table, dealt: Collection[int], house: HouseRules, seat: int) -> Button | None:
    """Button and blinds where the button lies at ``seat``, empty or not (RULES 2.4); None where it cannot."""
    if not 0 < seat <= row.seats:
        return None
    rule, way, two = house.button_rule, house.direction, house.heads_up_button
    try:
        return button_seen(dealt, seat, rule=rule, direction=way, heads_up_button=two)
    except RuleError:
        return None


def moves_so_far(open: Open) -> dict[int, int]:
    """How often each entry was sent to another seat; corrections count for nobody."""
    counted = MoveRow.objects.filter(entry__open=open).exclude(why="correction")
    return dict(counted.values_list("entry").annotate(times=Count("pk")))


@dataclass(frozen=True)
class TableNow:
    """One table of a proposal: who sits where, the free seats, and the seat of the button where it is known.

    ``short`` is how many fewer than the fullest; ``halts`` why it stops dealing (``Halt.reason``, "" where
    it plays on); ``breaks`` whether its players go now; ``kept`` are entries that stay.  ``button_before`` is
    the seat of a button that nobody knows any more and since when that was so: it has moved on unseen.
    """

    id: int
    number: int
    label: str
    size: int
    sitting: tuple[tuple[int, Entrant], ...]
    free: tuple[int, ...]
    button: int | None
    short: int
    halts: str
    breaks: bool
    kept: frozenset[int]
    button_before: tuple[int, datetime] | None = None

    @property
    def players(self) -> int:
        return len(self.sitting)


@dataclass(frozen=True)
class Step:
    """One move of a proposal; ``key`` names it in a form, ``times`` is how often the player was moved before.

    ``move`` says why he and why there; where the button is unknown the lot has named player and seat, and
    ``in_words`` says that the rule is to be applied at the table instead.
    """

    key: str
    entrant: Entrant
    before: TableNow
    after: TableNow
    move: Move[int]
    times: int
    in_words: bool
    passed_over: tuple[Entrant, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """What the tables need: moves, or a table that breaks, or the final table; and which tables wait.

    ``order`` is that in which the tables would break; ``gap`` the difference allowed now; ``final`` the
    table to which everybody should come; ``times`` how often each entry was moved; ``who`` moves in this
    house (``Policy.who``); ``exchanges`` whether players change tables in this round at all.
    """

    tables: tuple[TableNow, ...]
    steps: tuple[Step, ...]
    breaks: tuple[TableNow, ...]
    halts: tuple[TableNow, ...]
    final: TableNow | None
    order: tuple[TableNow, ...]
    gap: int
    seed: str
    times: Mapping[int, int]
    who: str
    exchanges: bool = True

    @property
    def players(self) -> int:
        return sum(table.players for table in self.tables)

    @property
    def fullest(self) -> int:
        return max((table.players for table in self.tables), default=0)

    @property
    def due(self) -> bool:
        """Whether anything should be done."""
        return bool(self.steps or self.breaks or self.final)

    @property
    def shown(self) -> tuple[TableNow, ...]:
        """The tables a page lists: all, or of very many those about which something is to be said."""
        if len(self.tables) <= MANY_TABLES:
            return self.tables
        return tuple(one for one in self.tables if one.short > self.gap or one.breaks or one.halts)

    @property
    def concerned(self) -> tuple[TableNow, ...]:
        """The tables whose button decides something."""
        numbers = {table.number for step in self.steps for table in (step.before, step.after)}
        numbers |= {table.number for table in self.halts}
        return tuple(table for table in self.tables if table.number in numbers)


def proposal(
    open: Open, everyone: Field, *, now: datetime, seed: str, buttons: Mapping[int, int] | None = None
) -> Proposal:
    """What should be done at the tables now, with its reasons; a number of queries that never grows.

    ``buttons`` (seat by table id, 0 for unknown) are what the director says just now; ``seed`` is that of
    the lots.
    """
    house = house_of(open)
    policy = policy_of(house)
    layout = layout_of(open, everyone, now=now, buttons=buttons)
    used = [table for table in layout.tables if table.seats]
    times = moves_so_far(open)
    coupled = exchanges(layout.round)
    playing = everyone.started and not everyone.finished
    wanted = playing and len(used) > 1 and coupled and house.seat_changes == "balance"
    policy = _with_room(open, everyone, now, used, policy) if wanted else policy
    halts = {halt.table: halt.reason for halt in balancing.halted(used, policy)} if wanted else {}
    final = breaking.final_table(used, policy) if wanted else None
    broken = breaking.breaking(used, policy) if wanted and final is None else ()
    moves: tuple[Move[int], ...] = ()
    if wanted and final is None and not broken:
        moves = balancing.propose(
            used,
            policy,
            seed,
            moved=times,
            apart=apart_pairs(open),
            vacated=_vacated(layout, everyone) if policy.who == "same_position" else {},
            after=_last_giver(layout) if policy.source == "next_number" else 0,
        )
    going = {table.number for table in broken}
    fullest = max((len(table.seats) for table in used), default=0)
    views = {t.number: _table_now(layout, t, everyone, fullest, halts, t.number in going) for t in used}
    steps = [_step(n, move, views, everyone, times, policy) for n, move in enumerate(moves)]
    return Proposal(
        tables=tuple(views.values()),
        steps=tuple(steps),
        breaks=tuple(views[table.number] for table in broken),
        halts=tuple(view for view in views.values() if view.halts and not view.breaks and final is None),
        final=views[final.number] if final is not None else None,
        order=tuple(views[table.number] for table in breaking.break_list(used)),
        gap=policy.gap(len(used)),
        seed=seed,
        times=times,
        who=policy.who,
        exchanges=coupled,
    )


def _with_room(
    open: Open, everyone: Field, now: datetime, used: list[TableSeats[int]], policy: Policy
) -> Policy:
    """The same while nothing would break anyhow, or late entry is over; until then no table breaks, nor do
    the last two become one, where a late player would find no seat, unless somebody sits alone."""
    final = breaking.final_table(used, policy)
    if final is None and not breaking.breaking(used, policy):
        return policy
    closing = entry_closes(clock_face(open, now, everyone))
    if closing is None or closing.over:
        return policy
    full = final is not None and sum(len(table.seats) for table in used) >= final.capacity
    spare = max(1, policy.spare_seats)
    return replace(policy, spare_seats=spare, break_tables=policy.break_tables and not full)


def exchanges(round: Round) -> bool:
    """Whether tables of this round exchange players (SIS-17); heats and Vivaldi's play by themselves, each
    to its own end (VIV-05, VIV-32)."""
    plan = plan_of_round(round)
    return plan is None or plan.exchanges


def _vacated(layout: Layout, everyone: Field) -> dict[int, int]:
    """Table number → the seat of who went out there last."""
    left = Seat.objects.filter(table__in=layout.rows, entry__in=everyone.out_ids, ended_at__isnull=False)
    return dict(left.order_by("ended_at", "pk").values_list("table__number", "number"))


def _last_giver(layout: Layout) -> int:
    """The number of the table that gave a player last, 0 where none did."""
    last = MoveRow.objects.filter(before__table__round=layout.round, why="balance").order_by("-pk")
    return last.values_list("before__table__number", flat=True).first() or 0


def _table_now(
    layout: Layout,
    table: TableSeats[int],
    everyone: Field,
    fullest: int,
    halts: Mapping[int, str],
    breaks: bool,
) -> TableNow:
    row = layout.by_number[table.number]
    here = [(seat, everyone.by_id[entry]) for seat, entry in sorted(table.seats.items())]
    old = row.button if table.button is None else None
    written = layout.written.get(row.pk)
    return TableNow(
        id=row.pk,
        number=row.number,
        label=row.label,
        size=row.seats,
        sitting=tuple(here),
        free=table.free,
        button=table.button.button if table.button else None,
        short=fullest - len(table.seats),
        halts=halts.get(table.number, ""),
        breaks=breaks,
        kept=frozenset(table.kept),
        button_before=(old, written) if old is not None and written is not None else None,
    )


def _step(
    n: int,
    move: Move[int],
    views: Mapping[int, TableNow],
    everyone: Field,
    times: Mapping[int, int],
    policy: Policy,
) -> Step:
    player = move.player
    assert player is not None, "this policy leaves nothing open"
    unknown = move.reason in ("fewest_moves", "lot") and policy.who != "lot"
    return Step(
        key=str(n),
        entrant=everyone.by_id[player],
        before=views[move.from_table],
        after=views[move.to_table],
        move=move,
        times=times.get(player, 0),
        in_words=unknown or (move.seat_reason == "lot" and policy.seat == "worst"),
        passed_over=tuple(everyone.by_id[one] for one in move.passed_over),
    )


def remarks(found: Proposal) -> tuple[Remark, ...]:
    """What the night's page says of it; offered, never done unasked.

    Codes: ``final_table`` (players), ``table_breaks`` (tables, players, left: tables that stay),
    ``balance`` (table, other, gap, moves; entry, seat, reason of the first; in_words; who: the house's),
    ``table_halts`` (table, short, reason).
    """
    said: list[Remark] = []
    if found.final is not None:
        said.append(Remark("final_table", {"players": found.players}))
    elif found.breaks:
        going = tuple(table.number for table in found.breaks)
        left = len(found.tables) - len(going)
        said.append(Remark("table_breaks", {"tables": going, "players": found.players, "left": left}))
    elif found.steps:
        first = found.steps[0]
        said.append(
            Remark(
                "balance",
                {
                    "table": first.after.number,
                    "other": first.before.number,
                    "gap": first.before.players - first.after.players,
                    "moves": len(found.steps),
                    "entry": first.entrant.id,
                    "seat": first.move.to_seat,
                    "reason": first.move.reason,
                    "in_words": first.in_words,
                    "who": found.who,
                },
            )
        )
    said += [
        Remark("table_halts", {"table": one.number, "short": one.short, "reason": one.halts})
        for one in found.halts
    ]
    return tuple(said)


@dataclass(frozen=True)
class Moved:
    """One player of the last acts that moved any: from where to where (table label, seat), why, when, and
    whether he still sits there; ``waits`` until the button has passed."""

    entrant: Entrant
    before: tuple[str, int]
    after: tuple[str, int]
    why: str
    at: datetime
    there: bool
    waits: bool


def last_moves(open: Open, everyone: Field, now: datetime) -> tuple[Moved, ...]:
    """Who was sent to another seat, the newest first, each with his last move; corrections not counted.

    Everybody whom the last act moved, and of those before as many as make ``LAST_MOVES``.
    """
    rows = MoveRow.objects.filter(entry__open=open).exclude(why="correction")
    last = rows.order_by("-order").values_list("order", flat=True).first()
    if last is None:
        return ()
    told = rows.select_related("before__table", "after__table")
    found = list(told.filter(order=last).order_by("pk"))
    found += told.filter(order__lt=last).order_by("-order", "pk")[: max(0, LAST_MOVES - len(found))]
    newest = {row.entry_id: row for row in reversed(found)}
    absent = waiting_at({row.after.table_id for row in found if row.after.waits}, now)
    return tuple(
        Moved(
            everyone.by_id[row.entry_id],
            (row.before.table.label, row.before.number),
            (row.after.table.label, row.after.number),
            row.why,
            row.at,
            row.after.ended_at is None,
            row.after_id in absent,
        )
        for row in found
        if newest[row.entry_id] is row and row.entry_id in everyone.by_id
    )
