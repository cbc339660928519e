"""The Barbarismo night (SPT-E1) as it is really run: most hands never entered, four all-ins settled.

At each step: blinds (SPT-38), pool, who is out where, which stacks are known, and the button (SPT-43).
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.opens.models import Out
from tdapp.seasons.queries import results, season_table
from tdapp.seasons.services import post_results
from tests.builders import BARBARISMO, Night
from tests.hands.dealing import enter, fresh, marks, night_with, places, sit, stacks

pytestmark = pytest.mark.django_db


@dataclass
class Watch:
    """Looks at the night after each act."""

    night: Night

    def blinds(self) -> tuple[int, int]:
        face = clock_face(self.night.open, self.night.now, self.night.field())
        assert face.position is not None
        return face.position.level.sb, face.position.level.bb

    def see(self, *, blinds: tuple[int, int], out: dict[str, int], known: dict[str, int]) -> None:
        """``out`` are the places so far, ``known`` the stacks that anybody can be sure of."""
        assert self.blinds() == blinds
        assert (self.night.pool().prize, self.night.pool().house) == (8000, 0)
        assert cash.prizes(self.night.open, self.night.pool()).amounts == (5000, 2000, 1000)
        assert {name: place for name, (place, _last) in places(self.night).items()} == out
        assert {name: chips for name, chips in stacks(self.night).items() if chips is not None} == known


def count(night: Night, **chips: int) -> None:
    counts = {night.entries[name]: stack for name, stack in chips.items()}
    floor.count_chips(open=night.open, counts=counts, **night.act)


def knocker(night: Night, name: str) -> str | None:
    by = Out.objects.get(entry=night.entries[name]).by
    return str(by.player) if by else None


def test_the_barbarismo_night_with_its_all_ins_entered():
    night = night_with(*BARBARISMO)
    sit(night, *BARBARISMO)
    watch = Watch(night)
    watch.see(blinds=(25, 50), out={}, known=dict.fromkeys(BARBARISMO, 2000))
    assert marks(night) == {"Canadá": "D", "Israel": "SB", "Kosovo": "BB"}

    # A quarter of an hour of hands nobody entered; then the stacks are counted.
    night.wait(minutes=15)
    count(
        night, Canadá=3500, Inglaterra=2500, Letonia=1600, Irán=2200, Lituania=1800, Francia=2000,
        Kosovo=1500, Israel=900,
    )  # fmt: skip

    # Three in: Israel 9 € and Letonia 16 € all-in, Canadá calls. Letonia has the best hand.
    night.wait(minutes=2)
    first = enter(
        night,
        {"Israel": ("all", 900), "Letonia": ("all", 1600), "Canadá": ("in", 1600)},
        [["Letonia"], ["Letonia"]],
    )
    assert [amount for amount, _won in first.params["pots"]] == [2750, 1400]
    watch.see(
        blinds=(25, 50),
        out={"Israel": 8},
        known={
            "Canadá": 1900, "Inglaterra": 2500, "Letonia": 4150, "Irán": 2200, "Lituania": 1800,
            "Francia": 2000, "Kosovo": 1450,
        },
    )  # fmt: skip
    assert knocker(night, "Israel") == "Letonia"
    assert marks(night) == {"Kosovo": "D", "Francia": "SB", "Lituania": "BB"}

    # Kosovo goes by a tap: the second out doubles the blinds; Francia's stack is unknown, the others' not.
    night.wait(minutes=5)
    night.out("Kosovo", by="Francia")
    known = {"Canadá": 1900, "Inglaterra": 2500, "Letonia": 4150, "Irán": 2200, "Lituania": 1800}
    watch.see(blinds=(50, 100), out={"Israel": 8, "Kosovo": 7}, known=known)
    # An hour of hands later nobody knows any stack.
    night.wait(minutes=60)
    watch.see(blinds=(50, 100), out={"Israel": 8, "Kosovo": 7}, known={})

    # Three all-in with stacks nobody knew: what is put in is what they had.
    assert marks(night) == {"Francia": "D", "Lituania": "SB", "Irán": "BB"}
    assert [part.live for part in fresh(night).parts] == [0, 0, 0, 100, 50, 0]
    second = enter(
        night,
        {"Francia": ("all", 1200), "Irán": ("all", 3000), "Inglaterra": ("all", 3400)},
        [["Irán"], ["Irán"]],
    )
    assert [amount for amount, _won in second.params["pots"]] == [3650, 3600]
    watch.see(
        blinds=(50, 100),
        out={"Israel": 8, "Kosovo": 7, "Francia": 6},
        known={"Irán": 7250, "Inglaterra": 400},
    )
    assert knocker(night, "Francia") == "Irán"
    assert marks(night) == {"Lituania": "D", "Irán": "SB", "Letonia": "BB"}

    night.wait(minutes=25)
    night.out("Lituania")
    four = {"Israel": 8, "Kosovo": 7, "Francia": 6, "Lituania": 5}
    watch.see(blinds=(100, 200), out=four, known={})

    # Everybody left is in: Irán shortest, Canadá and Letonia share what Inglaterra does not contest.
    night.wait(minutes=10)
    count(night, Canadá=4600, Inglaterra=5400, Letonia=3800, Irán=2200)
    assert marks(night) == {"Irán": "D", "Letonia": "SB", "Inglaterra": "BB"}
    third = enter(
        night,
        {
            "Irán": ("all", 2200),
            "Letonia": ("all", 3800),
            "Canadá": ("all", 4600),
            "Inglaterra": ("in", 4600),
        },
        [["Canadá", "Letonia"], ["Canadá", "Letonia"], ["Canadá"]],
    )
    assert [amount for amount, _won in third.params["pots"]] == [8800, 4800, 1600]
    five = {**four, "Irán": 4}
    watch.see(
        blinds=(100, 200), out=five, known={"Canadá": 4400 + 2400 + 1600, "Inglaterra": 800, "Letonia": 6800}
    )
    assert knocker(night, "Irán") is None  # two share the pot with his last chips

    night.wait(minutes=30)
    night.out("Letonia", by="Inglaterra")
    six = {**five, "Letonia": 3}
    watch.see(blinds=(200, 400), out=six, known={})
    # Three left to two: nobody has the big blind twice running, the dealer posts the small one (SPT-44).
    assert sorted(marks(night).values()) == ["BB", "D/SB"]

    night.wait(minutes=12)
    count(night, Canadá=9000, Inglaterra=7000)
    enter(night, {"Inglaterra": ("all", 7000), "Canadá": ("in", 7000)}, [["Canadá"]])
    everybody = {**six, "Inglaterra": 2, "Canadá": 1}
    watch.see(blinds=(200, 400), out=everybody, known={"Canadá": 16000})

    floor.finish_open(open=night.open, **night.act)
    for line in results(night.open).lines:
        if line.prize:
            till.pay_out(entry=night.entries[line.name], **night.act)
    post_results(open=night.open, **night.act)
    found = [(line.place.first, line.name, line.prize) for line in results(night.open).lines]
    assert found == list(zip(range(1, 9), BARBARISMO, (5000, 2000, 1000, 0, 0, 0, 0, 0), strict=True))
    assert cash.till(night.open, night.pool()).in_hand == 0
    assert night.open.season is not None
    assert [int(line.total) for line in season_table(night.open.season).lines] == [8, 7, 6, 5, 4, 3, 2, 1]
