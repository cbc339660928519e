"""Parts of larger acts on entries, outs and stacks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tdapp.journal.recorder import Change
from tdapp.opens.models import Entry, Open, Out, StackChange
from tdapp.players.models import Player
from tdapp.rules.errors import RuleError

ORDER_STEP = 1024
"""Room between two outs, so that one can be put between them later without touching others."""


def add_entry(
    change: Change, *, open: Open, player: Player, flight: int = 0, buy_in: int | None = None
) -> Entry:
    """Enter a player once. RuleError: ``player_already_in``."""
    if Entry.objects.filter(open=open, player=player).exists():
        raise RuleError("player_already_in", player=player.pk, overrule=False)
    return change.create(
        Entry, open=open, player=player, order=change.entry.pk, flight=flight, buy_in_id=buy_in
    )


def finish_entry(
    change: Change,
    *,
    entry: Entry,
    order: int,
    hand: int,
    by: Entry | None = None,
    at: datetime | None = None,
    level: int | None = None,
    stack_before: int | None = None,
) -> Out:
    """Eliminate an entry. RuleError: ``out_already``, ``out_by_himself``."""
    if by is not None and by.pk == entry.pk:
        raise RuleError("out_by_himself", entry=entry.pk)
    if Out.objects.filter(entry=entry).exists():
        raise RuleError("out_already", entry=entry.pk)
    return change.create(
        Out,
        entry=entry,
        by=by,
        at=at or change.now,
        order=order,
        hand=hand,
        level=level,
        stack_before=stack_before,
    )


def new_orders(change: Change, groups: Sequence[Sequence[Entry]]) -> dict[int, int]:
    """Orders behind every earlier out, one for each group, equal within it (entry id → order)."""
    start = change.entry.pk * ORDER_STEP
    return {entry.pk: start + place for place, group in enumerate(groups) for entry in group}


def order_before(change: Change, *, open: Open, out: Out, groups: int = 1) -> int:
    """An order just earlier than ``out`` and later than every out before it, spacing all anew if need be;
    so many ``groups`` have room from there on."""
    middle = _middle_before(open, out, groups)
    if middle is None:
        _space_out(change, open)
        out.refresh_from_db()
        middle = _middle_before(open, out, groups)
    assert middle is not None, "outs were just spaced"
    return middle


def order_after(change: Change, *, open: Open, out: Out) -> int:
    """An order just later than ``out`` and earlier than every out after it."""
    later = [one for one in _outs(open) if one.order > out.order]
    return order_before(change, open=open, out=later[0]) if later else change.entry.pk * ORDER_STEP


def orders_in_hand(
    change: Change, *, open: Open, hand: int, groups: int, below: Out | None = None
) -> list[int]:
    """Orders for so many groups out in an earlier hand: where its outs stand now, else just before the
    outs of later hands and ``below`` (who had got further, RULES 4.1); behind every out where there are
    none."""
    others = [out.order for out in _outs(open) if out.hand != hand]
    own = [out.order for out in _outs(open) if out.hand == hand]
    above = below.pk if below is not None else None
    later = [out.order for out in _outs(open) if out.hand > hand or out.pk == above]
    if own or not later:
        first = min(own) if own else max([hand * ORDER_STEP, *(order + 1 for order in others)])
        room = min((order for order in others if order > first), default=first + groups) - first
    else:
        low = max((order for order in others if order < min(later)), default=min(later) - 2 * ORDER_STEP)
        first = (low + min(later)) // 2
        room = min(later) - first if first > low else 0
    if room < groups:
        _space_out(change, open)
        return orders_in_hand(change, open=open, hand=hand, groups=groups, below=below)
    return [first + place for place in range(groups)]


def _outs(open: Open) -> list[Out]:
    """All that happened in order, what was bought back too: heads fell with it (RULES 4.6)."""
    live = Out.everything.filter(voided=False, entry__open=open, entry__voided=False)
    return list(live.order_by("order", "pk"))


def _middle_before(open: Open, out: Out, groups: int) -> int | None:
    earlier = [one.order for one in _outs(open) if one.order < out.order]
    low = earlier[-1] if earlier else out.order - 2 * ORDER_STEP
    middle = (low + out.order) // 2
    return None if middle == low or out.order - middle < groups else middle


def _space_out(change: Change, open: Open) -> None:
    last, order = None, 0
    for out in _outs(open):
        if out.order != last:
            last, order = out.order, order + ORDER_STEP
        change.update(out, order=order)


def give_chips(change: Change, *, entry: Entry, source: str, chips: int) -> StackChange:
    """Hand chips out: the starting stack or a rebuy."""
    return change.create(
        StackChange, entry=entry, source=source, delta=chips, at=change.now, order=change.entry.pk
    )


def count_stack(
    change: Change, *, entry: Entry, chips: int, at: datetime | None = None, order: int | None = None
) -> StackChange:
    """Write down a counted stack. RuleError: ``chips_negative``."""
    if chips < 0:
        raise RuleError("chips_negative", entry=entry.pk)
    return change.create(
        StackChange,
        entry=entry,
        source="count",
        counted=chips,
        at=at or change.now,
        order=order if order is not None else change.entry.pk,
    )


def take_chips(change: Change, *, entry: Entry, chips: int) -> None:
    """The chips that somebody who goes out has left are taken out of play (VIV-22); nothing where he has
    none."""
    if chips:
        change.create(
            StackChange, entry=entry, source="back", delta=-chips, at=change.now, order=change.entry.pk
        )


def give_chips_back(change: Change, *, out: Out) -> None:
    """Bring back what ``take_chips`` took when that player went out."""
    taken = StackChange.objects.filter(entry=out.entry_id, source="back", order=out.hand, delta__lt=0)
    for line in taken:
        change.void(line)


def check_running(open: Open) -> None:
    """RuleError: ``not_started``, ``finished_already``."""
    if open.started_at is None:
        raise RuleError("not_started")
    check_unfinished(open)


def check_unfinished(open: Open) -> None:
    """RuleError: ``finished_already``; a finished open changes only after it is reopened."""
    if open.finished_at is not None:
        raise RuleError("finished_already")
