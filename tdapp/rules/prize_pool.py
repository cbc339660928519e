"""The prize pool: what is taken for prizes, what goes off before, what the organiser adds.

Decides RULES 4.5, VIV-42 (prizes after the costs), SPT-33 (fees never enter) and SA-23 (the surcharge, where
it goes to the pool).  Everything in minor units.

Worked example (VIV-42): 16 entries of 25 000 are 400 000; costs of 37 500 leave 362 500 to be shared.
"""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.rules import payouts
from tdapp.rules.errors import Remark, RuleError


@dataclass(frozen=True)
class PrizePool:
    """One pool for everything that shows or shares it.

    ``taken`` is what entries put into the fund "prize", ``costs`` what is taken out of it before, as of
    Vivaldi, ``set_aside`` what other prizes get first (best hand, first out, bubble), ``added`` what fell to
    it otherwise (an unpaid head, a sponsor), ``guarantee`` what is paid at least.  Raises
    ``costs_above_pool`` (taken, costs), ``pool_negative``.
    """

    taken: int
    costs: int = 0
    guarantee: int = 0
    set_aside: int = 0
    added: int = 0

    def __post_init__(self) -> None:
        if min(self.taken, self.costs, self.guarantee, self.set_aside, self.added) < 0:
            raise RuleError("pool_negative")
        payouts.prize_pool([self.taken, self.added], self.costs)

    @property
    def after_costs(self) -> int:
        """What the entries brought, less the costs."""
        return payouts.prize_pool([self.taken, self.added], self.costs)

    @property
    def overlay(self) -> int:
        """What the organiser adds to reach the guarantee."""
        return payouts.overlay(self.after_costs, self.guarantee)

    @property
    def payable(self) -> int:
        """All that is paid out: the pool after the costs or the guarantee, whichever is more."""
        return payouts.payable(self.after_costs, self.guarantee)

    @property
    def for_places(self) -> int:
        """What the places share: ``payable`` less what is set aside; not below nothing."""
        return max(0, self.payable - self.set_aside)

    def remarks(self) -> tuple[Remark, ...]:
        """``overlay_due`` (overlay, guarantee), ``set_aside_above_pool`` (set_aside, payable)."""
        said = []
        if self.overlay:
            said.append(Remark("overlay_due", {"overlay": self.overlay, "guarantee": self.guarantee}))
        if self.set_aside > self.payable:
            what = {"set_aside": self.set_aside, "payable": self.payable}
            said.append(Remark("set_aside_above_pool", what))
        return tuple(said)


def payable(pool: int, costs: int = 0, guarantee: int = 0) -> int:
    """What is paid out of a pool after the costs, at least the guarantee (VIV-42, 4.5).

    Raises ``costs_above_pool`` (taken, costs), ``pool_negative``.
    """
    return PrizePool(pool, costs, guarantee).payable
