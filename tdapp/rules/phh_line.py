"""The acts of one of our hands as a PHH file tells them, driven over the file's own betting.

Decides how a line that was entered is said in that format (a call of a whole big blind that lies there for
less is a bet there: S12), and the shortest line with the same contributions where none was entered: as few
bets as possible, each to what somebody folded with or to what the last ones put in.  Players count from 0 in
file order; amounts are totals of the hand without the ante unless they are called ``to``.

Worked example: the small blind folded with 50, three others put in 600: one raise to 600, the small blind
folds, the others call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act
from tdapp.rules.phh import BOARD, UNKNOWN
from tdapp.rules.phh_table import Betting

MUCKED = " # mucked"


@dataclass
class Script:
    """Actions of the file while they are made; ``flaws`` are acts that other programs would refuse.

    ``complete`` where everybody has put in what he should, but for a bet that nobody answered; ``cut`` where
    the rest would be bet on streets whose board nobody knows.
    ``board`` are the cards that are known, ``first_raises`` what the first bet or raise of each street added
    (all-ins left aside): the file's least bet may not be above them.
    """

    betting: Betting
    board: Sequence[str]
    actions: list[str] = field(default_factory=list)
    flaws: list[str] = field(default_factory=list)
    first_raises: list[int] = field(default_factory=list)
    complete: bool = True
    cut: bool = False
    amount: Callable[[int], str] = str
    _raised: set[int] = field(default_factory=set)

    @property
    def knows_board(self) -> bool:
        return len(self.board) == BOARD[-1]

    def fold(self, one: int, why: str = "") -> None:
        self.betting.fold(one)
        self.actions.append(f"p{one + 1} f{why}")

    def call(self, one: int) -> None:
        self.betting.call(one)
        self.actions.append(f"p{one + 1} cc")

    def raise_to(self, one: int, to: int) -> None:
        """Bet or raise; a call where nobody has chips to answer, since the rest would come back at once."""
        betting = self.betting
        flaw = betting.flaw(one, to)
        if flaw == "nobody_to_answer":
            self.call(one)
            return
        if flaw:
            self.flaws.append(flaw)
        if betting.street not in self._raised and to < betting.paid[one] + betting.left[one]:
            self.first_raises.append(to - betting.highest)
        self._raised.add(betting.street)
        betting.raise_to(one, to)
        self.actions.append(f"p{one + 1} cbr {self.amount(to)}")

    def deal(self) -> None:
        """The board of the next street; unknown cards where nobody typed them."""
        need = self.betting.waits_for
        have = BOARD[self.betting.street]
        cards = [*self.board[have:need], *(UNKNOWN,) * (need - max(have, len(self.board)))]
        self.actions.append("d db " + "".join(cards[: need - have]))
        self.betting.next_street()


def as_entered(
    script: Script, acts: Sequence[Act], place: dict[int, int], gone: set[int], whole_bet: int
) -> None:
    """The line that was entered. ``place`` is seat → player, ``gone`` are those who folded in the end.

    ``whole_bet`` is the big blind, which a call before the flop always costs (RULES 2.6).  RuleError: those
    of ``Betting``; ``phh_no_line`` where acts are missing.
    """
    betting = script.betting
    rest = list(acts)
    while rest or betting.turn is not None:
        act = rest[0] if rest else None
        if betting.turn is None or (act and act.street > betting.street):
            if not betting.waits_for:
                raise RuleError("phh_no_line")
            script.deal()
            continue
        if act is None or place[act.seat] != betting.turn:
            _silent(script, rest, place, gone)
            continue
        _entered(script, rest.pop(0), place[act.seat], whole_bet)


def _silent(script: Script, rest: Sequence[Act], place: dict[int, int], gone: set[int]) -> None:
    """A turn without an act: whoever was absent has folded (RULES 2.11)."""
    turn = script.betting.turn
    if turn is None or turn not in gone or any(place[act.seat] == turn for act in rest):
        raise RuleError("phh_no_line")
    script.fold(turn)


def _entered(script: Script, act: Act, one: int, whole_bet: int) -> None:
    betting = script.betting
    most = betting.paid[one] + betting.left[one]
    to = min(act.to or most, most)
    if act.kind == "fold":
        script.fold(one)
    elif act.kind in ("bet", "raise") or (act.kind == "all_in" and to > betting.highest):
        script.raise_to(one, to)
    elif act.kind == "call" and betting.street == 0 and betting.highest < min(whole_bet, most):
        script.raise_to(one, min(whole_bet, most))
    else:
        script.call(one)


def shortest(script: Script, targets: Sequence[int], gone: set[int], *, mucks: int | None = None) -> None:
    """The shortest line after which everybody has put in his ``targets``.

    ``gone`` fold.  Where the board is not known and somebody must show, the line ends before the flop: other
    programs stumble over a showdown on unknown cards.  With ``mucks``, the winner, one street more is dealt
    and the others fold on it.  RuleError: ``phh_no_line``.
    """
    betting = script.betting
    levels = sorted({targets[one] for one in range(betting.n) if targets[one] > 0})
    goal = max(targets[one] for one in range(betting.n) if one not in gone)
    levels = [level for level in levels if level == goal or _folded_with(level, targets, gone)]
    while True:
        while betting.turn is not None:
            _next(script, betting.turn, targets, gone, levels)
        script.complete = _answered(betting.bets) == _answered(targets)
        if not betting.waits_for:
            if mucks is not None and len(betting.standing) > 1:
                raise RuleError("phh_no_line")
            return
        unpaid = any(betting.bets[one] < targets[one] for one in betting.standing if betting.left[one])
        if mucks is not None and not unpaid and not betting.runout:
            _mucked(script, mucks)
            return
        shown = betting.n - len(gone) > 1 and mucks is None
        if betting.runout or (not script.knows_board and (shown or not unpaid)):
            script.cut = unpaid
            return
        script.deal()


def _answered(bets: Sequence[int]) -> list[int]:
    """What was put in and answered: the highest bet counts only as far as the second one reaches."""
    second = sorted(bets)[-2]
    return [min(bet, second) for bet in bets]


def _folded_with(level: int, targets: Sequence[int], gone: set[int]) -> bool:
    return any(targets[one] == level for one in gone)


def _next(script: Script, one: int, targets: Sequence[int], gone: set[int], levels: Sequence[int]) -> None:
    betting = script.betting
    before = betting.bets[one] - betting.paid[one]
    now = before + betting.highest
    done = betting.bets[one] == targets[one]
    for level in reversed(levels):
        if now < level <= targets[one] and _all_in_before(betting, level, targets, gone):
            to = level - before
            if not betting.flaw(one, to):
                script.raise_to(one, to)
                return
    if betting.price(one):
        if done and one in gone:
            script.fold(one)
        else:
            script.call(one)
    elif done and one in gone and not any(level > now for level in levels):
        script.fold(one)
    else:
        script.call(one)


def _all_in_before(betting: Betting, level: int, targets: Sequence[int], gone: set[int]) -> bool:
    """Whether everybody who folds with less than ``level`` has put all of that in."""
    return all(
        betting.bets[one] == targets[one] for one in betting.standing if one in gone and targets[one] < level
    )


def _mucked(script: Script, winner: int) -> None:
    """One street more, on which all but the winner throw their cards away."""
    script.deal()
    while (turn := script.betting.turn) is not None:
        if turn == winner:
            script.call(turn)
        else:
            script.fold(turn, MUCKED)
