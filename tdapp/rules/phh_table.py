"""The betting of a PHH file: whose turn it is and what an act costs, as programs that replay files see it.

Decides the format's own rules, which are not a house's (RULES 3.2, end): a call costs the highest bet that
lies there, even where the big blind is all-in for less (S11, S12), an ante is taken before the blind, a raise
is at least as large as the last one.  Amounts are chips in the file's unit, players are numbered from 0 in
file order.  The table refuses only what cannot be (a turn, a bet above the stack); what such a program would
not replay is said by ``flaw``.

Worked example: blinds 50/100, the third of three to 300: the first needs 250 to call, the least raise is
to 500.
"""

from __future__ import annotations

from collections.abc import Sequence

from tdapp.rules.errors import RuleError
from tdapp.rules.phh import BOARD

ENDLESS = 10**16
"""The stack of a player whose stack nobody knows."""
MOST_RAISES = 4
"""Bets and raises on a street of a limit game."""


class Betting:
    """A hand while it is bet. ``blinds`` below 0 are posted out of turn and do not decide who acts first."""

    def __init__(
        self,
        stacks: Sequence[int | None],
        antes: Sequence[int],
        blinds: Sequence[int],
        units: Sequence[int],
        structure: str = "no_limit",
    ) -> None:
        self.n = len(stacks)
        self.units = tuple(units)
        self.structure = structure
        whole = [ENDLESS if stack is None else stack for stack in stacks]
        self.ante = [min(ante, stack) for ante, stack in zip(antes, whole, strict=True)]
        left = [stack - ante for stack, ante in zip(whole, self.ante, strict=True)]
        self.paid = [min(abs(blind), rest) for blind, rest in zip(blinds, left, strict=True)]
        self.left = [rest - paid for rest, paid in zip(left, self.paid, strict=True)]
        self.blind = list(self.paid)
        self.bets = list(self.paid)
        """What each has bet in the whole hand, without the ante."""
        self.folded = [False] * self.n
        self.street = 0
        self.runout = False
        self._signs = [(blind > 0) - (blind < 0) for blind in blinds]
        self._queue: list[int] = []
        self._raise = 0
        self._raises = 0
        self._spoken: set[int] = set()
        self._short: list[int] = []
        self._open()

    # -- who is in and whose turn it is ------------------------------------------------------------

    @property
    def standing(self) -> list[int]:
        return [one for one in range(self.n) if not self.folded[one]]

    @property
    def turn(self) -> int | None:
        return self._queue[0] if self._queue else None

    @property
    def highest(self) -> int:
        return max(self.paid)

    @property
    def over(self) -> bool:
        """Nothing is bet any more, whatever cards may still come."""
        return not self._queue and (len(self.standing) == 1 or self.runout or self.street == len(BOARD) - 1)

    @property
    def waits_for(self) -> int:
        """Cards on the board before the next street may be bet; 0 where none is waited for."""
        done = self._queue or len(self.standing) == 1 or self.street == len(BOARD) - 1
        return 0 if done else BOARD[self.street + 1]

    def next_street(self) -> None:
        """The board of the next street lies there."""
        self.street += 1
        self.paid = [0] * self.n
        self._open()

    # -- acts --------------------------------------------------------------------------------------

    def fold(self, one: int) -> None:
        self._check_turn(one)
        self.folded[one] = True
        self._queue.pop(0)
        self._close()

    def call(self, one: int) -> int:
        """Check or call; what that added."""
        self._check_turn(one)
        added = self.price(one)
        self._pay(one, added)
        self._spoken.add(self._queue.pop(0))
        self._close()
        return added

    def raise_to(self, one: int, to: int) -> None:
        """Bet or raise to so much on this street. RuleError: ``phh_not_above`` (to, highest),
        ``phh_above_stack`` (to, most)."""
        self._check_turn(one)
        most = self.paid[one] + self.left[one]
        if to > most:
            raise RuleError("phh_above_stack", to=to, most=most)
        if to <= self.highest:
            raise RuleError("phh_not_above", to=to, highest=self.highest)
        added = to - self.highest
        self._pay(one, to - self.paid[one])
        if added >= self._raise:
            self._spoken = set()
        self._spoken.add(one)
        self._raise = max(self._raise, added)
        self._raises += 1
        self._short = [*self._short, added] if not self.left[one] else []
        if sum(self._short) >= self._raise:
            self._short = []
        after = (*range(one + 1, self.n), *range(one))
        self._queue = [other for other in after if not self.folded[other] and self.left[other]]
        self._close()

    # -- what may be done --------------------------------------------------------------------------

    def price(self, one: int) -> int:
        """What a call adds."""
        return min(self.left[one], self.highest - self.paid[one])

    def least(self, one: int) -> int:
        """What a bet or raise goes to at least."""
        full = self.highest + max(self._raise, self.units[self.street])
        return min(full, self.paid[one] + self.left[one])

    def most(self, one: int) -> int:
        """What a bet or raise goes to at most."""
        if self.structure == "fixed_limit":
            return self.least(one)
        whole = self.paid[one] + self.left[one]
        if self.structure == "no_limit":
            return whole
        pot = 2 * self.highest - self.paid[one] + sum(self.ante) + sum(self.bets)
        return min(whole, max(self.least(one), pot))

    def flaw(self, one: int, to: int) -> str:
        """Why other programs would not replay a bet or raise to ``to``; "" where they would."""
        if self.price(one) < self._raise:
            return "not_open"
        if self.structure == "fixed_limit" and self._raises >= MOST_RAISES:
            return "too_many"
        if self._short and sum(self._short) < self._raise and one in self._spoken:
            return "not_open"
        rivals = (other for other in self.standing if other != one)
        if not any(self.left[other] + self.paid[other] > self.highest for other in rivals):
            return "nobody_to_answer"
        if to < self.least(one):
            return "too_small"
        return "too_large" if to > self.most(one) else ""

    # -- inside ------------------------------------------------------------------------------------

    def _open(self) -> None:
        last = max(range(self.n), key=lambda one: (self.paid[one] * self._signs[one], one))
        first = (last + 1) % self.n
        around = (*range(first, self.n), *range(first))
        self._raise, self._raises = 0, 0
        self._spoken, self._short = set(), []
        self._queue = [one for one in around if self._can_lose(one)]
        if len(self._queue) == 1 and self.paid[self._queue[0]] >= self.highest:
            self._queue = []
        self._close()

    def _can_lose(self, one: int) -> bool:
        """Whether he has chips that somebody still in could win."""
        if self.folded[one] or len(self.standing) < 2:
            return False
        second = sorted(self.paid[other] + self.left[other] for other in self.standing)[-2]
        return self.left[one] > 0 and second > self.paid[one]

    def _pay(self, one: int, chips: int) -> None:
        self.left[one] -= chips
        self.paid[one] += chips
        self.bets[one] += chips

    def _close(self) -> None:
        if len(self.standing) == 1:
            self._queue = []
        if not self._queue and sum(self.left[one] > 0 for one in self.standing) <= 1:
            self.runout = True

    def _check_turn(self, one: int) -> None:
        """RuleError: ``phh_not_in_turn`` (p, turn), ``phh_betting_over`` (p); both from 1."""
        if self.turn is None:
            raise RuleError("phh_betting_over", p=one + 1)
        if self.turn != one:
            raise RuleError("phh_not_in_turn", p=one + 1, turn=self.turn + 1)
