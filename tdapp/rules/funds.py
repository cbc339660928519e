"""Funds: every unit of money that came in has a place, and every unit that went out came from one.

Decides the books of a night (RULES 4.5, SPT-33): a payment is split over funds, a refund reverses its parts,
prizes, bounties and expenses are paid from a fund, and what is left is in the till.  Money is in minor
units; nothing is stored, the books are folded anew from their lines.

Always: in = Σ funds = prizes + bounties + expenses + handed on + till (``Books.adds_up``).

Worked example (SPT-33): eight times "10 + 2" are 96 in, of which 80 to the prizes and 16 to the house; after
prizes of 50, 20 and 10 the till holds 16.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import share

PRIZE, HOUSE, BOUNTY, SEASON = "prize", "house", "bounty", "season"
Act = Literal["payment", "refund", "prize", "bounty", "expense", "handed_on", "added", "moved"]
Method = Literal["cash", "transfer", "card"]

INWARD: frozenset[str] = frozenset({"payment", "added"})
OUTWARD: frozenset[str] = frozenset({"refund", "prize", "bounty", "expense", "handed_on"})


@dataclass(frozen=True)
class Line:
    """One line of the books.

    ``amount`` is 0 or more; the act says which way it went.  "payment" and "added" (an overlay, a sponsor)
    bring it into the fund; "refund", "prize", "bounty", "expense" and "handed_on" (house or season money that
    left the till) take it out of the fund; "moved" takes it from ``fund`` to ``to`` and moves no cash.
    What somebody owes is no line: it comes in when it is paid.  Raises ``unknown_choice`` (setting, choice),
    ``money_line_negative``, ``fund_without_name``.
    """

    act: Act
    fund: str
    amount: int
    method: Method = "cash"
    to: str = ""

    def __post_init__(self) -> None:
        for setting, choice, choices in (("act", self.act, Act), ("method", self.method, Method)):
            if choice not in get_args(choices):
                raise RuleError("unknown_choice", setting=setting, choice=choice)
        if self.amount < 0:
            raise RuleError("money_line_negative")
        if not self.fund.strip() or (self.act == "moved") != bool(self.to.strip()):
            raise RuleError("fund_without_name")


@dataclass(frozen=True)
class Fund:
    """One fund: what came into it, what was paid out of it, what it still holds (below 0: overdrawn).

    ``moved`` is what came from other funds, less what went to them: an overlay, a head that nobody took.
    """

    name: str
    came_in: int
    paid_out: int
    moved: int = 0

    @property
    def left(self) -> int:
        return self.came_in + self.moved - self.paid_out


@dataclass(frozen=True)
class Books:
    """The night's money: funds in order of first mention, what each act came to, what each method holds."""

    funds: tuple[Fund, ...]
    acts: Mapping[str, int]
    held: Mapping[str, int]

    @property
    def money_in(self) -> int:
        """What players paid and others added, less what was given back."""
        return self.acts.get("payment", 0) + self.acts.get("added", 0) - self.acts.get("refund", 0)

    @property
    def paid_out(self) -> int:
        """What left the till otherwise: prizes, bounties, expenses and what was handed on."""
        return sum(self.acts.get(act, 0) for act in OUTWARD if act != "refund")

    @property
    def till(self) -> int:
        """What should be there by any method; ``held["cash"]`` is what should be in the drawer."""
        return sum(self.held.values())

    @property
    def left(self) -> int:
        """What all funds hold."""
        return sum(fund.left for fund in self.funds)

    @property
    def adds_up(self) -> bool:
        """Whether all that came in is in the funds, and all of it either paid out or in the till."""
        in_funds = sum(fund.came_in for fund in self.funds)
        whole = self.money_in == in_funds == self.paid_out + self.till and self.left == self.till
        return whole and not sum(fund.moved for fund in self.funds)

    def fund(self, name: str) -> Fund:
        """The fund of that name; an empty one where nobody paid into it."""
        return next((fund for fund in self.funds if fund.name == name), Fund(name, 0, 0))

    def remarks(self) -> tuple[Remark, ...]:
        """``fund_overdrawn`` (fund, missing) and ``method_overdrawn`` (method, missing)."""
        said = [
            Remark("fund_overdrawn", {"fund": fund.name, "missing": -fund.left})
            for fund in self.funds
            if fund.left < 0
        ]
        said += [
            Remark("method_overdrawn", {"method": method, "missing": -amount})
            for method, amount in self.held.items()
            if amount < 0
        ]
        return tuple(said)


def books(lines: Iterable[Line]) -> Books:
    """The books after these lines, in whatever order they come."""
    came_in: Counter[str] = Counter()
    paid_out: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    held: Counter[str] = Counter()
    names: dict[str, None] = {}
    for line in lines:
        names[line.fund] = None
        acts[line.act] += line.amount
        if line.act == "moved":
            names[line.to] = None
            moved[line.fund] -= line.amount
            moved[line.to] += line.amount
        elif line.act in INWARD:
            came_in[line.fund] += line.amount
            held[line.method] += line.amount
        else:
            # What is given back never came in.
            (came_in if line.act == "refund" else paid_out)[line.fund] += (
                -line.amount if line.act == "refund" else line.amount
            )
            held[line.method] -= line.amount
    found = tuple(Fund(name, came_in[name], paid_out[name], moved[name]) for name in names)
    return Books(found, dict(acts), dict(held))


# -- a payment in parts ----------------------------------------------------------------------------------

Parts = tuple[tuple[str, int], ...]


def part_payment(splits: Sequence[tuple[str, int]], paid: Mapping[str, int], amount: int) -> Parts:
    """Where ``amount`` of a price goes of which each fund has what ``paid`` says: in order, each until it has
    its split.

    So what was paid in parts, given back in part and paid again is split as one payment would have been,
    once it is whole: 6 of "10 + 2" given back leave 5 + 1, and the next 6 are 5 + 1.  Raises
    ``payment_not_positive``, ``payment_above_price`` (owed, amount).
    """
    owed = sum(part for _, part in splits) - sum(paid.values())
    if amount <= 0:
        raise RuleError("payment_not_positive")
    if amount > owed:
        raise RuleError("payment_above_price", owed=owed, amount=amount)
    whole: Counter[str] = Counter()
    for fund, part in splits:
        whole[fund] += part
    found = []
    for fund, part in whole.items():
        here = min(amount, part - paid.get(fund, 0))
        if here > 0:
            found.append((fund, here))
            amount -= here
    return tuple(found)


def refund(allocations: Sequence[tuple[str, int]], amount: int) -> Parts:
    """The parts of a payment that go back: all of each for the whole, else in proportion (4.5).

    Raises ``payment_not_positive``, ``refund_above_payment`` (paid, amount).
    """
    paid = sum(part for _, part in allocations)
    if amount <= 0:
        raise RuleError("payment_not_positive")
    if amount > paid:
        raise RuleError("refund_above_payment", paid=paid, amount=amount)
    # What stays is shared, not what goes: a share rounded up could be more than there is.
    stays = share(paid - amount, [part for _, part in allocations])
    back = [(fund, part - kept) for (fund, part), kept in zip(allocations, stays, strict=True)]
    return tuple((fund, part) for fund, part in back if part)
