"""A whole table of Vivaldi played through services, by cards: antes, called hands, outs, open hands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.floor import corrections, rulings
from tdapp.floor import services as floor
from tdapp.hands import services
from tdapp.hands.ante_penalty import may_be_forgotten, paid_by_dealer
from tdapp.hands.filling import Typed, filled, posting
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import sheet_of
from tdapp.hands.reckoning import Sheet, as_hand
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Out, Ruling
from tdapp.rules import hand as hand_rules
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night
from tests.hands.drawing import (
    FOUR,
    HANDS,
    Put,
    correct,
    counted,
    enter,
    fresh,
    stacks,
    table_of_four,
    the_table,
    told,
)
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import places

pytestmark = pytest.mark.django_db

BEST, SECOND, THIRD, WORST = HANDS
ROSA, IVAN, MARTA, BELTRAN = FOUR
VIVALDI = PRESETS["vivaldi"]


@pytest.fixture
def night() -> Night:
    """Four players with 5 000 each, Beltrán deals, the ante is 100."""
    return table_of_four()


# -- the ante ---------------------------------------------------------------------------------------------


def test_every_player_pays_the_called_ante_in_every_hand_VIV_15(night: Night) -> None:
    sheet = fresh(night)
    assert [(part.live, part.for_him, part.folded) for part in sheet.parts] == [(100, 0, True)] * 4
    enter(night, told(night, sheet, {ROSA: Put("in", 100)}))
    assert stacks(night) == {ROSA: 5300, IVAN: 4900, MARTA: 4900, BELTRAN: 4900}


def test_the_dealer_who_did_not_call_the_ante_pays_400_VIV_15_S43(night: Night) -> None:
    puts = {ROSA: Put("in", 300, BEST), IVAN: Put("in", 300, SECOND)}
    sheet = told(night, fresh(night, ante_called=False), puts)
    assert [part.for_him for part in sheet.parts] == [100, 100, 100, -300]
    back_and_forth(night, lambda: enter(night, sheet))
    assert stacks(night) == {ROSA: 5600, IVAN: 4800, MARTA: 5000, BELTRAN: 4600}
    hand = Hand.objects.get()
    assert hand.penalty
    assert sheet_of(hand) == replace(
        sheet, small_blind=sheet.placed(VIVALDI).sb, big_blind=sheet.placed(VIVALDI).bb
    )


def test_an_ante_that_was_called_after_all_is_corrected_VIV_15(night: Night) -> None:
    puts = {ROSA: Put("in", 300, BEST), IVAN: Put("in", 300, SECOND)}
    enter(night, told(night, fresh(night, ante_called=False), puts))
    hand = Hand.objects.get()
    before = sheet_of(hand)
    right = replace(before, penalty=False, parts=tuple(replace(part, for_him=0) for part in before.parts))
    back_and_forth(night, lambda: correct(night, hand, right))
    assert stacks(night) == {ROSA: 5500, IVAN: 4700, MARTA: 4900, BELTRAN: 4900}


def test_a_short_dealer_pays_what_he_has_and_is_all_in_VIV_15(night: Night) -> None:
    counted(night, Beltrán=300, Rosa=9700)
    sheet = fresh(night, ante_called=False)
    assert [(part.live, part.for_him, part.all_in) for part in sheet.parts] == [
        (100, 0, False), (100, 100, False), (100, 100, False), (100, -200, True),
    ]  # fmt: skip
    puts = {BELTRAN: Put("all", 100, BEST), ROSA: Put("in", 200, SECOND), IVAN: Put("in", 200, THIRD)}
    back_and_forth(night, lambda: enter(night, told(night, sheet, puts)))
    # The main pot of 400 is his, he paid 300 of it; the rest is between the other two.
    assert stacks(night) == {ROSA: 9700, IVAN: 4900, MARTA: 5000, BELTRAN: 400}


def test_a_dealer_who_is_beaten_after_paying_for_all_is_out_VIV_15(night: Night) -> None:
    counted(night, Beltrán=400, Rosa=9600)
    puts = {BELTRAN: Put("all", 100, WORST), ROSA: Put("in", 100, BEST)}
    enter(night, told(night, fresh(night, ante_called=False), puts))
    assert stacks(night) == {ROSA: 10_000, IVAN: 5000, MARTA: 5000}
    assert Out.objects.get().stack_before == 400


def test_whoever_goes_all_in_puts_in_his_stack_and_the_ante_that_was_paid_for_him_VIV_15() -> None:
    here, level = Button(4, None, None), Level(0, 0, 100)
    had: dict[int, int | None] = {1: 5000, 2: 5000, 3: 5000, 4: 5000}
    posted = {seat: posting(seat, seat, had[seat], here, level, VIVALDI) for seat in had}
    paid = paid_by_dealer(posted, had, here, level, VIVALDI)
    said = [Typed(1, 1, "all_in"), Typed(2, 2, "in"), Typed(3, 3, "fold"), Typed(4, 4, "all_in")]
    parts = filled(said, paid, had).parts
    assert [(part.live, part.for_him) for part in parts] == [
        (5100, 100),
        (5100, 100),
        (100, 100),
        (4700, -300),
    ]
    assert [part.put_in - part.for_him for part in parts] == [5000, 5000, 0, 5000]


def test_only_where_the_house_says_so_the_dealer_pays_for_all_VIV_15() -> None:
    assert may_be_forgotten(Level(0, 0, 100), VIVALDI)
    assert not may_be_forgotten(Level(0, 0, 0), VIVALDI)
    assert not may_be_forgotten(Level(0, 0, 100, ante_form="big_blind"), VIVALDI)
    assert not may_be_forgotten(Level(100, 200, 25), PRESETS["sistema"])


ways = st.tuples(st.sampled_from(("fold", "in", "all_in")), st.integers(1, 30))


@given(
    told=st.lists(ways, min_size=2, max_size=8),
    dealer=st.integers(0, 7),
    direction=st.sampled_from(("clockwise", "anticlockwise")),
    short=st.sampled_from(("eliminate", "all_in")),
)
def test_chips_are_conserved_whoever_paid_the_ante_and_however_short_he_was_VIV_15(
    told: list[tuple[str, int]], dealer: int, direction: str, short: str
) -> None:
    house = replace(VIVALDI, direction=direction, short_forced_bet=short)
    had: dict[int, int | None] = {seat: 100 * stack for seat, (_how, stack) in enumerate(told, 1)}
    here, level = Button(1 + dealer % len(told), None, None), Level(0, 0, 200)
    posted = {seat: posting(seat, seat, had[seat], here, level, house) for seat in had}
    paid = paid_by_dealer(posted, had, here, level, house)
    said = [Typed(seat, seat, how) for seat, (how, _stack) in enumerate(told, 1)]  # type: ignore[arg-type]
    parts = filled(said, paid, had).parts
    for part in parts:
        assert 0 <= part.put_in - part.for_him <= (had[part.seat] or 0)
    if all(part.folded for part in parts) or not any(part.put_in for part in parts):
        return
    hand = as_hand(Sheet(here.button or 0, 0, 0, 200, parts), 100)
    layout = hand_rules.settle(hand, house).layout
    won = tuple((pot.contenders[0],) for pot in layout.pots)
    done = hand_rules.settle(replace(hand, winners=won), house)
    assert sum(done.gains.values()) == 0
    assert all((had[seat] or 0) + gain >= 0 for seat, gain in done.gains.items())


# -- the pots ---------------------------------------------------------------------------------------------


def test_the_pots_of_rule_15_go_by_the_cards_VIV_23_S41(night: Night) -> None:
    counted(night, Rosa=400, Beltrán=9600)
    puts = {ROSA: Put("all", 400, BEST), IVAN: Put("in", 1600, SECOND), MARTA: Put("in", 1600, THIRD)}
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert stacks(night) == {ROSA: 1300, IVAN: 5800, MARTA: 3400, BELTRAN: 9500}


def test_two_short_players_and_three_winners_of_rule_16_VIV_24_S42(night: Night) -> None:
    counted(night, Rosa=400, Iván=900, Beltrán=13_700)
    puts = {
        ROSA: Put("all", 400, BEST), IVAN: Put("all", 900, SECOND),
        MARTA: Put("in", 2000, WORST), BELTRAN: Put("in", 2000, THIRD),
    }  # fmt: skip
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert stacks(night) == {ROSA: 1600, IVAN: 1500, MARTA: 3000, BELTRAN: 13_900}


def test_six_cards_after_a_bet_of_500_lose_the_bet_VIV_30_S44(night: Night) -> None:
    puts = {
        ROSA: Put("in", 100, BEST), IVAN: Put("fold", 600, "2s3s4s5s6s7s", forfeit=True),
        MARTA: Put("in", 100, SECOND),
    }  # fmt: skip
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert stacks(night) == {ROSA: 5800, IVAN: 4400, MARTA: 4900, BELTRAN: 4900}
    assert HandSeat.objects.get(seat=2).forfeit


def test_between_equal_pairs_the_suit_decides_VIV_36_S45(night: Night) -> None:
    puts = {ROSA: Put("in", 800, "JdJhTc5s3d"), IVAN: Put("in", 800, "JsJcTd5h3h")}
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert stacks(night) == {ROSA: 6000, IVAN: 4200, MARTA: 4900, BELTRAN: 4900}


def test_a_pot_is_shared_only_if_the_director_says_so_twice_VIV_36(night: Night) -> None:
    sheet = told(night, fresh(night), {ROSA: Put("in", 800), IVAN: Put("in", 800)}, [(ROSA, IVAN)])
    with pytest.raises(RuleError) as refused:
        enter(night, sheet)
    assert (refused.value.code, refused.value.overrule) == ("suits_decide", True)
    entry = back_and_forth(night, lambda: enter(night, sheet, ["suits_decide"]))
    assert entry.params["overruled"] == ["suits_decide"]
    assert stacks(night)[ROSA] == stacks(night)[IVAN] == 5100


def test_the_called_hand_decides_until_it_is_corrected_VIV_21(night: Night) -> None:
    puts = {
        ROSA: Put("in", 800, "KsKhKd2c2h", called="three"), IVAN: Put("in", 800, "9c8c5c4c3c", "flush"),
    }  # fmt: skip
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert (stacks(night)[ROSA], stacks(night)[IVAN]) == (4200, 6000)
    hand = Hand.objects.get()
    seen = sheet_of(hand)
    assert [part.called for part in seen.parts] == ["three", "flush", "", ""]
    full = replace(seen.parts[0], called="full_house")
    right = replace(seen, parts=(full, *seen.parts[1:]), winners=())
    back_and_forth(night, lambda: correct(night, hand, right))
    assert (stacks(night)[ROSA], stacks(night)[IVAN]) == (6000, 4200)


def test_the_deal_rotates_to_the_right_VIV_13(night: Night) -> None:
    assert the_table(night).button == 4
    enter(night, told(night, fresh(night), {ROSA: Put("in", 100)}))
    assert the_table(night).button == 3
    enter(night, told(night, fresh(night), {ROSA: Put("in", 100)}))
    assert the_table(night).button == 2


# -- who goes out -----------------------------------------------------------------------------------------


def test_two_out_in_one_hand_are_ranked_by_their_points_before_it_VIV_25(night: Night) -> None:
    counted(night, Iván=3000, Marta=2000, Rosa=10_000)
    puts = {ROSA: Put("in", 3000, BEST), IVAN: Put("all", 3000, THIRD), MARTA: Put("all", 2000, SECOND)}
    back_and_forth(night, lambda: enter(night, told(night, fresh(night), puts)))
    assert places(night) == {MARTA: 4, IVAN: 3}
    assert not Ruling.objects.filter(kind="open_hand").exists()


def equal_outs(night: Night) -> Sheet:
    """Iván and Marta lose their last 3 000 each to Rosa."""
    counted(night, Iván=3000, Marta=3000, Rosa=9000)
    puts = {ROSA: Put("in", 3000, BEST), IVAN: Put("all", 3000, THIRD), MARTA: Put("all", 3000, SECOND)}
    return told(night, fresh(night), puts)


def test_equal_ones_out_in_one_hand_play_an_open_hand_VIV_25(night: Night) -> None:
    sheet = equal_outs(night)
    ivan, marta = night.entries[IVAN].pk, night.entries[MARTA].pk
    with pytest.raises(RuleError) as refused:
        enter(night, sheet)
    assert (refused.value.code, refused.value.params) == (
        "open_hand_needed", {"players": (ivan, marta), "what": "out"},
    )  # fmt: skip
    held = {marta: ("Js", "Jc", "Td", "5h", "3h"), ivan: ("Jd", "Jh", "Tc", "5s", "3d")}
    played = replace(sheet, open_hand=(ivan, marta), shown=held)
    back_and_forth(night, lambda: enter(night, played))
    assert places(night) == {MARTA: 4, IVAN: 3}
    ruling = Ruling.objects.get(kind="open_hand")
    assert ruling.figures == {
        "order": [ivan, marta], "cards": {str(ivan): "JdJhTc5s3d", str(marta): "JsJcTd5h3h"},
    }  # fmt: skip


def test_a_corrected_hand_keeps_its_open_hand_and_lets_it_be_corrected_VIV_25(night: Night) -> None:
    ivan, marta = night.entries[IVAN].pk, night.entries[MARTA].pk
    enter(night, replace(equal_outs(night), open_hand=(ivan, marta)))
    hand = Hand.objects.get()
    assert sheet_of(hand).open_hand == (ivan, marta)
    turned = replace(sheet_of(hand), open_hand=(marta, ivan))
    back_and_forth(night, lambda: correct(night, hand, turned))
    assert places(night) == {IVAN: 4, MARTA: 3}
    assert Ruling.objects.get(kind="open_hand").figures == {"order": [marta, ivan]}
    back_and_forth(night, lambda: services.void_hand(hand=hand, seed=night.seed, **night.act))
    assert not Ruling.objects.filter(kind="open_hand").exists()
    assert places(night) == {}


def test_the_cards_of_an_open_hand_are_five_each_VIV_25(night: Night) -> None:
    ivan, marta = night.entries[IVAN].pk, night.entries[MARTA].pk
    sheet = replace(equal_outs(night), open_hand=(ivan, marta), shown={ivan: ("Ad", "Ah")})
    with pytest.raises(RuleError, match="cards_not_five"):
        enter(night, sheet)


def test_who_lacks_the_ante_is_out_and_his_chips_leave_play_VIV_22(night: Night) -> None:
    counted(night, Iván=60, Rosa=9940)
    assert night.field().chips_in_play == 20_000
    entry = back_and_forth(
        night,
        lambda: floor.record_outs(
            open=night.open, groups=[[night.entries[IVAN]]], lack_ante=True, **night.act
        ),
    )
    assert entry.params["lack_ante"] is True
    assert night.field().chips_in_play == 19_940
    assert Out.objects.get().stack_before == 60
    back_and_forth(night, lambda: corrections.reinstate(out=Out.objects.get(), seed=night.seed, **night.act))
    assert (night.field().chips_in_play, stacks(night)[IVAN]) == (20_000, 60)


def test_who_lacks_the_ante_is_not_dealt_in_and_nobody_pays_it_for_him_VIV_15_VIV_22(night: Night) -> None:
    counted(night, Iván=60, Rosa=9940)
    sheet = fresh(night)
    assert [(part.live, part.folded, part.all_in) for part in sheet.parts][1] == (0, True, False)
    forgotten = fresh(night, ante_called=False)
    assert [part.live for part in forgotten.parts] == [100, 0, 100, 100]
    assert [part.for_him for part in forgotten.parts] == [100, 0, 100, -200]
    enter(night, told(night, sheet, {ROSA: Put("in", 100)}))
    assert stacks(night) == {ROSA: 10_140, IVAN: 60, MARTA: 4900, BELTRAN: 4900}


def test_two_who_lack_the_ante_are_ranked_by_what_they_have_left_VIV_22(night: Night) -> None:
    counted(night, Iván=60, Marta=80, Rosa=9860)
    groups = [[night.entries[IVAN]], [night.entries[MARTA]]]
    floor.record_outs(open=night.open, groups=groups, lack_ante=True, **night.act)
    assert places(night) == {IVAN: 4, MARTA: 3}
    assert night.field().chips_in_play == 19_860


# -- misdeals ---------------------------------------------------------------------------------------------


def test_after_a_misdeal_the_hand_is_dealt_again_with_the_same_antes_VIV_29(night: Night) -> None:
    back = {night.entries[ROSA].pk: 300, night.entries[IVAN].pk: 300}
    entry = rulings.misdeal(table=the_table(night), pot=400, refunds=back, **night.act)
    assert entry.kind == "misdeal_recorded"
    undone = undo(entry=entry, actor=night.director, now=night.now)
    assert not Ruling.objects.exists()
    redo(entry=undone, actor=night.director, now=night.now)
    refunds = {str(key): chips for key, chips in back.items()}
    assert Ruling.objects.get().figures == {"pot": 400, "refunds": refunds}
    assert stacks(night) == dict.fromkeys(FOUR, 5000)  # one hand with its redeal: the ante is paid once
    assert the_table(night).button == 4
    enter(night, told(night, fresh(night), {ROSA: Put("in", 100)}))
    assert stacks(night) == {ROSA: 5300, IVAN: 4900, MARTA: 4900, BELTRAN: 4900}
