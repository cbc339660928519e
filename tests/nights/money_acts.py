"""Random acts on the money of a short night, as a director in a hurry would do them."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tdapp.cash import expenses
from tdapp.cash import services as till
from tdapp.cash import special_prizes as special
from tdapp.cash.models import Expense, Payment, Purchase, SpecialPrize
from tdapp.floor import corrections, door, purchases
from tdapp.floor import services as floor
from tdapp.floor.bounties import say_taker
from tdapp.floor.corrections import OutChange
from tdapp.floor.deals import agree_deal
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tdapp.opens.models import BuyInOption, Entry, Open, Out
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night

T = TypeVar("T")
Act = Callable[[], JournalEntry]

PLANS = (
    PrizePlan("percent", ("60", "30", "10")),
    PrizePlan("percent", ("62.5", "37.5"), 5),
    PrizePlan("winner"),
    PrizePlan("amounts", (2500, 1300)),
)
PASSED = (
    *("prizes_do_not_sum", "locked_prizes_uncovered", "debts_open", "paid_already", "stacks_moved"),
    *("purchase_pool_reached", "purchase_still_in", "late_entry"),
)


class Nothing(Exception):
    """There is nothing to do that to."""


class Treasurer:
    """Does random acts; what a rule refuses is simply not done."""

    def __init__(self, night: Night, seed: int) -> None:
        self.night = night
        self.random = random.Random(seed)

    def act(self) -> JournalEntry | None:
        """One random act, or None if the rules refused it or there was nothing to do it to."""
        self.night.wait(seconds=self.random.randint(5, 90))
        self.open.refresh_from_db()
        acts, weights = zip(*self._choices(), strict=True)
        try:
            return self.random.choices(acts, weights)[0]()
        except (RuleError, Nothing):
            return None

    def _choices(self) -> Sequence[tuple[Act, int]]:
        always: list[tuple[Act, int]] = [
            (self.pay, 3), (self.refund, 2), (self.void_payment, 1), (self.expense, 2), (self.hand_on, 1),
            (self.add_money, 1), (self.void_expense, 1), (self.undo, 3), (self.redo, 8), (self.give, 2),
        ]  # fmt: skip
        if self.open.finished_at:
            ending = [(self.pay_out, 6), (self.prize_back, 1), (self.settle, 3), (self.take_back, 1)]
            return [*always, *ending, (self.reopen, 1)]
        always += [(self.prizes, 1), (self.guarantee, 1), (self.special, 2), (self.void_special, 1)]
        if not self.open.started_at:
            return [*always, (self.pay_all, 2), (self.withdraw, 1), (self.start, 5)]
        return [
            *always, (self.out, 6), (self.buy, 5), (self.void_purchase, 4), (self.late, 1), (self.lock, 1),
            (self.unlock, 1), (self.change_out, 1), (self.reinstate, 1), (self.taker, 1), (self.deal, 1),
            (self.finish, 2),
        ]  # fmt: skip

    # -- helpers -------------------------------------------------------------------------------------

    @property
    def open(self) -> Open:
        return self.night.open

    @property
    def told(self) -> dict[str, Any]:
        return {"actor": self.night.director, "now": self.night.now, "request_id": uuid.uuid4()}

    def one_of(self, found: Sequence[T]) -> T:
        if not found:
            raise Nothing
        return self.random.choice(found)

    def _field(self) -> Field:
        return field(self.open)

    def _entry(self, ids: Sequence[int] | None = None) -> Entry:
        known = [one.id for one in self._field().entrants] if ids is None else ids
        return Entry.objects.get(pk=self.one_of(known))

    def _left(self) -> list[int]:
        return [one.id for one in self._field().left]

    def _amount(self) -> int:
        """Mostly a little, never round."""
        return self.random.choice([1, 7, 333, 1001])

    def _method(self) -> str:
        return self.random.choice(["cash", "cash", "card", "transfer"])

    def _fund(self) -> str:
        return self.random.choice(["prize", "prize", "house", "season", "Dealers"])

    # -- what entries pay ----------------------------------------------------------------------------

    def pay(self) -> JournalEntry:
        entry = self._entry()
        bought = [None, *Purchase.objects.filter(entry=entry).order_by("pk")]
        part = self.random.choice([None, None, self._amount()])
        passed = PASSED if self.random.random() < 0.1 else ()
        return till.take_payment(
            entry=entry,
            purchase=self.one_of(bought),
            amount=part,
            method=self._method(),
            overruled=passed,
            **self.told,
        )

    def pay_all(self) -> JournalEntry:
        return till.take_all_payments(open=self.open, **self.told)

    def settle(self) -> JournalEntry:
        return till.settle_debts(entry=self._entry(), **self.told)

    def _payment(self) -> Payment:
        return self.one_of(list(Payment.objects.filter(entry__open=self.open).order_by("pk")))

    def refund(self) -> JournalEntry:
        payment = self._payment()
        amount = self.random.choice([payment.amount, self._amount()])
        return till.refund_payment(payment=payment, amount=amount, **self.told)

    def void_payment(self) -> JournalEntry:
        return till.void_payment(payment=self._payment(), **self.told)

    def withdraw(self) -> JournalEntry:
        return door.withdraw(entry=self._entry(), **self.told)

    def late(self) -> JournalEntry:
        name = f"Late {self.random.randint(1, 9)}"
        pay = self.random.random() < 0.5
        return door.sign_up(
            open=self.open, nickname=name, seed="s", pay=pay, seat=True, overruled=PASSED, **self.told
        )

    # -- what is bought ------------------------------------------------------------------------------

    def buy(self) -> JournalEntry:
        everyone = self._field()
        option = self.one_of(list(BuyInOption.objects.filter(open=self.open).exclude(kind="buy_in")))
        ids = self._left() if option.kind == "add_on" else sorted(everyone.out_ids)
        return purchases.buy(
            entry=self._entry(ids),
            option=option,
            seed="s",
            pay=self.random.random() < 0.7,
            amount=self.random.choice([None, None, self._amount()]),
            method=self._method(),
            stack=0,
            overruled=PASSED,
            **self.told,
        )

    def void_purchase(self) -> JournalEntry:
        bought = list(Purchase.objects.filter(entry__open=self.open).order_by("pk"))
        back = self.random.random() < 0.7
        return purchases.void_purchase(purchase=self.one_of(bought), chips_back=back, **self.told)

    # -- what else moves -----------------------------------------------------------------------------

    def expense(self) -> JournalEntry:
        return expenses.record_expense(
            open=self.open,
            fund=self._fund(),
            amount=self._amount(),
            method=self._method(),
            overruled=PASSED,
            **self.told,
        )

    def hand_on(self) -> JournalEntry:
        return expenses.hand_on(
            open=self.open, fund=self._fund(), amount=self._amount(), overruled=PASSED, **self.told
        )

    def add_money(self) -> JournalEntry:
        return expenses.add_money(
            open=self.open, fund=self._fund(), amount=self._amount(), method=self._method(), **self.told
        )

    def void_expense(self) -> JournalEntry:
        row = self.one_of(list(Expense.objects.filter(open=self.open).order_by("pk")))
        return expenses.void_expense(expense=row, overruled=PASSED, **self.told)

    def guarantee(self) -> JournalEntry:
        amount = self.random.choice([0, 5003])
        return expenses.set_guarantee(open=self.open, amount=amount, overruled=PASSED, **self.told)

    # -- play ----------------------------------------------------------------------------------------

    def start(self) -> JournalEntry:
        return floor.start_play(open=self.open, seed="s", **self.told)

    def out(self) -> JournalEntry:
        left = self._left()
        if len(left) < 3:
            raise Nothing
        gone = self.random.sample(left, k=self.random.choice([1, 1, 2]) if len(left) > 3 else 1)
        others = [key for key in left if key not in gone]
        by = self._entry(others) if self.random.random() < 0.7 else None
        groups = [[Entry.objects.get(pk=key)] for key in gone]
        return floor.record_outs(open=self.open, groups=groups, by=by, in_order=True, **self.told)

    def _out(self) -> Out:
        return self.one_of(list(Out.objects.filter(entry__open=self.open).order_by("pk")))

    def change_out(self) -> JournalEntry:
        change = self.random.choice([lambda: OutChange(nobody=True), lambda: OutChange(by=self._left_one())])
        return corrections.change_out(out=self._out(), correction=change(), seed="s", **self.told)

    def _left_one(self) -> Entry:
        return self._entry(self._left())

    def reinstate(self) -> JournalEntry:
        return corrections.reinstate(out=self._out(), seed="s", **self.told)

    def taker(self) -> JournalEntry:
        takers = [self._left_one()] if self.random.random() < 0.6 else []
        return say_taker(out=self._out(), takers=takers, left=not takers, **self.told)

    # -- prizes and the end --------------------------------------------------------------------------

    def prizes(self) -> JournalEntry:
        return till.set_prizes(open=self.open, plan=self.random.choice(PLANS), **self.told)

    def lock(self) -> JournalEntry:
        return till.lock_prizes(open=self.open, overruled=PASSED, **self.told)

    def unlock(self) -> JournalEntry:
        return till.unlock_prizes(open=self.open, **self.told)

    def special(self) -> JournalEntry:
        fund = self.random.choice(["prize", "house"])
        return special.add_special_prize(
            open=self.open, kind="best_hand", amount=self._amount(), fund=fund, **self.told
        )

    def _special(self) -> SpecialPrize:
        return self.one_of(list(SpecialPrize.objects.filter(open=self.open).order_by("pk")))

    def give(self) -> JournalEntry:
        return special.give_special_prize(prize=self._special(), entry=self._entry(), **self.told)

    def take_back(self) -> JournalEntry:
        return special.take_special_prize_back(prize=self._special(), **self.told)

    def void_special(self) -> JournalEntry:
        return special.void_special_prize(prize=self._special(), **self.told)

    def deal(self) -> JournalEntry:
        left = list(Entry.objects.filter(pk__in=self._left()).order_by("pk"))
        stacks = {entry: self.random.randint(1, 9000) for entry in left}
        method = self.random.choice(["icm", "chip_chop", "even"])
        return agree_deal(
            open=self.open, method=method, agreed=left, stacks=stacks, overruled=PASSED, **self.told
        )

    def finish(self) -> JournalEntry:
        """The end by count, whoever is left."""
        left = Entry.objects.in_bulk(self._left()).values()
        counts = {entry: self.random.choice([500, 1000, 4000]) for entry in left}
        return floor.finish_open(
            open=self.open, counts=counts if len(counts) > 1 else None, overruled=PASSED, **self.told
        )

    def reopen(self) -> JournalEntry:
        return floor.reopen_open(open=self.open, **self.told)

    def pay_out(self) -> JournalEntry:
        return till.pay_out(entry=self._entry(), **self.told)

    def prize_back(self) -> JournalEntry:
        return till.take_prize_back(entry=self._entry(), **self.told)

    # -- back and forth ------------------------------------------------------------------------------

    def undo(self) -> JournalEntry:
        entry = next_undo(self.open.stream)
        return undo(entry=self._act(entry), actor=self.night.director, now=self.night.now)

    def redo(self) -> JournalEntry:
        entry = next_redo(self.open.stream)
        return redo(entry=self._act(entry), actor=self.night.director, now=self.night.now)

    def _act(self, entry: JournalEntry | None) -> JournalEntry:
        if entry is None or entry.kind == "open_created":
            raise Nothing
        return entry
