"""A night of random acts, as a director in a hurry would do them, and everything a page could show of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.cash.special_prizes import special_prizes
from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face, current_round, next_colour_up
from tdapp.floor import balancing, corrections, door, hand_for_hand
from tdapp.floor import queries as floor_queries
from tdapp.floor import services as floor
from tdapp.floor.absence import mark_absent, mark_present
from tdapp.floor.chip_counts import room_chips
from tdapp.floor.corrections import OutChange
from tdapp.floor.models import Move
from tdapp.floor.next_rounds import next_round
from tdapp.floor.room import room
from tdapp.floor.round_queries import rounds_of
from tdapp.floor.set_up import change_terms, terms_of
from tdapp.hands import services as hands
from tdapp.hands.models import Hand
from tdapp.hands.queries import fresh_sheet, hands_of, sheet_of
from tdapp.hands.reckoning import Part, Sheet, contributions
from tdapp.journal.models import JournalEntry
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Out
from tdapp.opens.queries import field
from tdapp.rules import pots
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tdapp.seasons import services as seasons
from tdapp.seasons.queries import results, season_table
from tests.builders import Night
from tests.nights.running_acts import RunningActs

NAMES = (*"ABCDEFGHIJKLMN",)


def everything_shown(night: Night, now: datetime) -> tuple[Any, ...]:
    """Every view object of the night at one instant; the story excepted."""
    open = night.open
    open.refresh_from_db()
    everyone = field(open)
    face = clock_face(open, now, everyone)
    pool = cash.pool(open, everyone)
    prizes = cash.prizes(open, pool)
    debts = cash.debts(open, everyone)
    tables = floor_queries.seat_map(open, everyone, face, now)
    round = current_round(open)
    return (
        everyone,
        everyone.places,
        everyone.stacks,
        face,
        pool,
        prizes,
        debts,
        cash.till(open, pool),
        special_prizes(open, everyone, prizes),
        tables,
        room(open, everyone, tables),
        room_chips(open, everyone, now),
        everyone.chip_ledger,
        [(row.pk, row.break_order) for row in floor_queries.tables_of(round)],
        list(Move.objects.filter(entry__open=open).order_by("pk").values_list("entry", "after", "why")),
        floor_queries.draws(round),
        floor_queries.suggestions(open, everyone, prizes, debts, tables),
        hands_of(round),
        [sheet_of(hand) for hand in Hand.objects.filter(table__round=round).order_by("order")],
        results(open, everyone),
        season_table(open.season) if open.season else None,
        terms_of(open),
        hand_for_hand.view(open, everyone, prizes.paid_places),
        next_colour_up(open, face, everyone),
        rounds_of(open, everyone, face, now),
        next_round(open, everyone, "a seed"),
        # An hour later: a button that undo wrote just now would count as known.
        balancing.proposal(open, everyone, now=now + timedelta(hours=1), seed="a seed"),
        balancing.last_moves(open, everyone, now),
    )


class Director(RunningActs):
    """Does random acts; what a rule refuses is simply not done."""

    def __init__(self, night: Night, seed: int) -> None:
        self.night = night
        self.random = random.Random(seed)

    def act(self) -> JournalEntry | None:
        """One random act, or None if the rules refused it."""
        self.night.wait(seconds=self.random.randint(5, 90))
        self.night.open.refresh_from_db()
        try:
            return self.random.choices(*zip(*self._choices(), strict=True))[0]()
        except RuleError:
            return None

    def _choices(self) -> list[tuple[Callable[[], JournalEntry], int]]:
        open = self.night.open
        if open.posted_at:
            return [(self.take_results_back, 1)]
        if open.finished_at:
            return [(self.pay_out, 3), (self.prize_back, 1), (self.post, 1), (self.reopen, 2)]
        if not open.started_at:
            return [
                (self.sign_up, 9), (self.pay, 6), (self.pay_all, 1), (self.void_payment, 1),
                (self.withdraw, 1), (self.draw, 2), (self.dealer, 1), (self.prizes, 1), (self.terms, 1),
                (self.start, 1), (self.start_later, 1), (self.announce, 1),
            ]  # fmt: skip
        return [
            (self.out, 2), (self.hand, 6), (self.correct_hand, 2), (self.void_hand, 1), (self.count, 3),
            (self.reinstate, 2), (self.change_out, 3), (self.button, 1), (self.swap, 1), (self.move, 1),
            (self.sign_up_late, 1), (self.pay, 2), (self.pay_again, 1), (self.void_payment, 1),
            (self.prizes, 1), (self.lock, 1), (self.unlock, 1), (self.pause, 2), (self.resume, 4),
            (self.minute, 2), (self.level, 1), (self.finish, 2), (self.set_time, 1), (self.go_to_level, 1),
            (self.move_start, 1), (self.change_levels, 2), (self.hand_for_hand, 2), (self.tick, 2),
            (self.next_hand, 2), (self.bubble, 1), (self.colour_up, 1), (self.deal, 1),
            (self.count_tables, 2), (self.use_counted, 1), (self.absent, 1), (self.back, 1),
        ]  # fmt: skip

    # -- helpers -------------------------------------------------------------------------------------

    def _entry(self, ids: list[int]) -> Entry:
        if not ids:
            raise RuleError("nobody")
        return Entry.objects.get(pk=self.random.choice(ids))

    def _left(self) -> list[int]:
        return [e.id for e in field(self.night.open).left]

    def _out(self) -> Out:
        outs = list(Out.objects.filter(entry__open=self.night.open).order_by("pk"))
        if not outs:
            raise RuleError("nobody")
        return self.random.choice(outs)

    def _seed(self) -> str:
        return str(self.random.random())

    # -- the door ------------------------------------------------------------------------------------
    def sign_up(self, seat: bool = False) -> JournalEntry:
        return door.sign_up(
            open=self.night.open,
            nickname=self.random.choice(NAMES),
            seed=self._seed(),
            pay=self.random.random() < 0.5,
            seat=seat or self.random.random() < 0.3,
            **self.told,
        )

    def sign_up_late(self) -> JournalEntry:
        return self.sign_up(seat=True)

    def pay(self) -> JournalEntry:
        entries = list(self.night.open.entries.values_list("pk", flat=True))
        return till.take_payment(entry=self._entry(entries), **self.told)

    def pay_again(self) -> JournalEntry:
        entry = self._entry(list(self.night.open.entries.values_list("pk", flat=True)))
        return till.take_payment(entry=entry, overruled=["paid_already"], **self.told)

    def pay_all(self) -> JournalEntry:
        return till.take_all_payments(open=self.night.open, **self.told)

    def void_payment(self) -> JournalEntry:
        payments = list(Payment.objects.filter(entry__open=self.night.open).order_by("pk"))
        if not payments:
            raise RuleError("nobody")
        return till.void_payment(payment=self.random.choice(payments), **self.told)

    def withdraw(self) -> JournalEntry:
        entries = list(self.night.open.entries.values_list("pk", flat=True))
        return door.withdraw(entry=self._entry(entries), **self.told)

    def draw(self) -> JournalEntry:
        again = self.random.random() < 0.4
        return floor.draw_seats(open=self.night.open, seed=self._seed(), again=again, **self.told)

    def dealer(self) -> JournalEntry:
        return floor.draw_dealer(open=self.night.open, seed=self._seed(), **self.told)

    def start(self) -> JournalEntry:
        if self.night.open.entries.count() < 5:
            raise RuleError("nobody")
        return floor.start_play(open=self.night.open, seed=self._seed(), **self.told)

    def terms(self) -> JournalEntry:
        terms = terms_of(self.night.open)
        name = self.random.choice(["Open uno", "Open dos"])
        stack = self.random.choice([2000, 3000])
        changed = terms.__class__(**{**terms.__dict__, "name": name, "starting_stack": stack})
        return change_terms(open=self.night.open, terms=changed, **self.told)

    # -- play ----------------------------------------------------------------------------------------
    def out(self) -> JournalEntry:
        left = self._left()
        gone = self.random.sample(left, k=min(len(left), self.random.choice([1, 1, 1, 2])))
        groups = [[Entry.objects.get(pk=key)] for key in gone]
        others = [key for key in left if key not in gone]
        by = self._entry(others) if others and self.random.random() < 0.6 else None
        return floor.record_outs(open=self.night.open, groups=groups, by=by, in_order=True, **self.told)

    def absent(self) -> JournalEntry:
        return mark_absent(entry=self._entry(self._left()), **self.told)

    def back(self) -> JournalEntry:
        away = Entry.objects.filter(open=self.night.open, absent_at__isnull=False)
        return mark_present(entry=self._entry(list(away.values_list("pk", flat=True))), **self.told)

    def _sheet(self, base: Sheet) -> Sheet:
        stakes = [self.random.choice([0, 50, 300, 1200, 2000]) for _ in base.parts]
        parts = tuple(
            Part(
                p.seat,
                p.entry,
                live=stake or p.live,
                folded=stake == 0,
                all_in=stake > 0 and self.random.random() < 0.4,
                forfeit=p.absent and stake == 0,
                absent=p.absent and stake == 0,
            )
            for p, stake in zip(base.parts, stakes, strict=True)
        )
        standing = [p.seat for p in parts if not p.folded]
        # One order of strength decides every pot, as cards do.
        strength = self.random.sample(standing, k=len(standing))
        draft = Sheet(base.button, base.sb, base.bb, base.ante, parts)
        layout = pots.build(contributions(draft, house_of(self.night.open)))
        winners = tuple((next(seat for seat in strength if seat in pot.contenders),) for pot in layout.pots)
        return Sheet(base.button, base.sb, base.bb, base.ante, parts, winners)

    def hand(self) -> JournalEntry:
        everyone = field(self.night.open)
        face = clock_face(self.night.open, self.night.now, everyone)
        tables = floor_queries.seat_map(self.night.open, everyone, face, self.night.now)
        base = fresh_sheet(self.night.open, tables[0], face)
        if base is None:
            raise RuleError("nobody")
        table = current_round(self.night.open).tables.get(pk=tables[0].id)
        sheet = self._sheet(base)
        return hands.enter_hand(table=table, sheet=sheet, overruled=["stack_differs"], **self.told)

    def _hand(self) -> Hand:
        found = list(Hand.objects.filter(table__round__open=self.night.open).order_by("pk"))
        if not found:
            raise RuleError("nobody")
        return self.random.choice(found)

    def correct_hand(self) -> JournalEntry:
        hand = self._hand()
        return hands.correct_hand(
            hand=hand,
            sheet=self._sheet(sheet_of(hand)),
            seed=self._seed(),
            overruled=["stack_differs"],
            **self.told,
        )

    def void_hand(self) -> JournalEntry:
        return hands.void_hand(hand=self._hand(), seed=self._seed(), **self.told)

    def count(self) -> JournalEntry:
        entry = self._entry(self._left())
        return floor.count_chips(
            open=self.night.open, counts={entry: self.random.randint(1, 9000)}, **self.told
        )

    def reinstate(self) -> JournalEntry:
        return corrections.reinstate(out=self._out(), seed=self._seed(), **self.told)

    def change_out(self) -> JournalEntry:
        out = self._out()
        correction = self.random.choice(
            [
                lambda: OutChange(entry=self._entry(self._left())),
                lambda: OutChange(by=self._entry(self._left())),
                lambda: OutChange(nobody=True),
                lambda: OutChange(before=self._other_out(out)),
                lambda: OutChange(same_as=self._other_out(out)),
            ]
        )()
        return corrections.change_out(out=out, correction=correction, seed=self._seed(), **self.told)

    def _other_out(self, out: Out) -> Out:
        other = self._out()
        if other.pk == out.pk:
            raise RuleError("nobody")
        return other

    def button(self) -> JournalEntry:
        table = current_round(self.night.open).tables.get()
        return floor.set_button(table=table, seat=self.random.randint(1, 9), **self.told)

    def swap(self) -> JournalEntry:
        left = self._left()
        return floor.swap_seats(
            first=self._entry(left), second=self._entry(left), overruled=["seat_changes_never"], **self.told
        )

    def move(self) -> JournalEntry:
        table = current_round(self.night.open).tables.get()
        return floor.move_player(
            entry=self._entry(self._left()),
            table=table,
            number=self.random.randint(1, table.seats),
            overruled=["seat_changes_never"],
            **self.told,
        )

    # -- clock ---------------------------------------------------------------------------------------
    def pause(self) -> JournalEntry:
        return clock.pause_clock(open=self.night.open, **self.told)

    def resume(self) -> JournalEntry:
        return clock.resume_clock(open=self.night.open, **self.told)

    def minute(self) -> JournalEntry:
        return clock.add_time(open=self.night.open, seconds=self.random.choice([60, -60]), **self.told)

    def level(self) -> JournalEntry:
        return self.random.choice([clock.next_level, clock.previous_level])(open=self.night.open, **self.told)

    # -- money and the end ---------------------------------------------------------------------------
    def prizes(self) -> JournalEntry:
        plans = [
            PrizePlan("amounts", (3000, 1000)),
            PrizePlan("percent", ("50", "30", "20")),
            PrizePlan("winner"),
        ]
        return till.set_prizes(open=self.night.open, plan=self.random.choice(plans), **self.told)

    def lock(self) -> JournalEntry:
        return till.lock_prizes(open=self.night.open, overruled=["prizes_do_not_sum"], **self.told)

    def unlock(self) -> JournalEntry:
        return till.unlock_prizes(open=self.night.open, **self.told)

    def finish(self) -> JournalEntry:
        left = self._left()
        if len(left) > 4:
            raise RuleError("nobody")
        counts = {Entry.objects.get(pk=key): self.random.choice([500, 1000, 4000]) for key in left}
        return floor.finish_open(
            open=self.night.open,
            counts=counts if len(left) > 1 else None,
            overruled=["debts_open", "prizes_do_not_sum"],
            **self.told,
        )

    def pay_out(self) -> JournalEntry:
        entries = list(self.night.open.entries.values_list("pk", flat=True))
        return till.pay_out(entry=self._entry(entries), **self.told)

    def prize_back(self) -> JournalEntry:
        entries = list(self.night.open.entries.values_list("pk", flat=True))
        return till.take_prize_back(entry=self._entry(entries), **self.told)

    def post(self) -> JournalEntry:
        return seasons.post_results(open=self.night.open, **self.told)

    def take_results_back(self) -> JournalEntry:
        return seasons.take_results_back(open=self.night.open, **self.told)

    def reopen(self) -> JournalEntry:
        return floor.reopen_open(open=self.night.open, **self.told)
