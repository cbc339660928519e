"""Disqualification, and playing again every table that a cheat played (VIV-31, VIV-32, RULES 2.11).

What falls is shown first, by name; then it is one act, and one undo brings all of it back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Unpack

from tdapp.clock.queries import current_round, running_hand_for_hand
from tdapp.floor import bounties, replay_steps, steps
from tdapp.floor.models import Move, Seat
from tdapp.floor.played import Played, played
from tdapp.floor.replay_queries import time_passes
from tdapp.floor.rulings import write_ruling
from tdapp.floor.services import out_level
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open, Out, Round, StackChange, Table
from tdapp.opens.queries import Entrant, Field, field
from tdapp.opens.round_plans import plan_of_round
from tdapp.opens.steps import check_running, count_stack, finish_entry, new_orders
from tdapp.rules import replays
from tdapp.rules.errors import RuleError
from tdapp.rules.replays import PlayedTable, Replay


@dataclass(frozen=True)
class VoidTable:
    """A table that would fall: its label, the number of its round, who played there, whether it is over."""

    id: int
    label: str
    round: int
    players: tuple[Entrant, ...]
    finished: bool


@dataclass(frozen=True)
class ReplayView:
    """What a disqualification with replay would bring: "voids B, 1 and 2; nine play again; up to 3 h".

    ``now`` are those whose tables are played again at once, ``players`` everybody who plays again, then or
    later.  ``minutes`` is the longest limit of what begins at once, None without one.
    """

    cheat: Entrant
    tables: tuple[VoidTable, ...]
    now: tuple[Entrant, ...]
    players: tuple[Entrant, ...]
    minutes: int | None

    @property
    def ids(self) -> tuple[int, ...]:
        """The tables that would fall: what a confirmation is about."""
        return tuple(table.id for table in self.tables)


def preview(open: Open, everyone: Field, cheat: int) -> ReplayView:
    """What would fall and who would play again.

    RuleError: ``not_seated_anywhere`` (player), ``replay_mixed`` (players changed tables in that round),
    ``hand_for_hand_runs``, ``not_started``.
    """
    check_running(open)
    stored = played(open)
    found = _found_out(stored, everyone, cheat)
    rows = {table.pk: (table, round.number) for round in stored.standing for table in stored.tables_of(round)}
    return ReplayView(
        everyone.by_id[cheat],
        tuple(
            VoidTable(
                key,
                rows[key][0].label,
                rows[key][1],
                _named(everyone, stored.sat.get(key, ())),
                rows[key][0].finished_at is not None,
            )
            for key in found.tables
        ),
        _named(everyone, [player for table in found.again for player in table.players]),
        _named(everyone, found.players),
        found.longest,
    )


def _named(everyone: Field, entries: Collection[int]) -> tuple[Entrant, ...]:
    return tuple(everyone.by_id[entry] for entry in entries if entry in everyone.by_id)


def _found_out(stored: Played, everyone: Field, cheat: int) -> Replay[int]:
    if running_hand_for_hand(current_round(stored.open)) is not None:
        raise RuleError("hand_for_hand_runs")
    found = replays.replay(_standing(stored), cheat, _gone(everyone))
    _check_apart(stored, found)
    return found


def _gone(everyone: Field) -> set[int]:
    """Who was disqualified before."""
    return {out.entry for out in everyone.outs if out.disqualified}


def _standing(stored: Played) -> list[PlayedTable[int]]:
    """The tables that stand and were begun, with where everybody came from."""
    found: list[PlayedTable[int]] = []
    at: dict[int, int] = {}
    for round in stored.standing:
        if round.started_at is None and stored.open.started_at is None:
            continue
        plan = plan_of_round(round)
        left = plan.left if plan is not None and plan.ends == "table" else 1
        limit = plan.limit_minutes if plan is not None else 0
        here = {table.pk: tuple(stored.sat.get(table.pk, ())) for table in stored.tables_of(round)}
        for key, players in here.items():
            came_from = {player: at.get(player) for player in players}
            found.append(PlayedTable(key, round.number, players, came_from, left, limit))
        at |= {player: key for key, players in here.items() for player in players}
    return found


def _check_apart(stored: Played, found: Replay[int]) -> None:
    """RuleError ``replay_mixed``: the tables of a void one's round are not played each by itself.

    Their stacks were carried there, they are one field, or a player changed tables.
    """
    for round in stored.standing:
        if round.number not in found.void:
            continue
        plan = plan_of_round(round)
        alone = len(stored.tables_of(round)) == 1
        by_table = plan is not None and plan.ends == "table"
        if not (alone or by_table) or (plan is not None and plan.stacks == "carry"):
            raise RuleError("replay_mixed")
        _check_nobody_moved(stored, round)


def _check_nobody_moved(stored: Played, round: Round) -> None:
    """Seats that were put right, or drawn again before the start, are no moves."""
    began = stored.open.started_at
    seats = Seat.objects.filter(table__round=round).exclude(ended_at__lte=began)
    repaired = Move.objects.filter(why="correction", before__table__round=round)
    seats = seats.exclude(pk__in=repaired.values_list("before", flat=True))
    seen: dict[int, int] = {}
    for entry, table in seats.filter(table__annulled_at=None).values_list("entry", "table"):
        if seen.setdefault(entry, table) != table:
            raise RuleError("replay_mixed")


@once
def disqualify(
    *,
    entry: Entry,
    seed: str,
    text: str = "",
    replay: bool = False,
    shown: Collection[int] | None = None,
    chips: int | None = None,
    **act: Unpack[Act],
) -> JournalEntry:
    """Disqualify a player: he is out now, paid nothing, and his chips leave play (VIV-31, TDA 71).

    Who is out already keeps his place and is paid nothing.  ``chips`` is what he held, where it was counted;
    for who holds none (he is out, or waits for the next round) nothing is written.  With ``replay`` every
    table he played falls with all that depended on it, everybody of them is back in, and the tables of his
    first round are played again without him, with fresh stacks and clocks of their own (VIV-32); ``shown``
    are the ids of the tables whose fall was confirmed.

    RuleError: ``not_playing``, ``disqualified_already``, ``nobody_left``, ``replay_changed``, those of
    ``preview``, ``chips_negative``, ``ruling_too_long``, ``not_started``, ``finished_already``.
    """
    open = entry.open
    with record(open.stream, "disqualified", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        _check(everyone, entry)
        made = write_ruling(change, open=open, kind="disqualified", text=text, entry=entry)
        if entry.pk not in {entrant.id for entrant in everyone.holding}:
            chips = None
        if chips is not None:
            count_stack(change, entry=entry, chips=chips)
        again: Mapping[str, list[int]] = {"tables": [], "players": []}
        level = out_level(open, change)
        if replay:
            again = _play_again(change, open, everyone, entry, seed, shown)
        _put_out(change, open, everyone, entry, level, chips, replayed=replay)
        if not field(open).left:
            raise RuleError("nobody_left")
        change.note(ruling=made.pk, entry=entry.pk, seed=seed if replay else None, **again)
        bounties.follow(change, open=open)
    return change.entry


def _check(everyone: Field, entry: Entry) -> None:
    if entry.pk not in {entrant.id for entrant in everyone.playing}:
        raise RuleError("not_playing", entry=entry.pk)
    if any(out.entry == entry.pk and out.disqualified for out in everyone.outs):
        raise RuleError("disqualified_already", entry=entry.pk)


def _put_out(
    change: Change,
    open: Open,
    everyone: Field,
    entry: Entry,
    level: int | None,
    chips: int | None,
    *,
    replayed: bool,
) -> None:
    """Out at this moment; who was out before, at a table that stands, keeps that out and its place."""
    earlier = Out.objects.filter(entry=entry).first()
    if earlier is not None:
        change.update(earlier, disqualified=True)
        return
    held = chips if chips is not None else everyone.stacks[entry.pk].chips
    out = finish_entry(
        change,
        entry=entry,
        order=new_orders(change, [[entry]])[entry.pk],
        hand=change.entry.pk,
        level=level,
        stack_before=chips if chips is not None else everyone.sure_stack(entry.pk, change.now),
    )
    change.update(out, disqualified=True)
    steps.free_seat(change, entry=entry)
    if not replayed and not everyone.handed_in(entry.pk):
        change.create(
            StackChange, entry=entry, source="back", delta=-held, at=change.now, order=change.entry.pk
        )


def _play_again(
    change: Change, open: Open, everyone: Field, cheat: Entry, seed: str, shown: Collection[int] | None
) -> dict[str, list[int]]:
    """Annul what falls, and begin anew what is played again at once; ids for the story."""
    stored = played(open)
    found = _found_out(stored, everyone, cheat.pk)
    if shown is not None and set(shown) != set(found.tables):
        raise RuleError("replay_changed")
    running = time_passes(open)
    rows = Table.objects.select_related("round__open").in_bulk(found.tables)
    replay_steps.annul(
        change,
        stored=stored,
        everyone=everyone,
        tables=[rows[key] for key in found.tables],
        gone=_gone(everyone),
    )
    for table in found.again:
        old = rows[table.table]
        replay_steps.play_again(change, old=old, players=table.players, seed=seed, running=running)
    return {"tables": list(found.tables), "players": list(found.players)}
