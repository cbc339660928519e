"""Dead hands through services: who is absent or sits out a penalty is dealt in, posts, and is killed.

RULES 2.11 (S36, S37, T-2.11a, T-2.11b): his blinds and antes are forfeit, and posting the whole stack puts
him out at once.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.floor import rulings
from tdapp.floor.absence import mark_absent, mark_present
from tdapp.hands.models import HandSeat
from tdapp.hands.queries import sat_out
from tdapp.hands.reckoning import Part
from tdapp.hands.services import enter_hand
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Entry, Out, Ruling, Table
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tests.builders import Night
from tests.hands.dealing import enter, fresh, hand_of, marks, night_with, places, sit, stacks, the_table
from tests.hands.test_forced_bets import EACH, FIRST, NONE, SHORT, THOUSAND, dealt, played
from tests.vivaldi import vivaldi_terms

pytestmark = pytest.mark.django_db


def absent(night: Night, *names: str) -> None:
    for name in names:
        mark_absent(entry=night.entries[name], **night.act)


def part(night: Night, name: str) -> Part:
    return next(one for one in fresh(night).parts if one.entry == night.entries[name].pk)


def test_an_absent_big_blind_forfeits_it_to_the_small_blind_S36():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    absent(night, "BB")
    assert part(night, "BB") == Part(3, night.entries["BB"].pk, 100, folded=True, forfeit=True, absent=True)
    assert played(night, {"SB": "in"}) == {"SB": 200}
    assert stacks(night) == {"BTN": 1000, "SB": 1100, "BB": 900}


def test_all_fold_to_the_small_blind_who_has_only_posted_S36():
    """SB 50 and nothing more: he takes 150, the hundred of the absent big blind is not given back."""
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    absent(night, "BB")
    assert played(night, {"SB": ("in", 50)}) == {"SB": 150}
    assert stacks(night) == {"BTN": 1000, "SB": 1100, "BB": 900}


def test_an_absent_big_blind_and_a_short_all_in_S37():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000, U=60)
    absent(night, "BB")
    assert played(night, {"U": "all", "BTN": "in"}, "U", "BTN") == {"U": 230, "BTN": 80}
    assert stacks(night) == {"BTN": 980, "SB": 950, "BB": 900, "U": 230}


def test_an_absent_players_own_ante_is_forfeit_SIS_25():
    night = dealt(Level.of_minutes(100, 200, 600, ante=25), EACH, BTN=900, SB=900, BB=900, U=900)
    absent(night, "U")
    assert (part(night, "U").live, part(night, "U").forfeit) == (25, True)
    assert played(night, {"BB": "in"}) == {"BB": 225 + 125 + 25 + 25}
    assert stacks(night)["U"] == 875


def test_an_absent_big_blinds_ante_for_the_table_is_forfeit_RULES_2_11():
    night = dealt(THOUSAND, FIRST, BTN=9000, SB=9000, BB=9000)
    absent(night, "BB")
    assert (part(night, "BB").live, part(night, "BB").dead) == (1000, 1000)
    assert played(night, {"SB": "in"}) == {"SB": 3000}
    assert stacks(night) == {"BTN": 9000, "SB": 11000, "BB": 7000}


def test_who_is_blinded_off_by_the_small_blind_is_out_at_once_T_2_11b():
    night = dealt(Level.of_minutes(100, 200, 600, ante=200), FIRST, BTN=3000, SB=100, BB=3000)
    absent(night, "SB")
    assert part(night, "SB").all_in is False, "a dead hand cannot win"
    assert played(night, {"BTN": "in", "BB": "in"}, "BB") == {"BB": 700}
    assert places(night) == {"SB": (3, 3)}
    out = Out.objects.get()
    assert (out.entry_id, out.stack_before) == (night.entries["SB"].pk, 100)
    assert marks(night) == {"BB": "D/SB", "BTN": "BB"}, "the one who had the big blind does not have it again"


def test_undo_brings_back_who_was_blinded_off_T_2_11b():
    night = dealt(Level.of_minutes(100, 200, 600), NONE, BTN=3000, SB=100, BB=3000)
    absent(night, "SB")
    entry = enter(night, {"BB": ("in", 200)})
    assert "SB" not in stacks(night)
    back = undo(entry=entry, **night.act)
    assert stacks(night)["SB"] == 100
    assert Entry.objects.get(pk=night.entries["SB"].pk).absent_at is not None
    redo(entry=back, **night.act)
    assert "SB" not in stacks(night)


def test_who_sits_out_a_penalty_posts_and_is_killed_T_2_11a():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    rulings.penalty(entry=night.entries["BB"], rounds=1, **night.act)
    assert part(night, "BB").absent
    assert played(night, {"SB": "in"}) == {"SB": 200}


def test_the_entered_hands_of_a_penalty_are_counted_and_never_end_it_T_2_11a():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    rulings.penalty(entry=night.entries["SB"], rounds=1, **night.act)
    ruling = Ruling.objects.get()
    assert sat_out(night.open) == {ruling.pk: 0}
    for hand in range(1, 5):
        last = fresh(night)
        button = next(one for one in last.parts if one.seat == last.button)
        dealer = next(name for name, entry in night.entries.items() if entry.pk == button.entry)
        puts = {name: ("in", 100) for name in night.entries if name != "SB"}
        entry = enter(night, puts, [[dealer if dealer != "SB" else "BTN"]])
        assert sat_out(night.open) == {ruling.pk: hand}, "the third hand is the last of it, the fourth too"
    assert part(night, "SB").absent, "the director ends it"
    undo(entry=entry, **night.act)
    assert sat_out(night.open) == {ruling.pk: 3}
    rulings.penalty_over(ruling=ruling, **night.act)
    assert sat_out(night.open) == {ruling.pk: 3}
    assert not part(night, "SB").absent


def test_hands_in_which_he_was_dealt_in_are_none_of_his_penalty_T_2_11a():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    rulings.penalty(entry=night.entries["BB"], rounds=1, **night.act)
    played_live(night)
    assert list(sat_out(night.open).values()) == [0]


def played_live(night: Night) -> JournalEntry:
    """A hand in which the big blind sat at the table after all."""
    sheet = fresh(night)
    parts = tuple(
        replace(one, absent=False, forfeit=False, folded=False) if one.seat == sheet.big_blind else one
        for one in sheet.parts
    )
    return enter_hand(table=the_table(night), sheet=replace(sheet, parts=parts), **night.act)


def test_who_was_absent_and_plays_a_hand_is_back_RULES_2_11():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    absent(night, "BB")
    entry = played_live(night)
    assert Entry.objects.get(pk=night.entries["BB"].pk).absent_at is None
    undo(entry=entry, **night.act)
    assert Entry.objects.get(pk=night.entries["BB"].pk).absent_at is not None


def test_who_comes_back_is_dealt_in_again_RULES_2_11():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    absent(night, "BB")
    mark_present(entry=night.entries["BB"], **night.act)
    assert part(night, "BB") == Part(3, night.entries["BB"].pk, 100, folded=True)


def test_the_button_comes_to_who_is_absent_and_goes_on_F47():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000, U=1000)
    absent(night, "SB")
    seen = []
    for _ in range(4):
        here = {mark: name for name, mark in marks(night).items()}
        seen.append(here["D"])
        winner = "U" if here["BB"] == "SB" else here["BB"]
        enter(night, {winner: ("in", 100)})
    assert seen == ["BTN", "SB", "BB", "U"]


def test_a_correction_keeps_who_was_absent_RULES_2_11():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    absent(night, "BB")
    entry = enter(night, {"SB": ("in", 100)})
    row = HandSeat.objects.get(hand=hand_of(entry), entry=night.entries["BB"])
    assert (row.absent, row.forfeit, row.folded, row.live, row.received) == (True, True, True, 100, 0)


# Nobody knows where the button is


def undrawn(night: Night) -> None:
    Table.objects.filter(pk=the_table(night).pk).update(button=None, small_blind=None, big_blind=None)


def test_without_a_button_blinds_wait_for_who_deals_RULES_2_4():
    night = dealt(SHORT, NONE, BTN=1000, SB=1000, BB=1000)
    undrawn(night)
    sheet = fresh(night)
    assert (sheet.button, sheet.big_blind, {one.live for one in sheet.parts}) == (0, None, {0})
    with pytest.raises(RuleError, match="button_unknown"):
        enter(night, {"BTN": ("in", 100), "SB": ("fold", 50)})


def test_where_the_button_decides_nothing_nobody_is_asked_for_it_VIV_34():
    night = night_with("Ana", "Bo", "Cy", terms=vivaldi_terms())
    sit(night, "Ana", "Bo", "Cy")
    undrawn(night)
    entry = enter(night, {"Ana": ("in", 300), "Bo": ("in", 300)}, [["Ana"]])
    assert hand_of(entry).button == 0
    assert the_table(night).button is None
    assert stacks(night)["Ana"] == 5000 + 300 + 100
    undo(entry=entry, **night.act)
    assert stacks(night)["Ana"] == 5000
