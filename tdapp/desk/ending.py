"""What the end of a night would be: who is left, places and prizes by the counted chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tdapp.cash import queries as cash
from tdapp.cash.queries import Debt, Prizes
from tdapp.clock.queries import clock_face
from tdapp.desk import rounds
from tdapp.opens.house import house_of
from tdapp.opens.models import Open
from tdapp.opens.queries import Entrant, Field
from tdapp.rules.places import Place, count_ranking, places


@dataclass(frozen=True)
class Standing:
    """A survivor's place and prize (minor units) by the count."""

    name: str
    chips: int
    place: Place
    prize: int


@dataclass(frozen=True)
class Agreed:
    """What somebody gets by a deal (minor units); ``stack`` 0 where nobody counted it."""

    name: str
    stack: int
    amount: int


@dataclass(frozen=True)
class Ending:
    """An open about to end. ``by_count`` where the chips of several survivors decide (SPT-41); equal ones
    play an open hand where the house says so (``by_open_hand``: VIV-09).  ``time_over`` where it is due only
    because the last table has played as long as it may (VIV-26)."""

    left: tuple[Entrant, ...]
    prizes: Prizes
    debts: tuple[Debt, ...]
    by_count: bool
    due: bool
    in_play: int
    by_open_hand: bool = False
    time_over: bool = False
    agreed: tuple[Agreed, ...] = ()

    @property
    def over(self) -> int:
        """By how much the prizes are more than the pool with what is owed (minor units)."""
        return max(0, -self.prizes.unassigned)


def look(open: Open, everyone: Field, now: datetime) -> Ending:
    """The end as it stands at ``now``; ``due`` where the house rules say that play is over, or where the
    last table has played as long as it may (VIV-26)."""
    prizes = cash.prizes(open, cash.pool(open, everyone))
    wanted = {"paid_places_count": prizes.paid_places, "two_left_count": 2}.get(house_of(open).end_mode, 1)
    left = everyone.left
    few = everyone.started and bool(everyone.outs) and len(left) <= max(1, wanted)
    time_over = not few and everyone.started and _last_table_due(open, everyone, now)
    return Ending(
        left=left,
        prizes=prizes,
        debts=cash.debts(open, everyone),
        by_count=len(left) > 1,
        due=few or time_over,
        time_over=time_over,
        in_play=everyone.chips_in_play,
        by_open_hand=house_of(open).end_mode == "two_left_count",
        agreed=agreed_lines(everyone, prizes),
    )


def _last_table_due(open: Open, everyone: Field, now: datetime) -> bool:
    """Whether the table with whose count an open of several rounds ends is to be counted."""
    if not open.round_plans or open.finished_at is not None:
        return False
    return rounds.board_of(open, everyone, clock_face(open, now, everyone), now).final_due is not None


def agreed_lines(everyone: Field, prizes: Prizes) -> tuple[Agreed, ...]:
    """What a deal gives each of those who made it, the largest share first."""
    deal = prizes.deal
    if deal is None:
        return ()
    return tuple(
        Agreed(everyone.by_id[key].name, deal.stacks[key], amount) for key, amount in deal.amounts.items()
    )


def counted_in_deal(everyone: Field, prizes: Prizes) -> dict[int, int]:
    """Entry → chips of those left as a deal counted them, while nothing moved since."""
    if prizes.deal is None:
        return {}
    last = {one.id: everyone.ledgers[one.id][-1] for one in everyone.left}
    if everyone.outs and max(out.hand for out in everyone.outs) > prizes.deal.entry:
        return {}
    return {
        key: chips
        for key, chips in prizes.deal.stacks.items()
        if chips and key in last and last[key].order == prizes.deal.entry
    }


def by_count(everyone: Field, prizes: Prizes, counts: Mapping[int, int]) -> tuple[Standing, ...]:
    """The survivors by their counted chips, equal ones sharing place and money (SPT-41)."""
    ids = [entrant.id for entrant in everyone.playing]
    found = places(ids, everyone.out_groups, count_ranking(counts))
    money = cash.won(everyone, prizes, found)
    lines = [
        Standing(everyone.by_id[key].name, chips, found[key], money[key]) for key, chips in counts.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.place.first, line.name)))
