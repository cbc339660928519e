"""The last table of a Vivaldi night from the first ante to the champion, every hand entered by its cards.

Four players with 5 000 points, seats 1 to 4 as named, Beltrán deals first, the deal goes to the right.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Ruling
from tdapp.rules.draw_poker import open_hand
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.hands.drawing import FOUR, HANDS, Put, enter, fresh, stacks, table_of_four, the_table, told
from tests.nights.random_night import everything_shown
from tests.vivaldi import places

pytestmark = pytest.mark.django_db

ROSA, IVAN, MARTA, BELTRAN = FOUR
BEST, SECOND, THIRD, WORST = HANDS


def hand(night: Night, puts: dict[str, Put], *, ante_called: bool = True) -> JournalEntry:
    return enter(night, told(night, fresh(night, ante_called=ante_called), puts))


def test_a_table_of_vivaldi_is_played_to_its_champion_undone_and_redone_VIV_08_VIV_15_VIV_25() -> None:
    night = table_of_four()
    later = night.now + timedelta(hours=30)
    start = everything_shown(night, later)
    acts = [act(night) for act in (first, second, third, fourth, fifth, sixth, seventh, eighth, the_end)]
    assert places(night) == {IVAN: 1, ROSA: 2, MARTA: 3, BELTRAN: 4}
    assert Open.objects.get(pk=night.open.pk).finished_at is not None
    end = everything_shown(night, later)
    undone = [undo(entry=entry, actor=night.director, now=night.now) for entry in reversed(acts)]
    assert everything_shown(night, later) == start
    for entry in reversed(undone):
        redo(entry=entry, actor=night.director, now=night.now)
    assert everything_shown(night, later) == end


def first(night: Night) -> JournalEntry:
    """Nobody calls a bet: the antes are won with cards that nobody saw (VIV-20)."""
    entry = hand(night, {MARTA: Put("in", 300)})
    assert stacks(night) == {ROSA: 4900, IVAN: 4900, MARTA: 5300, BELTRAN: 4900}
    return entry


def second(night: Night) -> JournalEntry:
    """Marta deals and forgets the ante: 400 of hers lie in the pot (S43)."""
    assert the_table(night).button == 3
    puts = {ROSA: Put("in", 600, "JdJhTc5s3d"), IVAN: Put("in", 600, "JsJcTd5h3h")}
    entry = hand(night, puts, ante_called=False)
    assert stacks(night) == {ROSA: 5800, IVAN: 4400, MARTA: 4900, BELTRAN: 4900}  # S45: the J♦
    return entry


def third(night: Night) -> JournalEntry:
    """Marta has six cards after she bet 500 (S44), and Rosa calls her full too low (VIV-21)."""
    assert the_table(night).button == 2
    puts = {
        ROSA: Put("in", 600, "KsKhKd2c2h", called="three"),
        MARTA: Put("fold", 600, forfeit=True),
        IVAN: Put("in", 600, "9c8c5c4c3c", called="flush"),
    }
    entry = hand(night, puts)
    assert stacks(night) == {ROSA: 5200, IVAN: 5700, MARTA: 4300, BELTRAN: 4800}
    return entry


def fourth(night: Night) -> JournalEntry:
    """Marta is all-in with 4 300 and best: the rest of the bets is between the others (S41)."""
    assert the_table(night).button == 1
    puts = {
        MARTA: Put("all", 4300, BEST), IVAN: Put("in", 4800, SECOND), BELTRAN: Put("all", 4800, THIRD),
    }  # fmt: skip
    entry = hand(night, puts)
    # 100 and three times 4 300 are Marta's, twice 500 Iván's.
    assert stacks(night) == {ROSA: 5100, IVAN: 1900, MARTA: 13_000}
    assert places(night) == {BELTRAN: 4}
    return entry


def fifth(night: Night) -> JournalEntry:
    """Rosa doubles through Marta; with three left the deal went on to the right (VIV-13)."""
    assert the_table(night).button == 3
    puts = {ROSA: Put("all", 5100, BEST), MARTA: Put("in", 5100, SECOND)}
    entry = hand(night, puts)
    assert stacks(night) == {ROSA: 10_300, IVAN: 1800, MARTA: 7900}
    return entry


def sixth(night: Night) -> JournalEntry:
    """Iván doubles through Marta."""
    assert the_table(night).button == 2
    entry = hand(night, {IVAN: Put("all", 1800, SECOND), MARTA: Put("in", 1800, WORST)})
    assert stacks(night) == {ROSA: 10_200, IVAN: 3700, MARTA: 6100}
    return entry


def seventh(night: Night) -> JournalEntry:
    """And once more, with a flush of hearts against one of spades that is called a pair (VIV-21, VIV-39)."""
    puts = {IVAN: Put("all", 3700, "9h7h5h4h2h"), MARTA: Put("in", 3700, "AsKsQsJs9s", called="pair")}
    entry = hand(night, puts)
    assert stacks(night) == {ROSA: 10_100, IVAN: 7500, MARTA: 2400}
    return entry


def eighth(night: Night) -> JournalEntry:
    """Marta is out in 3rd: two are left, so the table is over (VIV-08), and they have the same."""
    assert the_table(night).button == 3
    entry = hand(night, {IVAN: Put("in", 2400, BEST), MARTA: Put("all", 2400, THIRD)})
    assert stacks(night) == {ROSA: 10_000, IVAN: 10_000}
    assert places(night) == {BELTRAN: 4, MARTA: 3}
    return entry


def the_end(night: Night) -> JournalEntry:
    """Equal counts: one open hand, two pair each, and Iván has the ♦ of the higher pair (VIV-09, VIV-38)."""
    counts = {night.entries[name]: 10_000 for name in (ROSA, IVAN)}
    with pytest.raises(RuleError, match="open_hand_needed"):
        floor.finish_open(open=night.open, counts=counts, **night.act)
    rosa, ivan = night.entries[ROSA], night.entries[IVAN]
    read = open_hand({rosa.pk: "KsKh4d4c9s", ivan.pk: "KdKc4s4h9d"}, house_of(night.open))
    assert list(read) == [ivan.pk, rosa.pk]
    shown = {key: value.best for key, value in read.items()}
    entry = floor.finish_open(
        open=night.open, counts=counts, open_hand=[ivan, rosa], shown=shown, **night.act
    )
    assert Ruling.objects.get(kind="open_hand").figures == {
        "order": [ivan.pk, rosa.pk],
        "cards": {str(ivan.pk): "KdKc4s4h9d", str(rosa.pk): "KsKh4d4c9s"},
    }
    return entry
