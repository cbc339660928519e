"""What a PHH hand pays: by our own pots (RULES 3), and as the programs that replay such files pay it.

Decides the winners by the cards of each game (short deck: a flush beats a full house and A6789 is a straight;
Omaha: two from the hand), else by the file's own finishing stacks.  ``others`` says what those programs make
of the same file; where that differs (RULES 3.2, end: odd chips all to the first, pots merged once a losing
hand is killed, a player without shown cards plays the board) a writer must say so.

Worked example: three put in 100, 500 and 500, the first one has the best cards: 300 to him, 800 to the better
of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from tdapp.rules import pots, ranking
from tdapp.rules.cards import RANKS
from tdapp.rules.errors import RuleError
from tdapp.rules.phh import FROM_HAND, HELD, Phh, Player
from tdapp.rules.pots import Contribution, Layout, OddChip, Settlement
from tdapp.rules.ranking import CATEGORIES, HandValue

WHOLE_BOARD = 5
MOST_GUESSES = 5_000
MOST_SHARING = 8
"""Players of one pot among whom its winners are looked for."""


@dataclass(frozen=True)
class Result:
    """A file's hand paid by our rules; seats are seat numbers.

    ``settlement`` is None while nobody knows who won a pot (``lacking``, from 0).  ``after`` are the stacks
    then, None where unknown.  ``by`` is what decided: "cards", "alone" (nobody else was left), "file" (its
    finishing stacks) or "" (undecided).  ``agrees`` whether the file's own stacks are the same, None where it
    gives none or nothing is settled.
    """

    layout: Layout[int]
    settlement: Settlement[int] | None
    lacking: tuple[int, ...]
    values: Mapping[int, HandValue]
    after: Mapping[int, int | None]
    by: str
    agrees: bool | None

    def received(self, seat: int) -> int:
        return self.settlement.received.get(seat, 0) if self.settlement else 0


def value(variant: str, held: Sequence[str], board: Sequence[str]) -> HandValue | None:
    """What a hand is worth in a game of the format; None where the cards are too few."""
    short = variant == "NS"
    try:
        best = ranking.standard(
            held, board, wheel=not short, flush_above_full=short, from_hand=FROM_HAND.get(variant)
        )
    except RuleError as error:
        if error.code != "cards_too_few":
            raise
        return None
    return max(best, *_short_wheels((*held, *board), best)) if short else best


def _short_wheels(cards: Sequence[str], best: HandValue) -> Iterator[HandValue]:
    """Straights A6789, the lowest of a short deck."""
    yield best
    for five in combinations(cards, 5):
        if {one[0] for one in five} == set("A6789"):
            flush = len({one[1] for one in five}) == 1
            category = "straight_flush" if flush else "straight"
            in_order = tuple(sorted(five, key=lambda one: "9876A".index(one[0])))
            yield HandValue((CATEGORIES.index(category), RANKS.index("9")), category, in_order, "9")


def settled(phh: Phh, *, unit: int = 1, odd_chip: OddChip = "one_each") -> Result:
    """The hand paid by our rules, odd chips in file order (p1 first, the button last).

    RuleError: those of ``pots.build`` (``nobody_left`` where everybody folded or mucked).
    """
    given = tuple(Contribution(one.seat, one.live, one.dead, out=one.folded) for one in phh.players)
    layout = pots.build(given)
    values = _values(phh)
    winners = _winners(phh, layout, values)
    lacking = tuple(number for number, seats in enumerate(winners) if not seats)
    by = "cards" if any(len(pot.contenders) > 1 for pot in layout.pots) else "alone"
    if lacking:
        told = _told_by_file(phh, given, layout, winners, unit, odd_chip)
        if told is None:
            return Result(layout, None, lacking, values, {}, "", None)
        winners, by = told, "file"
    settlement = pots.settle(given, unit=unit, odd_chip=odd_chip, winners=winners)
    after = {one.seat: _after(one, settlement) for one in phh.players}
    return Result(layout, settlement, (), values, after, by, _agrees(phh, after, settlement))


def _values(phh: Phh) -> dict[int, HandValue]:
    """What everybody still in holds, where the cards are known."""
    if len(phh.board) < WHOLE_BOARD or "??" in phh.board:
        return {}
    found = {}
    for one in phh.players:
        if not one.out and len(one.cards) == HELD[phh.variant]:
            best = value(phh.variant, one.cards, phh.board)
            if best is not None:
                found[one.seat] = best
    return found


def _winners(phh: Phh, layout: Layout[int], values: Mapping[int, HandValue]) -> list[tuple[int, ...]]:
    """The winners of each pot; () where nobody knows."""
    mucked = {one.seat for one in phh.players if one.mucked}
    found = []
    for pot in layout.pots:
        able = [seat for seat in pot.contenders if seat not in mucked] or list(pot.contenders)
        if len(able) == 1:
            found.append(tuple(able))
        elif all(seat in values for seat in able):
            best = max(values[seat] for seat in able)
            found.append(tuple(seat for seat in able if not values[seat] < best))
        else:
            found.append(())
    return found


def _told_by_file(
    phh: Phh,
    given: Sequence[Contribution[int]],
    layout: Layout[int],
    winners: Sequence[tuple[int, ...]],
    unit: int,
    odd_chip: OddChip,
) -> list[tuple[int, ...]] | None:
    """Winners with which everybody ends with what the file says he ended with."""
    target = _received_by_file(phh)
    if target is None:
        return None
    choices = []
    for pot, known in zip(layout.pots, winners, strict=True):
        able = [seat for seat in pot.contenders if target.get(seat, 0) > layout.returned.get(seat, 0)]
        if len(able) > MOST_SHARING:
            return None
        subsets = [some for size in range(1, len(able) + 1) for some in combinations(able, size)]
        choices.append([known] if known else subsets)
    for guesses, named in enumerate(product(*choices)):
        if guesses >= MOST_GUESSES:
            return None
        paid = pots.settle(given, unit=unit, odd_chip=odd_chip, winners=named)
        if all(paid.received.get(seat, 0) == chips for seat, chips in target.items()):
            return list(named)
    return None


def _received_by_file(phh: Phh) -> dict[int, int] | None:
    """What each got by the file's finishing stacks or winnings."""
    if phh.finishing is not None and all(one.stack is not None for one in phh.players):
        return {
            one.seat: end - (one.stack or 0) + one.put_in
            for one, end in zip(phh.players, phh.finishing, strict=True)
        }
    if phh.winnings is not None:
        return {one.seat: won for one, won in zip(phh.players, phh.winnings, strict=True)}
    return None


def _after(one: Player, settlement: Settlement[int]) -> int | None:
    if one.stack is None:
        return None
    return one.stack - one.put_in + settlement.received.get(one.seat, 0)


def _agrees(phh: Phh, after: Mapping[int, int | None], settlement: Settlement[int]) -> bool | None:
    if phh.finishing is not None:
        return all(
            after[one.seat] in (None, end) for one, end in zip(phh.players, phh.finishing, strict=True)
        )
    if phh.winnings is None:
        return None
    # some programs count an uncalled bet that went back among the winnings, some do not
    for one, won in zip(phh.players, phh.winnings, strict=True):
        got = settlement.received.get(one.seat, 0)
        if won not in (got, got - settlement.returned.get(one.seat, 0)):
            return False
    return True


# -- other programs ----------------------------------------------------------------------------------


def others(phh: Phh) -> dict[int, Fraction] | None:
    """Seat → chips that a program replaying the file hands out; None where it cannot finish the hand."""
    left = {one.seat: one for one in phh.players if not one.out}
    if not left or not phh.over:
        return None
    if len(left) > 1:
        if "??" in phh.board or len(phh.board) < WHOLE_BOARD:
            return None
        left = _not_killed(phh, left)
        if not left:
            return None
    received = {one.seat: Fraction(0) for one in phh.players}
    for amount, seats in _their_pots(phh, left):
        winners = _their_winners(phh, left, seats)
        if not winners:
            return None
        for seat, share in zip(winners, _their_split(amount, len(winners), phh.digits), strict=True):
            received[seat] += share
    return received


def _their_pots(phh: Phh, left: Mapping[int, Player]) -> list[tuple[int, tuple[int, ...]]]:
    """(chips, who contests them); a layer that nobody left has paid stays a pot of its own."""
    bets = {one.seat: one.live for one in phh.players}
    amount = sum(one.dead for one in phh.players)
    found: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted(set(bets.values())):
        amount += sum(level - below for bet in bets.values() if bet >= level)
        seats = tuple(seat for seat, bet in bets.items() if bet >= level and seat in left)
        while found and found[-1][1] == seats:
            amount += found.pop()[0]
        if amount:
            found.append((amount, seats))
        amount, below = 0, level
    return found


def _their_values(phh: Phh, left: Mapping[int, Player], *, shown: bool) -> dict[int, HandValue | None]:
    return {
        seat: value(phh.variant, one.shown if shown else one.cards, phh.board) for seat, one in left.items()
    }


def _not_killed(phh: Phh, left: Mapping[int, Player]) -> dict[int, Player]:
    """Whose hand can still win one of the pots against what is shown."""
    own, open = _their_values(phh, left, shown=False), _their_values(phh, left, shown=True)

    def wins(seat: int, seats: Sequence[int]) -> bool:
        mine = own[seat]
        rivals = [one for other in seats if (one := open[other]) is not None]
        return seat in seats and mine is not None and (not rivals or not mine < max(rivals))

    pots = _their_pots(phh, left)
    return {seat: one for seat, one in left.items() if any(wins(seat, seats) for _amount, seats in pots)}


def _their_winners(phh: Phh, left: Mapping[int, Player], seats: Sequence[int]) -> tuple[int, ...]:
    if len(left) == 1 or not seats:
        return tuple(seats)
    shown = _their_values(phh, left, shown=True)
    known = [one for seat in seats if (one := shown[seat]) is not None]
    if not known:
        return tuple(seats)
    best = max(known)
    return tuple(seat for seat in seats if (one := shown[seat]) is not None and one.key == best.key)


def _their_split(amount: int, heads: int, digits: int) -> Iterator[Fraction]:
    """Odd chips all to the first; decimal amounts are divided to the last crumb."""
    if digits:
        yield from (Fraction(amount, heads),) * heads
        return
    each, odd = divmod(amount, heads)
    yield Fraction(each + odd)
    yield from (Fraction(each),) * (heads - 1)
