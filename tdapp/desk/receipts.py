"""Receipts: one for each entry, with all it bought, what was paid how, and the seat.

An entry's number in its open is its place among all who ever signed up, withdrawn ones included, so a receipt
printed again has the number that it had.  Heights are in millimetres and agree with static/css/prints.css.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tdapp.clock.queries import current_round
from tdapp.desk.purchases import Account, accounts
from tdapp.floor.queries import seatings
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Entrant, Field
from tdapp.players.names import folded
from tdapp.rules.funds import part_payment
from tdapp.web import figures
from tdapp.web.leaves import WHOLE, Leaf, packed, size_of
from tdapp.web.money_refusals import fund

FRAME, TITLE, LINE = 45, 7, 5
"""What every receipt takes, the line of a thing bought, each line under it."""
ROLLS = (100, 150, 200, 297)
"""The lengths of a page of an 80 mm roll."""
ROLL_EDGE = 10
"""What the edges of a roll's page take of it."""


@dataclass(frozen=True)
class Item:
    """One thing bought: its price as it is split ("10 € + 2 €") and where that goes ("prizes 10 €, …")."""

    account: Account
    split: str
    funds: str

    @property
    def several(self) -> bool:
        """Whether the price goes to several funds."""
        return len(self.account.due.price.splits) > 1

    @property
    def height(self) -> int:
        owes = bool(self.account.due.owed)
        return TITLE + LINE * (bool(self.funds) + len(self.account.paid) + owes)


@dataclass(frozen=True)
class Receipt:
    """One entry's receipt; ``table`` is its label, with ``seat`` None without one; money in minor units."""

    number: str
    entrant: Entrant
    table: str
    seat: int | None
    items: tuple[Item, ...]

    @property
    def paid(self) -> int:
        return sum(one.account.due.paid for one in self.items)

    @property
    def owes(self) -> int:
        return sum(one.account.due.owed for one in self.items)

    @property
    def size(self) -> str:
        return size_of(self.entrant.name)

    @property
    def height(self) -> int:
        return FRAME + sum(one.height for one in self.items)

    @property
    def roll(self) -> int:
        """The page of a roll that holds it; a longer one goes on on the next."""
        return next((length for length in ROLLS if self.height + ROLL_EDGE <= length), ROLLS[-1])


def receipts(open: Open, everyone: Field, order: str = "number") -> tuple[Receipt, ...]:
    """Everybody's, by ``number`` (who signed up first) or by ``name``; the queries do not grow with them."""
    by_entry = accounts(open, everyone)
    signed_up = Entry.everything.filter(open=open).order_by("pk").values_list("pk", flat=True)
    numbers = {pk: number for number, pk in enumerate(signed_up, start=1)}
    seats = {seat.entry_id: seat for seat in seatings(current_round(open))}
    found = []
    for one in everyone.entrants:
        seat = seats.get(one.id) if one.id not in everyone.out_ids else None
        found.append(
            Receipt(
                f"{open.code.upper()}-{numbers[one.id]:03}",
                one,
                seat.table.label if seat else "",
                seat.number if seat else None,
                tuple(_items(open, by_entry.get(one.id, ()))),
            )
        )
    return tuple(sorted(found, key=lambda one: folded(one.entrant.name)) if order == "name" else found)


def _items(open: Open, mine: Iterable[Account]) -> Iterable[Item]:
    for account in mine:
        price = account.due.price
        owes = part_payment(price.splits, {}, price.total) if price.total else ()
        funds = ", ".join(f"{fund(name, open)} {figures.money_of(open, part)}" for name, part in owes)
        yield Item(account, figures.split_of(open, price.splits), funds)


def sheets(found: Iterable[Receipt]) -> tuple[Leaf, ...]:
    """Two columns of receipts to cut, on A4 and Letter."""
    return packed(tuple(found), 2, WHOLE)
