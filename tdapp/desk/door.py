"""Everything the door shows, read once: who is signed up, who has paid, what the money comes to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tdapp.cash import queries as cash
from tdapp.cash.dues import Price, buy_in_now, dues
from tdapp.cash.queries import Pool, Prizes
from tdapp.clock.queries import current_round
from tdapp.desk.purchases import Account, accounts
from tdapp.floor.queries import seatings
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field, field
from tdapp.players.models import Player
from tdapp.rules import house
from tdapp.rules.errors import Remark
from tdapp.web import figures


@dataclass(frozen=True)
class Row:
    """One entry at the door; ``owes`` in minor units, ``table`` (its label) and ``seat`` None without one.

    ``paid`` is for the buy-in; ``owes_buy_in`` the part of the debt that is for it,
    which ``costs`` so much (``price``: as it is written); ``bought`` the rest of
    what was bought, ``how`` the buy-in was paid where not at once in cash.
    """

    number: int
    entrant: Entrant
    guest: bool
    paid: int
    owes: int
    table: str | None
    seat: int | None
    played: bool
    out: bool
    owes_buy_in: int = 0
    costs: int = 0
    price: str = ""
    how: str = ""
    bought: tuple[Account, ...] = ()


@dataclass(frozen=True)
class Door:
    """The door of an open at one moment."""

    rows: tuple[Row, ...]
    field: Field
    price: Price | None
    pool: Pool
    prizes: Prizes
    remarks: tuple[Remark, ...]

    @property
    def owed(self) -> int:
        """What is still to be paid, in minor units."""
        return sum(row.owes for row in self.rows)

    @property
    def unpaid(self) -> int:
        """How many owe of their buy-in: whom "all paid" would take it from."""
        return sum(1 for row in self.rows if row.owes_buy_in)


def look(open: Open, now: datetime) -> Door:
    """The door at ``now``; the number of queries does not grow with the entries."""
    everyone = field(open)
    owed = dues(open, everyone)
    pool = cash.pool(open, everyone, owed)
    prizes = cash.prizes(open, pool)
    price = buy_in_now(open, everyone, now)
    players = len(everyone.entrants)
    said = house.remarks(house_of(open), players) if players and not everyone.started else ()
    rows = _rows(open, everyone, accounts(open, everyone, owed))
    return Door(rows, everyone, price, pool, prizes, (*said, *_of_money(prizes, players)))


def _of_money(prizes: Prizes, players: int) -> tuple[Remark, ...]:
    # Before anybody paid every prize differs from the pool: that is no news.
    return prizes.remarks if players else ()


def _rows(open: Open, everyone: Field, by_entry: dict[int, tuple[Account, ...]]) -> tuple[Row, ...]:
    seats = {seat.entry_id: seat for seat in seatings(current_round(open))}
    inside = [entrant.player_id for entrant in everyone.entrants]
    guests = set(Player.objects.filter(pk__in=inside, guest=True).values_list("pk", flat=True))
    rows = []
    for number, one in enumerate(everyone.entrants, start=1):
        seat = seats.get(one.id)
        mine = by_entry[one.id]
        buy_in = next((account for account in mine if not account.due.purchase), None)
        rows.append(
            Row(
                number=number,
                entrant=one,
                guest=one.player_id in guests,
                paid=buy_in.due.paid if buy_in else 0,
                owes=sum(account.due.owed for account in mine),
                table=seat.table.label if seat else None,
                seat=seat.number if seat else None,
                played=one.id in everyone.ledgers,
                out=one.id in everyone.out_ids,
                owes_buy_in=buy_in.due.owed if buy_in else 0,
                costs=buy_in.due.price.total if buy_in else 0,
                price=figures.split_of(open, buy_in.due.price.splits) if buy_in else "",
                how=buy_in.how if buy_in and buy_in.unusual else "",
                bought=tuple(account for account in mine if account.due.purchase),
            )
        )
    return tuple(rows)
