"""Prizes beside those of the places: best hand, first out, bubble, a thing for a place ("a ham").

Money for them is set aside from its fund before the places share what is left, and leaves it when the
director gives the prize.  Who would get one is proposed where the outs say it, and given by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Unpack

from django.db.models import Sum

from tdapp.cash.models import Prize, SpecialPrize
from tdapp.cash.prizes import Prizes, won
from tdapp.cash.queries import pool
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.funds import OWN
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Entrant, Field, OutFact, field
from tdapp.opens.steps import check_unfinished
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.funds import PRIZE

LONGEST_TEXT = 80
"""Letters of what a prize is."""
NAMED = ("best_hand", "first_out", "bubble", "place")
"""Kinds that say by themselves what they are for, so that their text may stay empty."""


@dataclass(frozen=True)
class SpecialFact:
    """One special prize: ``amount`` in minor units (0: only what ``text`` says), from ``fund``.

    ``given`` is who has it, ``proposed`` are those whom the outs give it to, several where they tie; nobody
    while that is not known.
    """

    id: int
    kind: str
    text: str
    fund: str
    amount: int
    place: int | None
    given: Entrant | None
    proposed: tuple[Entrant, ...] = ()


def special_prizes(open: Open, everyone: Field, prizes: Prizes) -> tuple[SpecialFact, ...]:
    """Every special prize, in the order in which they were set; one query."""
    rows = list(SpecialPrize.objects.filter(open=open).order_by("pk"))
    if not rows:
        return ()
    bubble = _bubble(everyone, prizes) if any(row.kind == "bubble" for row in rows) else ()
    return tuple(_fact(row, everyone, bubble) for row in rows)


def _fact(row: SpecialPrize, everyone: Field, bubble: tuple[int, ...]) -> SpecialFact:
    by_id = everyone.by_id
    given = by_id.get(row.entry_id or 0)
    keys: tuple[int, ...] = ()
    if given is None:
        keys = {"bubble": bubble, "first_out": _first_out(everyone), "place": _of(everyone, row.place)}.get(
            row.kind, ()
        )
    proposed = tuple(by_id[key] for key in keys)
    return SpecialFact(row.pk, row.kind, row.text, row.fund, row.amount, row.place, given, proposed)


def _first_out(everyone: Field) -> tuple[int, ...]:
    """Who holds the lowest place of all; several where they went out as equals."""
    outs = _placed(everyone)
    last = max((everyone.places[out.entry].last for out in outs), default=0)
    return tuple(out.entry for out in outs if everyone.places[out.entry].last == last)


def _bubble(everyone: Field, prizes: Prizes) -> tuple[int, ...]:
    """Who holds the best place that wins nothing, once all who are left are in the money."""
    if not prizes.paid_places or len(everyone.left) > prizes.paid_places:
        return ()
    money = won(everyone, prizes)
    empty = [out.entry for out in _placed(everyone) if not money.get(out.entry)]
    best = min((everyone.places[key].first for key in empty), default=0)
    return tuple(key for key in empty if everyone.places[key].first == best)


def _of(everyone: Field, place: int | None) -> tuple[int, ...]:
    """Who holds that place, alone or among others."""
    held = everyone.places.items()
    return tuple(key for key, where in held if place is not None and where.first <= place <= where.last)


def _placed(everyone: Field) -> Sequence[OutFact]:
    """The outs that count: the disqualified win nothing."""
    return [out for out in everyone.outs if not out.disqualified and out.entry in everyone.places]


# -- acts --------------------------------------------------------------------------------------------------


@once
def add_special_prize(
    *,
    open: Open,
    kind: str,
    text: str = "",
    amount: int = 0,
    fund: str = "prize",
    place: int | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Set a prize that no place wins by its money, or a thing for a ``place``.

    RuleError: ``special_prize_unknown`` (kind), ``special_prize_empty`` (neither money nor a word),
    ``special_prize_without_place``, ``name_missing``, ``name_too_long``, ``money_negative``, ``no_such_fund``
    (fund), ``finished_already``; ``locked_prizes_uncovered`` (assigned, left: what the places would share of
    the locked prizes) may be overruled.
    """
    with record(open.stream, "special_prize_added", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        said = _text(kind, text, amount)
        if amount < 0:
            raise RuleError("money_negative")
        if kind == "place" and not place:
            raise RuleError("special_prize_without_place")
        if fund not in OWN:
            raise RuleError("no_such_fund", fund=fund)
        row = change.create(
            SpecialPrize,
            open=open,
            kind=kind,
            text=said,
            fund=fund,
            amount=amount,
            place=place if kind == "place" else None,
            at=change.now,
        )
        change.note(prize=row.pk, prize_kind=kind, amount=amount, place=row.place)
        if amount and fund == PRIZE:
            _check_locked(open, overruled)
    return change.entry


def _check_locked(open: Open, overruled: Collection[str]) -> None:
    """Locked prizes that what is set aside leaves without money are asked about."""
    if open.prizes_locked_at is None or "locked_prizes_uncovered" in overruled:
        return
    left = pool(open, field(open)).promised
    assigned = Prize.objects.filter(open=open).aggregate(total=Sum("amount"))["total"] or 0
    if assigned > left:
        raise RuleError("locked_prizes_uncovered", overrule=True, assigned=assigned, left=left)


def _text(kind: str, text: str, amount: int) -> str:
    if kind not in dict(SpecialPrize.KINDS):
        raise RuleError("special_prize_unknown", kind=kind)
    said = names.kept_text(text, LONGEST_TEXT)
    if not said and not amount:
        raise RuleError("special_prize_empty")
    return said if said or kind in NAMED else names.kept(text, LONGEST_TEXT)


@once
def give_special_prize(*, prize: SpecialPrize, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Give the prize to an entry: its money leaves the fund. After the end too.

    RuleError: ``special_prize_voided``, ``special_prize_given`` (entry), ``entry_withdrawn``.
    """
    with record(prize.open.stream, "special_prize_given", **act) as change:
        _read(prize)
        if prize.entry_id is not None:
            raise RuleError("special_prize_given", entry=prize.entry_id)
        if not Entry.objects.filter(pk=entry.pk, open=prize.open_id).exists():
            raise RuleError("entry_withdrawn", entry=entry.pk)
        change.update(prize, entry=entry)
        _note(change, prize, entry.pk)
    return change.entry


@once
def take_special_prize_back(*, prize: SpecialPrize, **act: Unpack[Act]) -> JournalEntry:
    """Take a prize back that the wrong one got.

    RuleError: ``special_prize_voided``, ``special_prize_not_given``.
    """
    with record(prize.open.stream, "special_prize_taken_back", **act) as change:
        _read(prize)
        if prize.entry_id is None:
            raise RuleError("special_prize_not_given")
        _note(change, prize, prize.entry_id)
        change.update(prize, entry=None)
    return change.entry


@once
def void_special_prize(*, prize: SpecialPrize, **act: Unpack[Act]) -> JournalEntry:
    """Take a prize off the list; what was set aside for it goes back to the places.

    RuleError: ``special_prize_voided``, ``special_prize_given`` (entry: it must be taken back first),
    ``finished_already``.
    """
    with record(prize.open.stream, "special_prize_voided", **act) as change:
        prize.open.refresh_from_db()
        check_unfinished(prize.open)
        _read(prize)
        if prize.entry_id is not None:
            raise RuleError("special_prize_given", entry=prize.entry_id)
        change.void(prize)
        _note(change, prize, None)
    return change.entry


def _read(prize: SpecialPrize) -> None:
    """The row as it is now."""
    prize.refresh_from_db()
    if prize.voided:
        raise RuleError("special_prize_voided")


def _note(change: Change, prize: SpecialPrize, entry: int | None) -> None:
    change.note(prize=prize.pk, prize_kind=prize.kind, amount=prize.amount, place=prize.place, entry=entry)
