"""Where every unit of money is, as the desk shows it: the sum, the funds, who owes, what went otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.cash import books as cash_books
from tdapp.cash import queries as cash
from tdapp.cash.dues import dues, every_price
from tdapp.cash.expenses import expenses_of
from tdapp.cash.models import Expense
from tdapp.opens.funds import OTHER, OWN, named
from tdapp.opens.models import Open
from tdapp.opens.queries import Field
from tdapp.rules.errors import Remark
from tdapp.rules.funds import Books, Fund
from tdapp.web import expense_words, figures, messages
from tdapp.web.money_refusals import fund as fund_word


@dataclass(frozen=True)
class FundLine:
    """A fund in the viewer's words, in minor units; below 0 it is overdrawn."""

    word: str
    came_in: int
    moved: int
    paid_out: int
    left: int


@dataclass(frozen=True)
class Spent:
    """A line of expenses: what it is called, what for, and how it was paid where not in cash.

    ``amount`` in minor units, above 0; ``came`` where it came in from outside.
    """

    id: int
    title: str
    text: str
    amount: int
    came: bool
    how: str
    at: datetime


@dataclass(frozen=True)
class Look:
    """The night's money. ``parts`` are what came in, again: (what became of it, minor units)."""

    books: Books
    pool: cash.Pool
    locked: bool
    funds: tuple[FundLine, ...]
    parts: tuple[tuple[str, int], ...]
    spent: tuple[Spent, ...]
    debts: tuple[cash.Debt, ...]
    said: tuple[str, ...]
    guarantee: str

    @property
    def moved(self) -> bool:
        """Whether money went from one fund to another."""
        return any(one.moved for one in self.funds)

    @property
    def owed(self) -> int:
        """What all debts come to, in minor units."""
        return sum(debt.amount for debt in self.debts)

    @property
    def held(self) -> tuple[tuple[str, int], ...]:
        """What is there by method, where it is not all cash."""
        found = tuple((method, amount) for method, amount in self.books.held.items() if amount)
        return found if any(method != "cash" for method, _amount in found) else ()


def look(open: Open, everyone: Field, opening: int = 0) -> Look:
    """The money as it stands; the number of queries does not grow with the entries.

    ``opening`` is the float of the till, out of which more cash may be paid than came in.
    """
    owed = dues(open, everyone)
    pool = cash.pool(open, everyone, owed)
    books = cash_books.books(open, everyone, pool)
    locked = open.prizes_locked_at is not None
    said = [
        *(one for one in pool.remarks if not (locked and one.code == "overlay_due")),
        *(one for one in books.remarks() if not _out_of_the_float(one, opening)),
    ]
    return Look(
        books=books,
        pool=pool,
        locked=locked,
        funds=fund_lines(open, books),
        parts=parts_of(books),
        spent=tuple(spent_line(row, open) for row in expenses_of(open)),
        debts=cash.debts(open, everyone, owed),
        said=tuple(messages.remark(one, open) for one in said),
        guarantee=_guarantee(open, pool, locked),
    )


def _out_of_the_float(remark: Remark, opening: int) -> bool:
    """Whether the cash that is missing by the books lay in the till before."""
    method, missing = remark.params.get("method"), remark.params.get("missing")
    return method == "cash" and isinstance(missing, int) and missing <= opening


def fund_lines(open: Open, books: Books) -> tuple[FundLine, ...]:
    """All funds, in the order in which every page and sheet shows them."""
    return tuple(
        FundLine(word_of(one.name, open), one.came_in, one.moved, one.paid_out, one.left)
        for one in sorted(books.funds, key=_in_order)
    )


def _in_order(fund: Fund) -> int:
    """The funds that every open knows first, the club's own as they came."""
    return OWN.index(fund.name) if fund.name in OWN else len(OWN)


def word_of(fund: str, open: Open) -> str:
    """A fund's name in the viewer's words; the club's own as they wrote it."""
    return _("another fund") if fund == OTHER else fund_word(fund, open)


def parts_of(books: Books) -> tuple[tuple[str, int], ...]:
    """What came in, again: (what became of it in words, minor units)."""
    acts = books.acts
    gone = (
        (_("prizes handed over"), acts.get("prize", 0)),
        (_("bounties paid"), acts.get("bounty", 0)),
        (_("expenses"), acts.get("expense", 0)),
        (_("handed on"), acts.get("handed_on", 0)),
    )
    return (
        *(one for one in gone if one[1]),
        (_("still there") if books.till >= 0 else _("more than came in"), books.till),
    )


def spent_line(row: Expense, open: Open) -> Spent:
    """One line of expenses in words."""
    how = {"transfer": _("by transfer"), "card": _("by card")}.get(row.method, "")
    title = expense_words.title(named(row.fund, row.label), row.amount, row.handed_on, open)
    return Spent(row.pk, title, row.text, abs(row.amount), row.amount < 0, how, row.at)


def _guarantee(open: Open, pool: cash.Pool, locked: bool) -> str:
    """What became of the guarantee; until the prizes are locked what is missing is a remark."""
    if not open.guarantee:
        return _("Nothing is guaranteed: the prizes are what comes in.")
    words = {
        "guarantee": figures.money_of(open, open.guarantee),
        "overlay": figures.money_of(open, pool.overlay),
    }
    if not pool.overlay:
        return _("The guarantee of %(guarantee)s is reached.") % words
    return _("The house adds %(overlay)s to reach %(guarantee)s.") % words if locked else ""


def funds_known(open: Open, books: Books) -> tuple[str, ...]:
    """The funds that money may come into or go out of: those of every open, and the club's own by name."""
    priced = (fund for price in every_price(open).values() for fund, _amount in price.splits)
    there = dict.fromkeys((*(one.name for one in books.funds), *priced))
    own = [name for name in there if name not in OWN and name != OTHER]
    return ("prize", "house", "season", *(("bounty",) if "bounty" in there else ()), *own)
