"""Funds: RULES 4.5, SPT-33, SA-23, and ten thousand nights in which no cent is lost."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.bounties import Book, Terms
from tdapp.rules.deals import chip_chop, custom, even, icm
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.funds import Fund, Line, books, part_payment, refund
from tdapp.rules.money import share
from tdapp.rules.payout_tables import apply, proposed
from tdapp.rules.prize_pool import PrizePool
from tdapp.rules.purchases import surcharged


def bought(*splits: tuple[str, int], times: int = 1) -> list[Line]:
    return [Line("payment", fund, amount) for _ in range(times) for fund, amount in splits]


def test_ten_and_two_of_eight_players_SPT_33_4_5() -> None:
    found = books(bought(("prize", 1000), ("house", 200), times=8))
    assert [(fund.name, fund.left) for fund in found.funds] == [("prize", 8000), ("house", 1600)]
    assert found.till == found.money_in == 9600
    paid = books(
        [
            *bought(("prize", 1000), ("house", 200), times=8),
            *(Line("prize", "prize", amount) for amount in (5000, 2000, 1000)),
        ]
    )
    assert (paid.till, paid.fund("prize").left, paid.paid_out) == (1600, 0, 8000)
    assert paid.adds_up


def test_the_surcharge_of_three_respawns_in_the_pool_or_the_house_SA_23_4_5() -> None:
    entries = bought(("prize", 500), times=9)
    assert books([*entries, *bought(("prize", 750), times=3)]).fund("prize").left == 6750
    to_house = books([*entries, *bought(("prize", 500), ("house", 250), times=3)])
    assert (to_house.fund("prize").left, to_house.fund("house").left) == (6000, 750)


def test_costs_taken_out_of_the_pool_are_an_expense_of_it_VIV_42() -> None:
    found = books([*bought(("prize", 25_000), times=16), Line("expense", "prize", 37_500)])
    assert found.fund("prize").left == found.till == 362_500
    assert found.adds_up


def test_an_overlay_comes_in_from_outside_4_5() -> None:
    found = books([*bought(("prize", 20), times=18), Line("added", "prize", 140)])
    assert (found.fund("prize").left, found.money_in) == (500, 500)


def test_a_refund_reverses_all_parts_4_5() -> None:
    parts = (("prize", 1000), ("house", 200))
    lines = [*bought(*parts, times=2), *(Line("refund", *part) for part in refund(parts, 1200))]
    found = books(lines)
    assert found.acts["refund"] == 1200
    assert [(fund.name, fund.came_in, fund.paid_out) for fund in found.funds] == [
        ("prize", 1000, 0),
        ("house", 200, 0),
    ]
    assert found.adds_up


def test_money_moves_between_funds_and_the_till_stays() -> None:
    found = books([*bought(("bounty", 1000)), Line("moved", "bounty", 1000, to="prize")])
    assert (found.fund("bounty").left, found.fund("prize").left, found.till) == (0, 1000, 1000)
    assert found.adds_up


def test_only_cash_is_in_the_drawer() -> None:
    lines = [
        Line("payment", "prize", 1000),
        Line("payment", "prize", 1000, "transfer"),
        Line("payment", "prize", 1000, "card"),
        Line("prize", "prize", 2500),
    ]
    found = books(lines)
    assert found.held == {"cash": -1500, "transfer": 1000, "card": 1000}
    assert found.till == 500
    assert found.remarks() == (Remark("method_overdrawn", {"method": "cash", "missing": 1500}),)


def test_a_fund_that_paid_more_than_it_had_is_said() -> None:
    found = books([*bought(("prize", 100), ("house", 50)), Line("prize", "prize", 130)])
    assert found.remarks() == (Remark("fund_overdrawn", {"fund": "prize", "missing": 30}),)
    assert found.adds_up


def test_the_club_names_its_funds() -> None:
    found = books(bought(("prize", 1000), ("cena", 300), ("season", 100)))
    assert found.fund("cena").left == 300
    assert found.fund("nothing of that name").left == 0


# -- in parts --------------------------------------------------------------------------------------------


def test_a_price_paid_in_parts_ends_up_split_as_the_whole() -> None:
    splits = (("prize", 1000), ("house", 200), ("bounty", 0), ("season", 100))
    assert part_payment(splits, {}, 1300) == (("prize", 1000), ("house", 200), ("season", 100))
    assert part_payment(splits, {}, 500) == (("prize", 500),)
    assert part_payment(splits, {"prize": 500}, 600) == (("prize", 500), ("house", 100))
    assert part_payment(splits, {"prize": 1000, "house": 100}, 200) == (("house", 100), ("season", 100))


def test_what_was_given_back_in_part_and_is_paid_again_goes_where_it_came_from_4_5() -> None:
    splits = (("prize", 1000), ("house", 200))
    # Of 6 + 6 the second is left; of 12 half went back, each fund its share.
    assert part_payment(splits, {"prize": 400, "house": 200}, 600) == (("prize", 600),)
    assert part_payment(splits, {"prize": 500, "house": 100}, 600) == (("prize", 500), ("house", 100))


@pytest.mark.parametrize(
    ("code", "params", "act"),
    [
        ("payment_not_positive", {}, lambda: part_payment((("prize", 10),), {}, 0)),
        (
            "payment_above_price",
            {"owed": 4, "amount": 5},
            lambda: part_payment((("prize", 10),), {"prize": 6}, 5),
        ),
        ("payment_not_positive", {}, lambda: refund((("prize", 10),), -1)),
        ("refund_above_payment", {"paid": 10, "amount": 11}, lambda: refund((("prize", 10),), 11)),
        ("money_line_negative", {}, lambda: Line("payment", "prize", -1)),
        ("fund_without_name", {}, lambda: Line("payment", " ", 1)),
        ("fund_without_name", {}, lambda: Line("moved", "prize", 1)),
        ("fund_without_name", {}, lambda: Line("payment", "prize", 1, to="house")),
        ("unknown_choice", {"setting": "act", "choice": "theft"}, lambda: Line("theft", "prize", 1)),
        (
            "unknown_choice",
            {"setting": "method", "choice": "shells"},
            lambda: Line("payment", "prize", 1, "shells"),
        ),
    ],
)
def test_what_cannot_be_paid_is_refused(code: str, params: dict[str, object], act: object) -> None:
    with pytest.raises(RuleError) as refused:
        act()
    assert (refused.value.code, refused.value.params) == (code, params)


SPLITS = st.lists(st.integers(0, 5000), min_size=1, max_size=4).map(
    lambda amounts: tuple(zip(("prize", "house", "bounty", "season"), amounts, strict=False))
)


@given(SPLITS, st.lists(st.integers(1, 4000), max_size=8))
def test_parts_fill_the_price_and_never_more(splits: tuple[tuple[str, int], ...], paid: list[int]) -> None:
    price, so_far, funds = sum(amount for _, amount in splits), 0, Counter[str]()
    for amount in paid:
        amount = min(amount, price - so_far)
        if not amount:
            break
        parts = part_payment(splits, funds, amount)
        assert sum(part for _, part in parts) == amount
        assert all(part > 0 for _, part in parts)
        funds.update(dict(parts))
        so_far += amount
    assert all(funds[fund] <= amount for fund, amount in splits)
    if so_far == price:
        assert all(funds[fund] == amount for fund, amount in splits)


@given(SPLITS, st.lists(st.integers(-4000, 4000), max_size=8))
def test_a_price_paid_in_parts_given_back_and_paid_again_is_split_as_the_whole(
    splits: tuple[tuple[str, int], ...], moved: list[int]
) -> None:
    price, paid = sum(part for _, part in splits), Counter[str]()
    for amount in moved:
        if amount > 0 and (part := min(amount, price - paid.total())):
            paid.update(dict(part_payment(splits, paid, part)))
        elif amount < 0 and (back := min(-amount, paid.total())):
            paid.subtract(dict(refund(tuple(paid.items()), back)))
    if owed := price - paid.total():
        paid.update(dict(part_payment(splits, paid, owed)))
    assert {fund: part for fund, part in paid.items() if part} == {
        fund: part for fund, part in splits if part
    }


@given(SPLITS, st.integers(1, 20_000))
def test_a_refund_gives_back_what_was_paid_and_no_fund_more_than_it_got(
    splits: tuple[tuple[str, int], ...], amount: int
) -> None:
    price = sum(part for _, part in splits)
    if amount > price:
        with pytest.raises(RuleError, match="refund_above_payment"):
            refund(splits, amount)
        return
    back = dict(refund(splits, amount))
    assert sum(back.values()) == amount
    assert all(0 < part <= dict(splits)[fund] for fund, part in back.items())
    assert amount < price or back == {fund: part for fund, part in splits if part}


# -- ten thousand nights ---------------------------------------------------------------------------------

NIGHTS = 10_000
DIGITS = {"EUR": 2, "CLP": 0, "KWD": 3}
METHODS = ("cash", "cash", "cash", "transfer", "card")


class Night:
    """One random night: its lines beside sums that are kept another way, one act at a time."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        digits = DIGITS[self.chance.choice(list(DIGITS))]
        unit = 10 ** max(0, digits - 1)
        self.price = tuple(
            (fund, self.chance.randrange(0, 90) * unit + self.chance.randrange(unit))
            for fund in ("prize", "house", "bounty", "season", "cena")[: self.chance.randrange(1, 6)]
        )
        bounty = dict(self.price).get("bounty", 0)
        self.book: Book[int] = Book(Terms(self.chance.choice(["plain", "progressive"]), bounty))
        self.acts: list[list[Line]] = []
        self.bullets = 0
        self.bounties_paid = 0

    @property
    def lines(self) -> list[Line]:
        return [line for act in self.acts for line in act]

    def left(self, fund: str) -> int:
        return books(self.lines).fund(fund).left

    def buy(self) -> None:
        """A buy-in, or a rebuy with half on top, whole or in two parts with different methods."""
        price = surcharged(self.price, self.chance.choice([0, 50]), self.chance.choice(["pool", "house"]))
        whole = sum(amount for _, amount in price)
        self.bullets += 1
        self.book = self.book.enter(self.bullets)
        begun = self.chance.choice([0, 0, self.chance.randrange(whole + 1)])
        act: list[Line] = []
        paid = Counter[str]()
        for amount in filter(None, (begun, whole - begun)):
            method, parts = self.chance.choice(METHODS), part_payment(price, paid, amount)
            act += [Line("payment", fund, part, method) for fund, part in parts]
            paid.update(dict(parts))
        self.acts.append(act)

    def give_back(self) -> None:
        """A payment refunded, whole or in part, from what its funds still hold."""
        paid = [act for act in self.acts if act and all(line.act == "payment" for line in act)]
        if not paid:
            return
        parts = [(line.fund, line.amount) for line in self.chance.choice(paid)]
        together = Counter[str]()
        for fund, amount in parts:
            together[fund] += amount
        whole = sum(together.values())
        back = refund(
            tuple(together.items()), self.chance.choice([whole, self.chance.randrange(1, whole + 1)])
        )
        if all(amount <= self.left(fund) for fund, amount in back if fund != "bounty") and not any(
            fund == "bounty" for fund, _ in back
        ):
            self.acts.append([Line("refund", fund, amount) for fund, amount in back])

    def bust(self) -> None:
        """A head falls to one or two players: the cash comes out of the bounties."""
        if len(self.book.heads) < 2:
            return
        busted, *others = self.chance.sample(list(self.book.heads), len(self.book.heads))
        self.book = self.book.knock_out(busted, others[: self.chance.choice([1, 1, 2])])
        self.pay_bounties()

    def pay_bounties(self) -> None:
        due = sum(self.book.paid.values()) - self.bounties_paid
        self.bounties_paid += due
        self.acts.append([Line("bounty", "bounty", due)] if due else [])

    def spend(self) -> None:
        """An expense of the house or out of the pool, money moved, or house money taken home."""
        fund = self.chance.choice(["house", "prize", "cena"])
        here = self.left(fund)
        if here > 0:
            amount = self.chance.randrange(1, here + 1)
            kind = self.chance.choice(["expense", "moved", "handed_on"])
            to = "season" if kind == "moved" else ""
            self.acts.append([Line(kind, fund, amount, to=to)])

    def take_back(self) -> None:
        """Undo the last act, or void an old one, where no head hangs on it."""
        if not self.acts:
            return
        at = self.chance.choice([len(self.acts) - 1, self.chance.randrange(len(self.acts))])
        if all(
            line.act in ("payment", "expense", "moved", "handed_on") for line in self.acts[at]
        ) and not any(line.fund == "bounty" for line in self.acts[at]):
            del self.acts[at]

    def end(self) -> None:
        """Prizes by a table or a deal, with a guarantee; heads that are left; then all of it is paid."""
        pool = PrizePool(max(0, self.left("prize")), guarantee=self.chance.choice([0, 5000]))
        lack = max(0, -self.left("prize"))
        if pool.overlay + lack:
            self.acts.append([Line("added", "prize", pool.overlay + lack)])
        winners = self.deal(pool.payable) if self.chance.random() < 0.3 else self.by_table(pool.payable)
        assert sum(winners) == pool.payable
        self.acts.append([Line("prize", "prize", amount) for amount in winners])
        if self.book.heads:
            self.book = self.book.finish(list(self.book.heads))
            self.pay_bounties()

    def by_table(self, payable: int) -> tuple[int, ...]:
        return apply(payable, proposed(max(self.bullets, 1)), self.chance.choice([1, 5, 500])).prizes

    def deal(self, payable: int) -> tuple[int, ...]:
        prizes = share(payable, (50, 30, 20)) if payable else (0, 0, 0)
        stacks = [self.chance.randrange(1, 90_000) for _ in prizes]
        method = self.chance.choice([icm, chip_chop, even])
        return custom(method(stacks, prizes, self.chance.choice([1, 5])), prizes)

    def check(self) -> None:
        found, sums, held = books(self.lines), Counter[str](), Counter[str]()
        for line in self.lines:
            sums[line.act] += line.amount
            way = {"payment": 1, "added": 1, "moved": 0}.get(line.act, -1)
            held[line.method] += way * line.amount
        assert found.adds_up
        assert found.money_in == sums["payment"] + sums["added"] - sums["refund"]
        paid = sums["prize"] + sums["bounty"] + sums["expense"] + sums["handed_on"]
        assert found.money_in == sum(fund.came_in for fund in found.funds) == paid + sum(held.values())
        assert {method: amount for method, amount in found.held.items() if amount} == {
            method: amount for method, amount in held.items() if amount
        }
        assert self.book.accounted == self.book.laid


def test_ten_thousand_nights_lose_no_cent_in_currencies_of_0_2_and_3_decimals() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(NIGHTS):
        night = Night(seed)
        acts = [night.buy, night.buy, night.buy, night.give_back, night.bust, night.spend, night.take_back]
        for _ in range(night.chance.randrange(1, 14)):
            night.chance.choice(acts)()
            night.check()
        night.end()
        night.check()
        assert (night.left("prize"), night.left("bounty"), night.book.in_play) == (0, 0, 0)
        kinds.update(line.act for line in night.lines)
    assert set(kinds) == {
        *("payment", "refund", "prize", "bounty", "expense"),
        *("handed_on", "added", "moved"),
    }


def test_what_moves_between_funds_came_in_once_where_it_was_paid_RULES_4_5() -> None:
    found = books([Line("payment", "house", 4000), Line("moved", "house", 88_500, to="prize")])
    assert (found.fund("house"), found.fund("prize")) == (
        Fund("house", 4000, 0, -88_500),
        Fund("prize", 0, 0, 88_500),
    )
    assert (found.fund("house").left, found.fund("prize").left, found.till) == (-84_500, 88_500, 4000)
    assert found.adds_up
