"""The structure builder: from the night that is wished for to levels, breaks, antes and colour-ups.

Decides RULES 5.1.  The chips in the room T are all stacks with the rebuys and add-ons expected.  The
first big blind is about 1 % of the stack, the last one about T/20, because a night ends about when 20
big blinds are in play.  Between them blinds climb a ladder of usual figures that the chips can lay down,
at most doubling, BB = 2·SB, so that the steps are as even as can be (the least sum of squared
differences of their logarithms); of equally even ways the one with the slower start is taken.  Breaks
cut the levels into equal parts, chips leave in breaks once nothing needs them, antes come after a third.

Amounts are in chip units, lengths in minutes.

Worked example (5.3 A): 9 players with 5000 in 25/100/500/1000, 20-minute levels, 3 h 30 with one break of
10: T 45 000, 25/50 50/100 75/150 100/200 150/300, break and the 25s out, 200/400 300/600 500/1000
800/1600 1200/2400; the night ends in level 10, which begins at 3:10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from math import log

from tdapp.rules import levels as schedules
from tdapp.rules.chips import payable
from tdapp.rules.colour_up import in_play, plan
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import Level, Timed
from tdapp.rules.money import LARGEST

BLINDS_AT_END = 20
DEEP_START, SHALLOW_START = 100, 50  # big blinds in a starting stack
LEAST_START = 5
SMALL_MULTIPLES = (1, 2, 3, 4, 5, 6, 8)
USUAL = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
COMFORTABLE = (1.2, 2.0)
ANTES = ("none", "per_player", "big_blind")

# Field of a wish: least and most.
LIMITS = {
    "players": (2, 10_000),
    "rebuys": (0, 100_000),
    "minutes": (10, 7200),
    "level_minutes": (1, 600),
    "breaks": (0, 50),
    "break_minutes": (1, 600),
    "spare": (0, 10),
}


@dataclass(frozen=True)
class Wish:
    """The night that is wished for.

    ``rebuys`` and ``addon_chips`` are expected: rebuys bring a stack each, add-ons so many chips in all.
    ``chips`` are the values in the set, ``minutes`` the whole night with its breaks, ``ante`` "none",
    "per_player" or "big_blind", ``spare`` the levels past the estimated end.
    """

    players: int
    stack: int
    chips: tuple[int, ...]
    minutes: int
    level_minutes: int = 20
    rebuys: int = 0
    addon_chips: int = 0
    breaks: int = 0
    break_minutes: int = 10
    ante: str = "none"
    spare: int = 4

    @property
    def total(self) -> int:
        """All chips expected in the room."""
        return (self.players + self.rebuys) * self.stack + self.addon_chips

    @property
    def levels(self) -> int:
        """How many levels fit into the night beside its breaks."""
        return (self.minutes - self.breaks * self.break_minutes) // self.level_minutes


@dataclass(frozen=True)
class Estimate:
    """Where a night ends: the first playing level with 20 big blinds or fewer in play.

    ``number`` and ``index`` are None where no level gets there; ``starts`` is when that level begins.
    """

    number: int | None
    index: int | None
    starts: timedelta | None


@dataclass(frozen=True)
class Structure:
    """What was built.  ``ratio`` is the even step from the first big blind to T/20 (RULES 5.1, 5).

    ``remarks``: ``steps_steep`` and ``steps_flat`` (percent), ``ends_late`` and ``ends_early`` (number
    of the level in which the night ends; minutes: when it begins; wished), ``start_shallow`` (blinds: big
    blinds in a stack), ``antes_not_payable``, and those of ``levels.remarks``.
    """

    schedule: Timed
    total: int
    ratio: float
    ends: Estimate
    remarks: tuple[Remark, ...]


def build(wish: Wish) -> Structure:
    """The structure for a wish.

    Raises ``wish_out_of_range`` (field, value, least, most), ``unknown_choice`` (setting, choice),
    ``wish_too_short`` (minutes, level_minutes), ``no_such_chip`` (chip), ``stack_without_chips``
    (stack), ``stack_not_in_chips`` (stack, chip), ``stack_too_small`` (stack, blinds), ``wish_too_large``.
    """
    check_wish(wish)
    chips = tuple(sorted(set(wish.chips)))
    ladder = usual_blinds(chips[0], wish.total)
    first = _first(wish, ladder)
    last = next(sb for sb in ladder if 2 * BLINDS_AT_END * sb >= wish.total and sb > first)
    count = _count(ladder, first, last, wish.levels)
    ratio = (wish.total / BLINDS_AT_END / (2 * first)) ** (1 / (wish.levels - 1))
    even = (last / first) ** (1 / (count - 1))
    blinds = _climb([sb for sb in ladder if first <= sb <= last], count, even)
    blinds += _spare(ladder, blinds[-1], max(even, 1.25), wish.spare)
    schedule = _marked(_with_antes(_lines(wish, blinds, count), wish, chips, count), chips)
    ends = estimate(schedule, wish.total)
    return Structure(schedule, wish.total, ratio, ends, _remarks(wish, schedule, ratio, ends, first))


def estimate(schedule: Timed, total: int) -> Estimate:
    """Where a night with so many chips ends (RULES 5.1: first level with 20·BB ≥ T)."""
    starts = schedule.starts()
    for index, level in enumerate(schedule.levels):
        if not level.is_break and BLINDS_AT_END * level.bb >= total:
            return Estimate(schedule.number(index), index, starts[index])
    return Estimate(None, None, None)


def usual_blinds(chip: int, total: int) -> tuple[int, ...]:
    """Small blinds in use that whole chips of this value lay down, rising, well past T/20.

    The first multiples of the chip, then 100, 120, 150, 200, 250, 300, 400, 500, 600, 800 and so on where
    the chip divides them; for a chip that fits into no usual figure, its multiples by these.
    """
    top = max(total, chip) * 100
    usual = [sb for sb in _decades(top) if sb > SMALL_MULTIPLES[-1] * chip and sb % chip == 0]
    small = [chip * times for times in SMALL_MULTIPLES]
    steps = [*small, *usual]
    if len(usual) < 2 or any(later > 2 * sb for sb, later in pairwise(steps)):
        usual = [chip * times for times in _decades(top // chip) if times > SMALL_MULTIPLES[-1]]
    return (*small, *usual)


def _decades(top: int) -> Iterator[int]:
    tens = 1
    while tens <= top:
        yield from (times * tens // 10 for times in USUAL if times * tens % 10 == 0)
        tens *= 10


def check_wish(wish: Wish) -> None:
    """Refuse a wish that no structure can meet.  Raises as ``build``."""
    for field, (least, most) in LIMITS.items():
        value = getattr(wish, field)
        if not least <= value <= most:
            raise RuleError("wish_out_of_range", field=field, value=value, least=least, most=most)
    if wish.ante not in ANTES:
        raise RuleError("unknown_choice", setting="ante", choice=wish.ante)
    if wish.levels < 2:
        raise RuleError("wish_too_short", minutes=wish.minutes, level_minutes=wish.level_minutes)
    chip = min(wish.chips, default=0)
    if chip < 1:
        raise RuleError("no_such_chip", chip=chip)
    if wish.stack < 1 or wish.addon_chips < 0:
        raise RuleError("stack_without_chips", stack=min(wish.stack, wish.addon_chips))
    if not payable(wish.stack, wish.chips):
        raise RuleError("stack_not_in_chips", stack=wish.stack, chip=chip)
    if wish.stack < LEAST_START * 2 * chip:
        raise RuleError("stack_too_small", stack=wish.stack, blinds=LEAST_START)
    if wish.total * 100 > LARGEST:
        raise RuleError("wish_too_large")


def _first(wish: Wish, ladder: Sequence[int]) -> int:
    """The first small blind: about 1 % of the stack in the big one, up to 2 % where steps would more
    than double otherwise."""

    def distance(sb: int) -> float:
        return abs(log(2 * sb * DEEP_START / wish.stack))

    deep = min(ladder, key=lambda sb: (distance(sb), sb))
    deeper = [sb for sb in ladder if sb >= deep and 2 * sb * SHALLOW_START <= wish.stack] or [deep]
    end = Fraction(wish.total, 2 * BLINDS_AT_END)
    return next((sb for sb in deeper if sb * 2 ** (wish.levels - 1) >= end), deeper[-1])


def _count(ladder: Sequence[int], first: int, last: int, wished: int) -> int:
    """How many levels lead from the first to the last blind: as wished, where the ladder has so many
    rungs and doubling gets there."""
    rungs = sum(first <= sb <= last for sb in ladder)
    fewest, sb = 1, first
    while sb < last:
        fewest, sb = fewest + 1, max(rung for rung in ladder if rung <= 2 * sb)
    return max(min(wished, rungs), fewest)


def _climb(rungs: Sequence[int], count: int, even: float) -> list[int]:
    """``count`` rungs from the first to the last, each at most double, with the most even steps."""
    none = 1 << 62
    # least[k][i]: the least unevenness of k steps from rung i to the top; whole numbers, so that equal
    # ways compare equal whatever their order.
    least = [[none] * (len(rungs) - 1) + [0]]
    for _ in range(count - 1):
        below = least[-1]
        least.append(
            [
                min((cost + below[at] for at, cost in _steps(rungs, start, even)), default=none)
                for start in range(len(rungs))
            ]
        )
    at, found = 0, [rungs[0]]
    for left in range(count - 1, 0, -1):
        # The first of the equally good: the slower start.
        at = next(to for to, cost in _steps(rungs, at, even) if cost + least[left - 1][to] == least[left][at])
        found.append(rungs[at])
    return found


def _steps(rungs: Sequence[int], start: int, even: float) -> Iterator[tuple[int, int]]:
    """Where one step leads from a rung, and how uneven it is (in 10⁻⁹ of its squared logarithm)."""
    for to in range(start + 1, len(rungs)):
        if rungs[to] > 2 * rungs[start]:
            return
        yield to, round(1e9 * (log(rungs[to] / rungs[start]) - log(even)) ** 2)


def _spare(ladder: Sequence[int], last: int, even: float, spare: int) -> list[int]:
    """Levels past the estimated end, going on with the same steps."""
    found: list[int] = []
    for _ in range(spare):
        sb = found[-1] if found else last
        rungs = [rung for rung in ladder if sb < rung <= 2 * sb]
        found.append(min(rungs, key=lambda rung: (abs(log(rung / sb / even)), rung)))
    return found


def _lines(wish: Wish, blinds: Sequence[int], count: int) -> Timed:
    """The levels with breaks between equal parts of the first ``count``."""
    parts = wish.breaks + 1
    after = {(2 * count * part + parts) // (2 * parts) for part in range(1, parts)}
    lines = []
    for number, sb in enumerate(blinds, start=1):
        lines.append(Level.of_minutes(sb, 2 * sb, wish.level_minutes))
        if number in after and number < count:
            lines.append(Level.break_of(wish.break_minutes))
    return Timed(tuple(lines))


def _marked(schedule: Timed, chips: Sequence[int]) -> Timed:
    """The schedule with its colour-ups marked, in breaks only."""
    lines = list(schedule.levels)
    for one in plan(schedule, chips, breaks_only=True):
        line = lines[one.index]
        lines[one.index] = replace(line, colour_up=(*line.colour_up, one.chip))
    return Timed(tuple(lines))


def _with_antes(schedule: Timed, wish: Wish, chips: Sequence[int], count: int) -> Timed:
    """Antes from about a third of the way, never falling."""
    if wish.ante == "none":
        return schedule
    blinds = _marked(schedule, chips)
    lines, ante = [], 0
    for index, level in enumerate(schedule.levels):
        number = schedule.number(index)
        if number is None or number <= count // 3:
            lines.append(level)
            continue
        if wish.ante == "big_blind":
            ante = level.bb
        else:
            ante = _per_player(level.bb, chips, in_play(blinds.levels, chips, index)[0], ante)
        lines.append(replace(level, ante=ante, ante_form=wish.ante if ante else ""))
    return Timed(tuple(lines))


def _per_player(bb: int, chips: Sequence[int], smallest: int, before: int) -> int:
    """An ante of about a ninth of the big blind in the smallest chip that the blinds leave in play.

    Where that is over a fifth of the big blind the next smaller chip stays for it; where no chip is
    small enough the ante stays as it was.
    """
    chip = max((chip for chip in chips if chip <= smallest and 5 * chip <= bb), default=0)
    rungs = [rung for rung in usual_blinds(chip, bb) if before <= rung <= bb // 5] if chip else []
    return min(rungs, key=lambda rung: (abs(log(9 * rung / bb)), rung), default=before)


def _remarks(wish: Wish, schedule: Timed, ratio: float, ends: Estimate, first: int) -> tuple[Remark, ...]:
    found = []
    if ratio < COMFORTABLE[0]:
        found.append(Remark("steps_flat", {"percent": max(0, round(100 * ratio - 100))}))
    if ratio > COMFORTABLE[1]:
        found.append(Remark("steps_steep", {"percent": round(100 * ratio - 100)}))
    length = timedelta(minutes=wish.level_minutes)
    if ends.starts is not None:
        params = {
            "number": ends.number,
            "minutes": ends.starts // timedelta(minutes=1),
            "wished": wish.minutes,
        }
        if ends.starts >= timedelta(minutes=wish.minutes):
            found.append(Remark("ends_late", params))
        elif ends.starts + 3 * length <= timedelta(minutes=wish.minutes):
            found.append(Remark("ends_early", params))
    if wish.stack < SHALLOW_START * 2 * first:
        found.append(Remark("start_shallow", {"blinds": wish.stack // (2 * first)}))
    playing = [level for level in schedule.levels if not level.is_break]
    if wish.ante != "none" and not any(level.ante for level in playing):
        found.append(Remark("antes_not_payable"))
    return (*found, *schedules.remarks(schedule, min(wish.chips), wish.chips))
