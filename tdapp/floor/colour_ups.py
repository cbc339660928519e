"""Colour-ups (RULES 2.8): chips that leave play, and by how much the chips in play change through it.

Three ways to say it: it was just done, it made so much difference in all, or seat by seat: the odd small
chips of each, raced for (or rounded up, where the house does that).  Amounts are in chip units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Unpack

from tdapp.clock.queries import current_round
from tdapp.floor.queries import seatings
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import ColourUp, Entry, Open
from tdapp.opens.queries import Field, smallest_chip
from tdapp.opens.queries import field as field_of
from tdapp.opens.steps import check_running, give_chips
from tdapp.rules import colour_up as rules
from tdapp.rules.colour_up import Race
from tdapp.rules.errors import RuleError


@dataclass(frozen=True)
class OddChips:
    """What lies at one table: ``counts`` of the small chips by seat; ``cards`` dealt for them by seat,
    None where the app draws them."""

    table: int
    counts: Mapping[int, int] = field(default_factory=dict)
    cards: Mapping[int, Sequence[str]] | None = None


@dataclass(frozen=True)
class RacedTable:
    """The race of one table (its row's id): who (entry) sits in each seat, and what each won or lost."""

    table: int
    entries: Mapping[int, int]
    race: Race


def chips_in_play(open: Open, everyone: Field) -> tuple[int, ...]:
    """The chips that are played with now, smallest first; only the smallest one where nobody said more."""
    gone = {one.chip for one in everyone.colour_ups}
    known = {int(line["value"]) for line in open.chips} | {one.into for one in everyone.colour_ups}
    return tuple(sorted(known - gone)) or (smallest_chip(open, everyone.colour_ups),)


def larger_chip(open: Open, everyone: Field, chip: int, leaving: Sequence[int] = ()) -> int | None:
    """What a chip is exchanged for: the smallest fitting one that stays; None where nobody knows."""
    staying = [one for one in chips_in_play(open, everyone) if one not in leaving]
    return rules.into(chip, staying) if any(one > chip for one in staying) else None


def race_tables(
    open: Open, everyone: Field, tables: Sequence[OddChips], *, chip: int, into: int, seed: str, now: datetime
) -> tuple[RacedTable, ...]:
    """What a colour-up makes of each seat, before it is saved and as it is saved.

    RuleError: those of ``rules.colour_up.race``, each with the ``table`` (its number) where there are
    several; ``not_at_table`` (seat) where nobody sits in a seat with chips.
    """
    sitting: dict[int, dict[int, int]] = {}
    for seat in seatings(current_round(open)):
        sitting.setdefault(seat.table_id, {})[seat.number] = seat.entry_id
    house = house_of(open)
    found = []
    for one in tables:
        here = sitting.get(one.table, {})
        counts = {seat: count for seat, count in one.counts.items() if count}
        for number in counts:
            if number not in here:
                raise RuleError("seat_empty", seat=number)
        if house.colour_up == "round_up":
            race = rules.round_up(counts, chip, into)
        else:
            race = rules.race(
                counts,
                chip,
                into,
                fraction=house.race_fraction,
                cards=one.cards,
                seed=f"{seed} table {one.table}",
                stacks=_known(everyone, here, now),
                smallest=min([into, *(c for c in chips_in_play(open, everyone) if c != chip)]),
            )
        found.append(RacedTable(one.table, here, race))
    return tuple(found)


def _known(everyone: Field, here: Mapping[int, int], now: datetime) -> dict[int, int]:
    stacks = {seat: everyone.sure_stack(entry, now) for seat, entry in here.items()}
    return {seat: chips for seat, chips in stacks.items() if chips is not None}


@once
def colour_up(
    *,
    open: Open,
    chip: int,
    into: int,
    delta: int = 0,
    tables: Sequence[OddChips] = (),
    seed: str = "",
    **act: Unpack[Act],
) -> JournalEntry:
    """Take a chip out of play: ``chip`` is exchanged for ``into``.

    With ``tables`` the race of each is settled, stacks follow and ``delta`` is their sum; else ``delta``
    is what the director says, 0 where it made no difference.  RuleError: ``coloured_up_already``,
    ``chip_not_in_play`` (chip), ``chips_not_larger`` (small, large), ``chips_negative`` (amount: in play
    afterwards), those of ``race_tables``; ``not_started``, ``finished_already``.
    """
    with record(open.stream, "coloured_up", **act) as change:
        open.refresh_from_db()
        check_running(open)
        everyone = field_of(open)
        _check_chip(open, everyone, chip, into)
        raced = race_tables(open, everyone, tables, chip=chip, into=into, seed=seed, now=change.now)
        changed = {one.entries[seat]: by for one in raced for seat, by in one.race.deltas.items() if by}
        total = sum(changed.values()) if tables else delta
        if everyone.chips_in_play + total <= 0:
            raise RuleError("chips_negative", amount=everyone.chips_in_play + total)
        change.create(
            ColourUp, open=open, chip=chip, into=into, delta=total, at=change.now, order=change.entry.pk
        )
        for entry in Entry.objects.filter(open=open, pk__in=changed).order_by("pk"):
            give_chips(change, entry=entry, source="colour_up", chips=changed[entry.pk])
        change.note(
            chip=chip,
            into=into,
            delta=total,
            seed=seed if tables else "",
            won={
                str(one.entries[seat]): list(one.race.cards.get(seat, ()))
                for one in raced
                for seat in one.race.winners
            },
            rescued=[one.entries[seat] for one in raced for seat in one.race.rescued],
        )
    return change.entry


def _check_chip(open: Open, everyone: Field, chip: int, into: int) -> None:
    if any(one.chip == chip for one in everyone.colour_ups):
        raise RuleError("coloured_up_already")
    if into <= chip:
        raise RuleError("chips_not_larger", small=chip, large=into)
    known = {int(line["value"]) for line in open.chips}
    if chip < 1 or (known and chip not in known):
        raise RuleError("chip_not_in_play", chip=chip)
