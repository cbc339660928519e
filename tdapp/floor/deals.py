"""Deals: what those left agree to share, from the stacks counted now (RULES 2.12, 4.4).

A deal is one act: the stacks are counted, the prizes locked as they stand, and those left win what they
agreed to instead of the prizes of their places.  Places still come from play, or from the counted chips
where play stops.  A deal that is refused afterwards is undone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from tdapp.cash import queries as cash
from tdapp.cash import steps as cash_steps
from tdapp.cash.models import Deal, DealShare
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open
from tdapp.opens.queries import Entrant, Field, field
from tdapp.opens.steps import check_running, count_stack
from tdapp.rules import deals
from tdapp.rules.errors import Remark, RuleError

NEEDS_STACKS = ("icm", "chip_chop")


@dataclass(frozen=True)
class Proposal:
    """What one method gives: entry → minor units; ``problem`` where it cannot be reckoned yet."""

    method: str
    amounts: Mapping[int, int]
    remarks: tuple[Remark, ...] = ()
    problem: RuleError | None = None


@dataclass(frozen=True)
class DealView:
    """The methods side by side.

    ``prizes`` are those of the places that are left (0 where one is not paid), ``to_share`` what of them
    is not left to play for; ``counted`` None until every stack is known, ``in_play`` the chips there are.
    """

    players: tuple[Entrant, ...]
    proposals: tuple[Proposal, ...]
    prizes: tuple[int, ...]
    to_share: int
    counted: int | None
    in_play: int
    remarks: tuple[Remark, ...]

    @property
    def total(self) -> int:
        """All that is left to be won."""
        return sum(self.prizes)

    def of(self, method: str) -> Proposal | None:
        return next((one for one in self.proposals if one.method == method), None)


def compare(
    open: Open,
    field: Field,
    stacks: Mapping[int, int],
    left_to_play: int = 0,
    unit: int = 1,
    amounts: Mapping[int, int] | None = None,
    prizes: cash.Prizes | None = None,
) -> DealView:
    """What each method gives those left: ICM, chip chop, even, and ``amounts`` of their own (entry → money).

    ``stacks`` (entry → chips) of all of them, or of some while they are typed: then only what needs no
    stack is reckoned.  What a method cannot reckon with (no stack, too much left to play for) is its
    ``problem``.
    """
    prizes = prizes or cash.prizes(open, cash.pool(open, field))
    keys = [entrant.id for entrant in field.left]
    left = left_prizes(prizes, len(keys))
    whole = all(key in stacks for key in keys)
    methods = [name for name in deals.METHODS if name != "custom" or amounts is not None]
    proposals = tuple(
        _proposal(name, keys, stacks if whole else {}, left, left_to_play, unit, amounts)
        for name in methods
        if whole or name not in NEEDS_STACKS
    )
    counted = sum(stacks[key] for key in keys) if whole else None
    said: tuple[Remark, ...] = ()
    if counted is not None and counted != field.chips_in_play:
        said = (Remark("count_differs", {"counted": counted, "expected": field.chips_in_play}),)
    return DealView(field.left, proposals, left, sum(left) - left_to_play, counted, field.chips_in_play, said)


def last_moved(field: Field) -> int:
    """The act that chips last moved by: a hand, an out, a count."""
    moved = (lines[-1].order for lines in field.ledgers.values())
    return max((*moved, *(out.hand for out in field.outs)), default=0)


def left_prizes(prizes: cash.Prizes, players: int) -> tuple[int, ...]:
    """The prizes of the places of those left, best first; 0 for a place that is not paid."""
    return tuple(prizes.of_place(place) for place in range(1, players + 1))


def _proposal(
    method: str,
    keys: Sequence[int],
    stacks: Mapping[int, int],
    prizes: Sequence[int],
    left_to_play: int,
    unit: int,
    amounts: Mapping[int, int] | None,
) -> Proposal:
    try:
        found = shares_of(method, keys, stacks, prizes, left_to_play, unit, amounts)
    except RuleError as error:
        return Proposal(method, {}, problem=error)
    # Without stacks there is no count to compare: the chips in play are said of the whole view.
    here = [stacks.get(key, 0) for key in keys]
    said = deals.remarks(here, prizes, [found[key] for key in keys], entries=keys)
    return Proposal(method, found, said)


def shares_of(
    method: str,
    keys: Sequence[int],
    stacks: Mapping[int, int],
    prizes: Sequence[int],
    left_to_play: int = 0,
    unit: int = 1,
    amounts: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """Entry → what ``method`` gives it; an even deal without stacks spreads what is left over.

    RuleError: ``unknown_choice``, ``count_needed`` (entries), ``deal_without_prizes`` and those of
    ``rules.deals``.
    """
    if method not in deals.METHODS:
        raise RuleError("unknown_choice", setting="deal", choice=method)
    if len(keys) < 2:
        raise RuleError("too_few_players", players=len(keys))
    if not sum(prizes):
        raise RuleError("deal_without_prizes")
    shared = deals.left_to_play_for(prizes, left_to_play)
    if method == "custom":
        given = amounts or {}
        return dict(zip(keys, deals.custom([given.get(key, 0) for key in keys], shared), strict=True))
    if stacks or method in NEEDS_STACKS:
        if missing := tuple(key for key in keys if key not in stacks):
            raise RuleError("count_needed", entries=missing)
        here = [stacks[key] for key in keys]
    else:
        here = [1] * len(keys)
    if method == "icm":
        found = deals.icm(here, shared, unit)
    elif method == "chip_chop":
        found = deals.chip_chop(here, shared, unit)
    else:
        found = deals.even(here, shared, unit, rest_to_leader=bool(stacks))
    return dict(zip(keys, found, strict=True))


@once
def agree_deal(
    *,
    open: Open,
    method: str,
    agreed: Collection[Entry],
    stacks: Mapping[Entry, int] | None = None,
    left_to_play: int = 0,
    unit: int = 1,
    amounts: Mapping[Entry, int] | None = None,
    seen: int | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Make the deal that everybody left has ``agreed`` to; its shares sum to what is left exactly.

    ``stacks`` (chips) count everybody or nobody ("even"); counted ones go into the ledgers as they are,
    whatever is said to be in play.  ``amounts`` (minor units) are those of a custom deal; ``left_to_play``
    is won by the winner.  ``seen`` is the act that chips had last moved by when the stacks were typed.
    Prizes are locked if they were not.
    RuleError: ``deal_already``, ``deal_not_agreed`` (players), ``not_playing`` (entry), ``not_started``,
    ``finished_already``, those of ``shares_of`` and of ``payouts.check_lock``; ``prizes_do_not_sum`` and
    ``stacks_moved`` (chips moved after ``seen``) may be overruled.
    """
    with record(open.stream, "deal_agreed", **act) as change:
        open.refresh_from_db()
        check_running(open)
        if Deal.objects.filter(open=open).exists():
            raise RuleError("deal_already")
        everyone = field(open)
        left = {entrant.id for entrant in everyone.left}
        counted, given = _by_id(stacks), _by_id(amounts)
        for key in (*counted, *given):
            if key not in left:
                raise RuleError("not_playing", entry=key)
        keys = [entrant.id for entrant in everyone.left]
        pool = cash.pool(open, everyone)
        prizes = left_prizes(cash.prizes(open, pool), len(keys))
        shares = shares_of(method, keys, counted, prizes, left_to_play, unit, given)
        moved = seen is not None and bool(counted) and last_moved(everyone) > seen
        if moved and "stacks_moved" not in overruled:
            raise RuleError("stacks_moved", overrule=True)
        deals.check_consent(keys, {entry.pk for entry in agreed})
        if open.prizes_locked_at is None:
            cash_steps.lock_prizes(change, open=open, pool=pool, overruled=tuple(overruled))
        _write(change, open, method, left_to_play, shares, counted)
    return change.entry


def _by_id(given: Mapping[Entry, int] | None) -> dict[int, int]:
    return {entry.pk: figure for entry, figure in (given or {}).items()}


def _write(
    change: Change,
    open: Open,
    method: str,
    left_to_play: int,
    shares: Mapping[int, int],
    counted: Mapping[int, int],
) -> None:
    entries = Entry.objects.in_bulk(shares)
    for key, chips in counted.items():
        count_stack(change, entry=entries[key], chips=chips)
    deal = change.create(
        Deal,
        open=open,
        method=method,
        left_to_play_for=left_to_play,
        at=change.now,
        order=change.entry.pk,
    )
    for key, amount in shares.items():
        change.create(
            DealShare,
            deal=deal,
            entry=entries[key],
            stack=counted.get(key, 0),
            amount=amount,
            agreed_at=change.now,
        )
    change.note(method=method, left=left_to_play, shares={str(key): amount for key, amount in shares.items()})
