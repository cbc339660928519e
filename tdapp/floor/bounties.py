"""Bounties at the desk: who took a head, kept in step with the outs, and what is set up for it (RULES 4.6).

Every act that puts somebody out, brings somebody back or ends the open calls ``follow`` in its own record:
one undo takes back the out and all that hung on it (fault 89).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from django.db.models import Sum

from tdapp.cash.models import BountyPrize
from tdapp.floor.heads import (
    Heads,
    Said,
    Setting,
    Wanted,
    fund_of,
    heads_of,
    setting_of,
    wanted_rows,
)
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import Entry, Open, Out
from tdapp.opens.queries import Field, field
from tdapp.opens.steps import check_unfinished
from tdapp.rules import bounties
from tdapp.rules.bounties import Terms
from tdapp.rules.errors import RuleError


def shared(takers: Sequence[int]) -> Said:
    """The head was taken by these, in odd-chip order; by nobody that anybody knows where there are none."""
    return Said("won", tuple(takers)) if takers else Said("unsaid")


def to_big_blind(open: Open) -> bool:
    """Whether the head of who is blinded off goes to the winner of his big blind (4.6)."""
    setting = setting_of(open)
    return setting is not None and setting.terms.without_taker == "big_blind"


def nobody() -> Said:
    """Nobody took it: he was blinded off, say."""
    return Said("left")


# -- in step with the outs ---------------------------------------------------------------------------------


def follow(change: Change, *, open: Open, said: Mapping[int, Said] | None = None) -> None:
    """Write the heads anew as the outs stand now; ``said`` is what this act knows, by the out's id.

    What it changed is kept in the entry (``heads``).  RuleErrors of ``heads_of``.
    """
    if not open.bounties:
        return
    rows = list(BountyPrize.objects.filter(open=open).order_by("pk"))
    told = said or {}
    heads = heads_of(open, field(open), told)
    left = {out for out, one in told.items() if one.how == "left"}
    left |= {one.out_id for one in rows if one.winner_id is None and one.out_id and one.out_id not in told}
    wanted = list(wanted_rows(heads, left)) if heads is not None else []
    changed = _write(change, open, rows, wanted)
    if heads is not None and changed:
        _note(change, heads, changed)


def _write(
    change: Change, open: Open, rows: Sequence[BountyPrize], wanted: Sequence[Wanted]
) -> set[int | None]:
    """Bring the rows up to date, out by out; the outs of which one changed (None: the end)."""
    changed: set[int | None] = set()
    for out in dict.fromkeys([*(row.out_id for row in rows), *(one.out for one in wanted)]):
        have = [row for row in rows if row.out_id == out]
        want = [one for one in wanted if one.out == out]
        if [(row.head_id, row.winner_id) for row in have] != [(one.head, one.winner) for one in want]:
            for row in have:
                change.void(row)
            for one in want:
                change.create(BountyPrize, open=open, out_id=out, at=change.now, **_columns(one))
            changed.add(out)
            continue
        for row, one in zip(have, want, strict=True):
            if (row.amount, row.to_head, row.envelope) != (one.amount, one.to_head, one.envelope):
                change.update(row, **_columns(one))
                changed.add(out)
    return changed


def cash_of(open: Open) -> dict[int, int]:
    """Entry → what it has won on heads in cash, in minor units."""
    won = BountyPrize.objects.filter(open=open, winner__isnull=False)
    return dict(won.values_list("winner").annotate(cash=Sum("amount")).order_by("winner"))


def note_given_back(change: Change, open: Open, before: Mapping[int, int]) -> None:
    """Note what each winner has less in cash than ``before``: it is in his pocket and is not his any more."""
    now = cash_of(open)
    back = [[entry, had - now.get(entry, 0)] for entry, had in before.items() if had > now.get(entry, 0)]
    if back:
        change.note(heads_back=back)


def _columns(one: Wanted) -> dict[str, Any]:
    return {
        "head_id": one.head,
        "winner_id": one.winner,
        "amount": one.amount,
        "to_head": one.to_head,
        "envelope": one.envelope,
    }


def _note(change: Change, heads: Heads, changed: Collection[int | None]) -> None:
    """What the story tells: [out, head, [[winner, cash, onto]], to the pool] of each head that fell anew."""
    falls = [
        [fall.out, fall.entry, [[one.entry, one.cash, one.onto] for one in fall.shares], fall.to_pool]
        for fall in heads.falls
        if fall.out in changed and (fall.shares or fall.to_pool)
    ]
    kept = [[entry, amount] for entry, amount in heads.kept.items()] if None in changed else []
    if falls:
        change.note(heads=falls)
    if kept:
        change.note(own_heads=kept)


# -- at the desk -------------------------------------------------------------------------------------------


@once
def say_taker(
    *, out: Out, takers: Sequence[Entry] = (), left: bool = False, **act: Unpack[Act]
) -> JournalEntry:
    """Say, or correct, who took a head: one, several in odd-chip order, or with ``left`` nobody, because he
    was blinded off (the head goes where the terms say).  Without any of it nobody has said so yet.

    RuleError: ``not_out``, ``no_bounties``, ``out_by_himself``, ``taker_twice`` (entry), ``not_playing``,
    ``finished_already``, those of ``heads_of``.
    """
    open = out.entry.open
    with record(open.stream, "bounty_corrected", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        out.refresh_from_db()
        if out.voided:
            raise RuleError("not_out", entry=out.entry_id)
        if not open.bounties:
            raise RuleError("no_bounties")
        keys = check_takers(field(open), [out.entry_id], takers)
        # One who took it put him out; of several nobody did alone.
        change.update(out, by=takers[0] if len(keys) == 1 else None)
        follow(change, open=open, said={out.pk: nobody() if left and not keys else shared(keys)})
        change.note(out=out.pk, entry=out.entry_id, takers=keys, left=left and not keys)
    return change.entry


def check_takers(everyone: Field, busted: Collection[int], takers: Sequence[Entry]) -> list[int]:
    """The ids of those who took a head.

    RuleError: ``out_by_himself`` (entry), ``taker_twice`` (entry), ``not_playing`` (entry).
    """
    keys = [entry.pk for entry in takers]
    for entry in keys:
        if entry in busted:
            raise RuleError("out_by_himself", entry=entry)
        if keys.count(entry) > 1:
            raise RuleError("taker_twice", entry=entry)
        if entry not in {one.id for one in everyone.playing}:
            raise RuleError("not_playing", entry=entry)
    return keys


@once
def name_head(*, open: Open, entry: Entry, amount: int | None = None, **act: Unpack[Act]) -> JournalEntry:
    """Put the bounty on one player by name; ``amount`` where it is not what the terms say.

    RuleError: ``bounties_not_single``, ``bounties_begun``, ``not_playing``, ``bounty_negative``,
    ``finished_already``.
    """
    with record(open.stream, "bounty_named", **act) as change:
        setting, everyone = _single(open)
        if entry.pk not in {one.id for one in everyone.left}:
            raise RuleError("not_playing", entry=entry.pk)
        terms = setting.terms if amount is None else replace(setting.terms, amount=amount)
        _write_setting(change, open, Setting(terms, head=entry.pk))
        change.note(entry=entry.pk, amount=terms.amount)
    return change.entry


@once
def draw_head(*, open: Open, seed: str, amount: int | None = None, **act: Unpack[Act]) -> JournalEntry:
    """Put the bounty on one of those still in by lot, secretly: only the seal of ``seed`` is shown until the
    head falls or the open ends, then the seed proves that it stood before.

    RuleError: ``bounties_not_single``, ``bounties_begun``, ``nothing_to_draw``, ``bounty_negative``,
    ``finished_already``.
    """
    with record(open.stream, "bounty_drawn", **act) as change:
        setting, everyone = _single(open)
        among = tuple(one.id for one in everyone.left)
        bounties.draw_head(among, seed)
        terms = setting.terms if amount is None else replace(setting.terms, amount=amount)
        _write_setting(change, open, Setting(terms, drawn=among, seed=seed))
        change.note(players=len(among), seal=bounties.seal(seed), amount=terms.amount)
    return change.entry


def _single(open: Open) -> tuple[Setting, Field]:
    open.refresh_from_db()
    check_unfinished(open)
    setting, everyone = setting_of(open), field(open)
    if setting is None or setting.terms.kind != "single":
        raise RuleError("bounties_not_single")
    if any(out.entry == setting.on for out in (*everyone.outs, *everyone.bought_back)):
        raise RuleError("bounties_begun")
    return setting, everyone


def _write_setting(change: Change, open: Open, setting: Setting) -> None:
    change.update(open, bounties=setting.to_dict())
    follow(change, open=open)


@once
def fill_envelopes(
    *, open: Open, amounts: Sequence[int], seed: str, overruled: Collection[str] = (), **act: Unpack[Act]
) -> JournalEntry:
    """Fill the envelopes of a mystery night, which the seed shuffles; none may have been opened.

    RuleError: ``bounties_not_mystery``, ``bounties_begun``, ``bounty_negative``, ``finished_already``;
    ``envelopes_do_not_sum`` (total, fund, missing) and ``envelopes_too_few`` (envelopes, heads) may be
    overruled.
    """
    with record(open.stream, "envelopes_filled", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        setting, everyone = setting_of(open), field(open)
        if setting is None or setting.terms.kind != "mystery":
            raise RuleError("bounties_not_mystery")
        if BountyPrize.objects.filter(open=open, envelope__isnull=False).exists():
            raise RuleError("bounties_begun")
        if any(amount < 0 for amount in amounts):
            raise RuleError("bounty_negative")
        _check_envelopes(amounts, fund_of(open, everyone), heads_to_fall(everyone), overruled)
        filled = replace(setting, envelopes=tuple(amounts), envelope_seed=seed)
        _write_setting(change, open, filled)
        change.note(envelopes=len(amounts), amount=sum(amounts), overruled=sorted(overruled))
    return change.entry


def heads_to_fall(everyone: Field) -> int:
    """How many heads fall until one player is left, counting those that fell."""
    return max(0, len(everyone.playing) + len(everyone.bought_back) - 1)


def _check_envelopes(amounts: Sequence[int], fund: int, heads: int, overruled: Collection[str]) -> None:
    """Each in its turn, so that the one passed does not hide the other."""
    for code, checked in (("envelopes_do_not_sum", fund), ("envelopes_too_few", sum(amounts))):
        if code in overruled:
            continue
        try:
            bounties.check_envelopes(amounts, checked, heads)
        except RuleError as error:
            if error.code not in overruled:
                raise


# -- terms -------------------------------------------------------------------------------------------------


def check_terms(terms: Terms | None, buy_in: Mapping[str, int]) -> None:
    """RuleError: ``bounty_unpriced``: no part of the price is for the heads that everybody has."""
    if terms is not None and terms.kind in ("plain", "progressive") and not buy_in.get("bounty", 0):
        raise RuleError("bounty_unpriced")


def row_of(terms: Terms | None, buy_in: Mapping[str, int], before: Setting | None = None) -> dict[str, Any]:
    """``Open.bounties`` for new terms; what was named, drawn or filled stays while the kind does.

    Where everybody has a head it is worth what the price says.
    """
    if terms is None:
        return {}
    if terms.kind != "single":
        terms = replace(terms, amount=buy_in.get("bounty", 0))
    kept = before if before is not None and before.terms.kind == terms.kind else None
    return replace(kept, terms=terms).to_dict() if kept else Setting(terms).to_dict()


def check_change(open: Open, after: Mapping[str, Any]) -> None:
    """RuleError: ``bounties_begun``: heads have fallen for money, and their terms stay."""
    if after != open.bounties and BountyPrize.objects.filter(open=open).exists():
        raise RuleError("bounties_begun")
