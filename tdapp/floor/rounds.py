"""Playing in rounds: a table counted and finished, one opened again, the next round begun (DESIGN 8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from tdapp.clock.queries import clock_face
from tdapp.floor import (
    bounties,
    deciding,
    next_rounds,
    played,
    reopening,
    replay_steps,
    round_steps,
    steps,
)
from tdapp.floor.played import NextRound, Played
from tdapp.floor.replay_queries import lacking
from tdapp.floor.round_queries import due
from tdapp.floor.table_faces import faces_of
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open, Round, StackChange, Table, TableResult
from tdapp.opens.queries import Field, field
from tdapp.opens.round_plans import plan_of_round, plans_of
from tdapp.opens.steps import check_running, check_unfinished, count_stack
from tdapp.rules import brackets, rounds
from tdapp.rules.errors import RuleError
from tdapp.rules.table_order import check_counts, table_groups


@once
def finish_table(
    *,
    table: Table,
    counts: Mapping[Entry, int],
    open_hand: Sequence[Entry] = (),
    shown: Mapping[int, Sequence[str]] | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """A table is over: its chips are counted, its places written, and those who go on stand up with the rest.

    ``counts`` are the chips of everybody still in there (a single one needs none where the next stage has
    fresh stacks), ``open_hand`` the order of those who tied, best first (VIV-08, VIV-26), ``shown`` what they
    held there, by entry id.  Who was counted and does not go on is out.  A place from
    which somebody would go on stays empty where he is disqualified and nobody else is left in for it
    (VIV-31): who went out before does not come back.  Equal counts among those who do not go on share their
    place (VIV-26 asks for an open hand only about who goes on), unless it is paid (VIV-25).  With the last
    table the round is over and its clock stands.
    RuleError: ``count_needed`` (entries), ``open_hand_needed`` (players, what, place), ``negative_chips``,
    ``table_finished_already`` (label), ``table_not_played`` (label: closed or annulled), ``last_round`` (the
    open is finished instead); ``table_still_plays`` (label, left) and ``count_differs`` (counted, expected)
    may be overruled.
    """
    open = table.round.open
    with record(open.stream, "table_finished", **act) as change:
        open.refresh_from_db()
        check_running(open)
        table.refresh_from_db()
        everyone, stored = field(open), played.played(open)
        ending = _Ending(stored, everyone, _round_of(stored, table), table)
        ending.check(change, overruled)
        counted = {entry.pk: chips for entry, chips in counts.items()}
        ending.check_counts(counted, overruled)
        groups = ending.groups(counted, [entry.pk for entry in open_hand])
        _write_end(change, ending, groups, counted)
        if open_hand:
            order = [one.pk for one in open_hand]
            deciding.keep_open_hand(change, open=open, table=table, order=order, cards=shown)
        change.note(
            table=table.pk,
            counts={str(key): chips for key, chips in counted.items()},
            open_hand=[entry.pk for entry in open_hand],
            overruled=sorted(overruled),
        )
        bounties.follow(change, open=open)
    return change.entry


def _round_of(stored: Played, table: Table) -> Round:
    return next(one for one in stored.rounds if one.pk == table.round_id)


class _Ending:
    """One table as it is about to be finished."""

    def __init__(self, stored: Played, everyone: Field, round: Round, table: Table) -> None:
        self.stored, self.everyone, self.round, self.table = stored, everyone, round, table
        self.stage = played.last_stage(stored, round)
        self.plan = self.stage[1]
        begun = plan_of_round(round)
        self.carried = begun is not None and begun.stacks == "carry"
        self.sat = [entry for entry in stored.sat.get(table.pk, ()) if entry in everyone.by_id]
        self.left = [entry for entry in self.sat if entry not in everyone.out_ids]
        self.coming = played.following(stored, round, everyone)

    @property
    def through(self) -> int:
        """How many go on from here."""
        return min(self.plan.advance or len(self.left), len(self.sat))

    @property
    def fresh(self) -> bool:
        """Whether the chips are handed in."""
        return played.hands_in(self.plan, self.coming)

    def check(self, change: Change, overruled: Collection[str]) -> None:
        """RuleError: see ``finish_table``."""
        label = self.table.label
        if self.table.finished_at is not None:
            raise RuleError("table_finished_already", label=label)
        stands = self.table.annulled_at is None and self.table.closed_at is None
        if not stands or self.round.annulled_at is not None or not self.round.plan or not self.sat:
            raise RuleError("table_not_played", label=label)
        if self.coming is None:
            raise RuleError("last_round")
        open = self.stored.open
        clock = clock_face(open, change.now, self.everyone)
        sat = {self.table.pk: self.sat}
        face = faces_of(open, self.round, self.everyone, change.now, [self.table], sat)[self.table.pk]
        how = due(self.stored, self.stage, len(self.left), len(self.sat), face, clock)
        if not how and "table_still_plays" not in overruled:
            raise RuleError("table_still_plays", overrule=True, label=label, left=len(self.left))

    def check_counts(self, counted: Mapping[int, int], overruled: Collection[str]) -> None:
        """Everybody left was counted, and together they hold what was handed out.

        One who is left alone needs no count where his chips are handed in; those he plays on with do.
        """
        alone = len(self.left) == 1 and self.fresh
        if set(counted) != set(self.left) and not (alone and not counted):
            raise RuleError("count_needed", entries=tuple(self.left))
        for entry, chips in counted.items():
            if chips < 0:
                raise RuleError("negative_chips", player=entry)
        expected = self._expected(counted)
        if expected is None or not counted or "count_differs" in overruled:
            return
        check_counts({**counted, 0: expected[0]}, expected[1])

    def _expected(self, counted: Mapping[int, int]) -> tuple[int, int] | None:
        """What was counted at other tables that belong to the same sum, and the sum; None where nobody knows.

        A table is checked by itself while nobody was moved; else all of the round's, with the last one, as
        far as it is known what stood at each.
        """
        alone = played.chips_at(self.stored, self.round, self.table, self.everyone)
        if alone is not None and not self.carried:
            return 0, alone
        others = [one for one in self.stored.tables_of(self.round) if one.pk != self.table.pk]
        stood = [self._stood_at(one) for one in others if one.finished_at is not None]
        known = [chips for chips in stood if chips is not None]
        if len(known) < len(others):
            return None
        already = sum(known)
        there = {e for one in (*others, self.table) for e in self.stored.sat.get(one.pk, ())}
        if self.carried:
            return already, self._before_handing_in(there - set(self.sat)).chips_in_play
        # Who went out at a table that was broken since left his chips to those who moved on from there.
        broken = (one for one in self.stored.tables.get(self.round.pk, ()) if one.closed_at is not None)
        there |= {e for one in broken if one.annulled_at is None for e in self.stored.sat.get(one.pk, ())}
        return already, sum(played.handed_out_until_end(self.everyone, entry) for entry in there)

    def _stood_at(self, table: Table) -> int | None:
        """The chips at a table that is over: as they were counted, or all that were handed out there.

        One left there needs no count; where somebody was moved, or stacks are carried, nobody knows then.
        """
        results = self.stored.results.get(table.pk, ())
        if not any(one.through and one.chips is None for one in results):
            return sum(one.chips or 0 for one in results)
        if self.carried or self.stored.ever.get(table.pk, frozenset()) & self.stored.moved(self.round):
            return None
        there = self.stored.sat.get(table.pk, ())
        return sum(played.handed_out_until_end(self.everyone, entry) for entry in there)

    def _before_handing_in(self, entries: Collection[int]) -> Field:
        """The field as it was before the tables of these entries handed their chips in."""
        before = {
            entry: lines[:-1]
            if entry in entries and lines[-1].source == "back" and lines[-1].counted
            else lines
            for entry, lines in self.everyone.ledgers.items()
        }
        return replace(self.everyone, ledgers=before)

    def groups(self, counted: Mapping[int, int], open_hand: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Everybody who sat here, best first; ties that decide nothing stay together.

        Where later seats do not follow from the places, only who goes on matters.  Of those who stay out
        equal ones are parted by an open hand where they would share a prize (``tied_for_a_prize``).
        """
        found = self._parted(counted, open_hand)
        staying_out = [
            tuple(entry for entry in group if entry in self.left)
            for at, group in enumerate(found)
            if sum(map(len, found[:at])) >= self.through
        ]
        tied = deciding.tied_for_a_prize(self.stored.open, self.everyone, staying_out)
        if tied is not None:
            raise RuleError("open_hand_needed", players=tied[1], what="prize", place=tied[0])
        return found

    def _parted(self, counted: Mapping[int, int], open_hand: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The groups, with an open hand asked for only where it decides who goes on or to which seat."""
        by_order: dict[int, list[int]] = {}
        for out in self.everyone.outs:
            if out.entry in self.sat:
                by_order.setdefault(out.order, []).append(out.entry)
        outs = [by_order[order] for order in sorted(by_order)]
        seeded = self.coming is not None and self.coming[1].seating == "seeded"
        order = list(open_hand)
        while True:
            try:
                return table_groups(self.sat, outs, counted, order, self.through)
            except RuleError as error:
                tied = error.params.get("players")
                if error.code != "open_hand_needed" or seeded or error.params.get("what") == "through":
                    raise
                assert isinstance(tied, tuple)
                order += tied


def _write_end(
    change: Change,
    ending: _Ending,
    groups: tuple[tuple[int, ...], ...],
    counted: Mapping[int, int],
) -> None:
    table = ending.table
    entries = Entry.objects.in_bulk(list(counted))
    for entry, chips in counted.items():
        count_stack(change, entry=entries[entry], chips=chips)
    on = round_steps.write_results(
        change, table=table, groups=groups, counts=counted, left=ending.left, through=ending.through
    )
    gone = [tuple(e for e in group if e in ending.left and e not in on) for group in groups]
    level = deciding.level_of_outs(ending.stored.open, table, ending.everyone, change)
    gone = [group for group in gone if group]
    round_steps.stay_out(change, table=table, groups=gone, counts=counted, level=level)
    back = ending.sat if ending.fresh else [entry for group in gone for entry in group]
    round_steps.hand_in(change, entries=[one for one in back if not ending.everyone.handed_in(one)])
    round_steps.end_seats(change, tables=[table.pk])
    change.update(table, finished_at=change.now)
    round_steps.stop_table_clock(change, table=table)
    others = [one for one in ending.stored.unfinished(ending.round) if one.pk != table.pk]
    if not others and not lacking(ending.round):
        round_steps.finish_round(change, round=table.round)
    change.note(through=list(on), out=[entry for group in gone for entry in group])


@once
def reopen_table(*, table: Table, **act: Unpack[Act]) -> JournalEntry:
    """A finished table plays on: its result is taken back, those who stood up sit in their seats again.

    The counted stacks stay as they were counted; the clock stands until somebody lets it run.  Who was
    disqualified or put out since stays out (VIV-31), and his chips leave play (TDA 71).
    RuleError: ``table_not_finished`` (label), ``next_round_began``, ``finished_already``.
    """
    open = table.round.open
    with record(open.stream, "table_reopened", **act) as change:
        open.refresh_from_db()
        check_running(open)
        table.refresh_from_db()
        results = list(TableResult.objects.filter(table=table))
        if table.finished_at is None or table.annulled_at is not None or not results:
            raise RuleError("table_not_finished", label=table.label)
        if Round.objects.filter(open=open, annulled_at=None, number__gt=table.round.number).exists():
            raise RuleError("next_round_began")
        counted = [one.entry_id for one in results if one.chips is not None or one.through]
        gone = reopening.stay_out(change, results=results, counted=counted)
        reopening.give_chips_back(change, open=open, results=results, gone=gone)
        for one in results:
            change.void(one)
        playing = [entry for entry in counted if entry not in gone]
        reopening.sit_down_again(change, table=table, entries=playing)
        change.update(table, finished_at=None)
        if table.round.finished_at is not None:
            change.update(table.round, finished_at=None)
        change.note(table=table.pk)
        bounties.follow(change, open=open)
    return change.entry


@once
def begin_round(
    *,
    open: Open,
    seed: str,
    groups: Sequence[Sequence[Entry]] | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Begin the next round: its tables, seats, first dealers, stacks and clock.

    ``groups`` are the tables as the director wants them, None as proposed with the seed; a group of one
    goes on without playing.  RuleError: ``no_next_round``, ``tables_unfinished`` (tables: labels),
    ``round_not_over`` (left, until), those of ``brackets.check_groups`` and ``finished_already``.
    """
    with record(open.stream, "round_begun", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field(open)
        coming = next_rounds.next_round(open, everyone, seed)
        if coming is None:
            raise RuleError("no_next_round")
        _check_ready(open, coming)
        chosen = coming.groups
        if groups is not None:
            chosen = tuple(tuple(entry.pk for entry in group) for group in groups if group)
            brackets.check_groups(chosen, coming.results, coming.table_seats)
        if not chosen:
            raise RuleError("nobody_to_seat")
        if coming.repeats:
            replay_steps.make_missing(change, open=open, coming=coming, groups=chosen, seed=seed)
            change.note(repeats=list(coming.repeats))
        else:
            _make_round(change, open, everyone, coming, chosen, seed)
        change.note(
            number=coming.number,
            **_called(open, coming, chosen),
            seed=seed,
            results=[list(table) for table in coming.results],
            groups=[list(group) for group in chosen],
            edited=chosen != coming.groups,
            overruled=sorted(overruled),
        )
    return change.entry


def _called(open: Open, coming: NextRound, groups: Sequence[Sequence[int]]) -> dict[str, object]:
    """What people call the round: its own name and seating, whether it is a flight, or the final."""
    plan, tables = coming.plan, sum(len(group) > 1 for group in groups)
    left = played.leaves_of(plan, tables, sum(map(len, groups)))
    last = tables <= 1 and rounds.next_plan(plans_of(open), coming.index, left) is None
    return {"name": plan.name, "seating": plan.seating, "flight": plan.flight, "last": last}


def _check_ready(open: Open, coming: NextRound) -> None:
    if coming.how == "field":
        raise RuleError("round_not_over", left=coming.left, until=coming.until)
    if coming.how:
        labels = [table.label for table in Table.objects.filter(pk__in=coming.missing).order_by("number")]
        raise RuleError("tables_unfinished", tables=tuple(labels))


def _make_round(
    change: Change,
    open: Open,
    everyone: Field,
    coming: NextRound,
    groups: Sequence[Sequence[int]],
    seed: str,
) -> Round:
    stored = played.played(open)
    before = stored.standing[-1]
    standing = [table for table in stored.tables_of(before) if table.finished_at is None]
    for table in standing:
        change.update(table, finished_at=change.now)
    round_steps.end_seats(change, tables=[table.pk for table in stored.tables_of(before)])
    round_steps.finish_round(change, round=before)
    players = [entry for group in groups for entry in group]
    if coming.plan.stacks == "fresh" and standing and not coming.plan.flight:
        sat = [entry for table in standing for entry in stored.sat.get(table.pk, ())]
        round_steps.hand_in(change, entries=sat)
    round = round_steps.open_round(change, open=open, coming=coming)
    if coming.plan.stacks == "fresh":
        round_steps.give_round_stacks(change, open=open, round=round, entries=players)
    else:
        round_steps.count_bags(change, everyone=everyone, entries=players)
    tables = round_steps.make_tables(change, round=round, coming=coming, groups=groups, seed=seed)
    for table, group in zip(tables, groups, strict=True):
        if len(group) > 1:
            steps.draw_dealer(change, open=open, table=table, seed=seed)
    byes = [(table, group[0]) for table, group in zip(tables, groups, strict=True) if len(group) == 1]
    round_steps.pass_by(change, round=round, byes=byes)
    round_steps.start_round_clock(change, open=open, round=round, before=before)
    return round


@once
def assign_flight(*, open: Open, entries: Sequence[Entry], flight: int, **act: Unpack[Act]) -> JournalEntry:
    """Say in which flight (the number of its round, 1 for Day 1A) entries begin.

    RuleError: ``no_such_flight`` (flight), ``has_played`` (entry), ``entry_withdrawn``,
    ``finished_already``.
    """
    with record(open.stream, "flight_assigned", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        if not 1 <= flight <= played.flights_of(open):
            raise RuleError("no_such_flight", flight=flight)
        for entry in entries:
            entry.refresh_from_db()
            if entry.voided or entry.open_id != open.pk:
                raise RuleError("entry_withdrawn", entry=entry.pk)
            if StackChange.objects.filter(entry=entry).exists():
                raise RuleError("has_played", entry=entry.pk)
            change.update(entry, flight=flight)
        change.note(entries=[entry.pk for entry in entries], flight=flight)
    return change.entry
