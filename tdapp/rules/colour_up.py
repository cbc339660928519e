"""Colour-ups: when a chip may leave, and who gets a large chip for the odd small ones.

Decides RULES 2.8 (TDA 24, 25), SA-08 and SIS-26.  A chip may leave only when no remaining level and no
remaining ante needs it, breaks passed over: an amount needs a chip when the larger chips alone cannot
lay it down.  So the smallest chip always goes first.  Chip values are in the open's chip units, seats
are seat numbers, indexes count the lines of a schedule from 0, breaks included.

Worked example (T-2.8): 25s become 100s; the odd 25s are 3, 1, 2, 3, 1 in seats 1, 2, 4, 5, 6, that is
250: two 100s, and with the fraction "half_up" a third one for the rest of 50.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from tdapp.rules.cards import DECK, RANKS, SUITS, card, check_different
from tdapp.rules.chips import payable
from tdapp.rules.draw import shuffled
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import Level, Schedule, Timed


@dataclass(frozen=True)
class ColourUp:
    """A chip that leaves when line ``index`` begins, exchanged for ``into``."""

    index: int
    chip: int
    into: int


def last_needed(levels: Sequence[Level], chips: Iterable[int]) -> dict[int, int]:
    """For each chip, smallest first, the last line that needs it; -1 where none does.

    The largest chip is needed by every level.  SIS-26: the 10s up to level 7, the 25s up to 11.
    """
    values = sorted(set(chips))
    found = {}
    for at, chip in enumerate(values):
        larger = values[at + 1 :]
        needing = (
            index
            for index in range(len(levels) - 1, -1, -1)
            if not all(payable(amount, larger) for amount in _amounts(levels[index]))
        )
        found[chip] = next(needing, -1)
    return found


def plan(schedule: Schedule, chips: Iterable[int], breaks_only: bool = False) -> tuple[ColourUp, ...]:
    """The colour-ups to propose: each chip at the first break after the last line that needs it.

    Where no such break is left, at the start of the next level, unless ``breaks_only``.  Chips that are
    never needed leave at the first line that comes at all.  Nothing is proposed without minutes.
    """
    values = sorted(set(chips))
    if not isinstance(schedule, Timed):
        return ()
    leaving = {
        chip: index
        for chip, last in last_needed(schedule.levels, values).items()
        if (index := _leaves_at(schedule.levels, last, breaks_only)) is not None
    }
    found = []
    for chip, index in leaving.items():
        staying = [other for other in values if other > chip and leaving.get(other, index + 1) > index]
        found.append(ColourUp(index, chip, into(chip, staying)))
    return tuple(sorted(found, key=lambda one: (one.index, one.chip)))


def into(chip: int, staying: Sequence[int]) -> int:
    """What a chip is exchanged for: the smallest chip staying that it divides, else the next larger one.

    Raises ``no_larger_chip`` (chip).
    """
    larger = sorted(other for other in staying if other > chip)
    if not larger:
        raise RuleError("no_larger_chip", chip=chip)
    return next((other for other in larger if other % chip == 0), larger[0])


def in_play(levels: Sequence[Level], chips: Iterable[int], index: int) -> tuple[int, ...]:
    """The chips in play on line ``index``, those marked to leave there or before taken away."""
    gone = {chip for level in levels[: index + 1] for chip in level.colour_up}
    return tuple(sorted(set(chips) - gone))


def remarks(schedule: Schedule, chips: Iterable[int]) -> tuple[Remark, ...]:
    """The marked colour-ups that come too early.

    ``colour_up_too_early``: the chip (chip) leaves and playing level (number) still needs it for
    (amount); one remark for each chip, about the last level that needs it.
    """
    if not isinstance(schedule, Timed):
        return ()
    known = set(chips) | {chip for level in schedule.levels for chip in level.colour_up}
    found = []
    for index in range(len(schedule.levels)):
        before = set(in_play(schedule.levels[:index], known, index))
        left = set(in_play(schedule.levels, known, index))
        for chip in sorted(before - left):
            # A chip that smaller ones in play can replace is not missed.
            missed = _missed(schedule, index, tuple(left), tuple(left | {chip}))
            if missed is not None:
                number, amount = missed
                found.append(
                    Remark("colour_up_too_early", {"chip": chip, "number": number, "amount": amount})
                )
    return tuple(found)


def _missed(
    schedule: Timed, index: int, left: tuple[int, ...], with_chip: tuple[int, ...]
) -> tuple[int, int] | None:
    for later in range(len(schedule.levels) - 1, index - 1, -1):
        for amount in _amounts(schedule.levels[later]):
            if not payable(amount, left) and payable(amount, with_chip):
                return schedule.number(later) or 0, amount
    return None


def _amounts(level: Level) -> tuple[int, ...]:
    return tuple(amount for amount in (level.sb, level.bb, level.ante) if amount and not level.is_break)


def _leaves_at(levels: Sequence[Level], last: int, breaks_only: bool) -> int | None:
    """The first break after line ``last`` that play follows, else the next level, else None."""
    playing = [index for index in range(last + 1, len(levels)) if not levels[index].is_break]
    if not playing:
        return None
    breaks = (index for index in range(last + 1, playing[-1]) if levels[index].is_break)
    return next(breaks, None if breaks_only else playing[0])


# -- the race --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Race:
    """A colour-up settled, seat by seat.

    ``odd`` are the small chips that made no full large one.  ``winners`` got one large chip for them, the
    highest card first; ``rescued`` would have had no chip left and got one all the same.  ``deltas`` is the
    change of each stack that had odd chips and ``in_play`` their sum: how the chips in play change.
    ``cards`` are as dealt, "Ks" for the king of spades.
    """

    odd: Mapping[int, int]
    winners: tuple[int, ...]
    rescued: tuple[int, ...]
    deltas: Mapping[int, int]
    cards: Mapping[int, tuple[str, ...]]

    @property
    def in_play(self) -> int:
        return sum(self.deltas.values())


def exchanged(counts: Mapping[int, int], small: int, large: int) -> dict[int, tuple[int, int]]:
    """For each seat the full large chips for its small ones, and the odd small chips that remain.

    Raises ``no_such_chip``, ``chips_not_larger`` (small, large), ``chips_negative`` (amount).
    """
    if small < 1:
        raise RuleError("no_such_chip", chip=small)
    if large <= small:
        raise RuleError("chips_not_larger", small=small, large=large)
    if counts and min(counts.values()) < 0:
        raise RuleError("chips_negative", amount=min(counts.values()))
    # 10s into 25s go by fives: only then do full chips come out.
    group = lcm(small, large) // small
    return {
        seat: (count // group * group * small // large, count % group)
        for seat, count in sorted(counts.items())
    }


def chips_raced(odd: Mapping[int, int], small: int, large: int, fraction: str = "half_up") -> int:
    """How many large chips the odd small ones are raced for; at most one for each player who has any."""
    whole, rest = divmod(sum(odd.values()) * small, large)
    more = rest > 0 if fraction == "up" else fraction == "half_up" and 2 * rest >= large
    return min(whole + more, sum(count > 0 for count in odd.values()))


def deal(odd: Mapping[int, int], seed: str) -> dict[int, tuple[str, ...]]:
    """One card for each odd chip by lot, from the lowest seat, all of a player's cards together.

    More odd chips than cards take further decks.
    """
    total = sum(odd.values())
    cards = [*shuffled(DECK * -(-total // len(DECK)), seed, "race")]
    dealt = {}
    for seat, count in sorted(odd.items()):
        dealt[seat], cards = tuple(cards[:count]), cards[count:]
    return {seat: held for seat, held in dealt.items() if held}


def race(
    counts: Mapping[int, int],
    small: int,
    large: int,
    *,
    fraction: str = "half_up",
    cards: Mapping[int, Sequence[str]] | None = None,
    seed: str | None = None,
    stacks: Mapping[int, int] | None = None,
    smallest: int | None = None,
) -> Race:
    """The chip race of one table (RULES 2.8, TDA 24): from the small chips in each seat to who gets one more.

    ``cards`` as they were dealt at the table ("Ks", "K♠", "10h"), or a ``seed`` to draw them.  ``stacks``
    are whole stacks before the colour-up where known: who would be left with nothing keeps one chip of
    ``smallest``, the smallest one in play afterwards (None: ``large``).  ``fraction`` as ``race_fraction``
    of the house.  Raises as ``exchanged``, and ``cards_needed``, ``race_card_missing`` (seat, needed),
    ``card_unknown`` (card), ``card_twice`` (card).
    """
    odd = _odd(counts, small, large)
    prizes = chips_raced(odd, small, large, fraction)
    dealt = _dealt(odd, cards, seed, needed=0 < prizes < len(odd))
    best = {seat: max(map(_height, held)) for seat, held in dealt.items()}
    ranked = sorted(odd, key=lambda seat: (best.get(seat, (0, 0)), -seat), reverse=True)
    return _settled(odd, small, large, tuple(ranked[:prizes]), dealt, stacks or {}, smallest or large)


def round_up(counts: Mapping[int, int], small: int, large: int) -> Race:
    """A colour-up without cards: whoever has odd small chips gets a large one for them."""
    odd = _odd(counts, small, large)
    return _settled(odd, small, large, tuple(odd), {}, {}, large)


def _odd(counts: Mapping[int, int], small: int, large: int) -> dict[int, int]:
    return {seat: odd for seat, (_, odd) in exchanged(counts, small, large).items() if odd}


def _settled(
    odd: Mapping[int, int],
    small: int,
    large: int,
    winners: tuple[int, ...],
    cards: Mapping[int, tuple[str, ...]],
    stacks: Mapping[int, int],
    smallest: int,
) -> Race:
    deltas = {seat: (large if seat in winners else 0) - count * small for seat, count in odd.items()}
    rescued = tuple(seat for seat in odd if seat in stacks and stacks[seat] + deltas[seat] <= 0)
    for seat in rescued:
        deltas[seat] = smallest - stacks[seat]
    return Race(odd, winners, rescued, deltas, cards)


def _dealt(
    odd: Mapping[int, int], cards: Mapping[int, Sequence[str]] | None, seed: str | None, *, needed: bool
) -> dict[int, tuple[str, ...]]:
    if cards is None:
        if seed is None:
            if needed:
                raise RuleError("cards_needed")
            return {}
        return deal(odd, seed)
    read = {seat: tuple(card(one) for one in cards.get(seat, ())) for seat in odd}
    for seat, count in odd.items():
        if len(read[seat]) != count:
            raise RuleError("race_card_missing", seat=seat, needed=count, given=len(read[seat]))
    everything = [one for held in read.values() for one in held]
    if len(everything) <= len(DECK):
        check_different(everything)
    return read


def _height(one: str) -> tuple[int, int]:
    return RANKS.index(one[0]), SUITS.index(one[1])
