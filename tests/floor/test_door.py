"""The door: who is taken for whom, who withdraws (faults 112, 130, 133)."""

from __future__ import annotations

import pytest

from tdapp.cash.models import Payment, SpecialPrize
from tdapp.cash.special_prizes import add_special_prize, give_special_prize, take_special_prize_back
from tdapp.floor import door, rulings
from tdapp.floor import services as floor
from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Entry
from tdapp.players.models import Player
from tdapp.rules.errors import RuleError
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return make_night(spt_terms(house=200))


def sign_up(night: Night, nickname: str = "", **more) -> JournalEntry:
    return door.sign_up(open=night.open, nickname=nickname, seed="s", **more, **night.act)


def names(night: Night) -> list[str]:
    return [entrant.name for entrant in night.field().entrants]


def another_open(night: Night) -> Night:
    return make_night(tour=night.tour, director=night.director)


def test_a_new_player_is_signed_up_paid_and_seated_at_once(night: Night):
    sign_up(night, "Inglaterra", seat=True)
    entry = back_and_forth(night, lambda: sign_up(night, "Canadá", guest=True, pay=True, seat=True))
    assert (entry.params["paid"], entry.params["seated"]) == (True, True)
    assert (night.pool().prize, night.pool().house) == (1000, 200)
    assert Seat.objects.filter(entry=entry.params["entry"], ended_at=None).count() == 1
    assert Player.objects.get(pk=entry.params["player"]).guest


def test_a_known_player_is_signed_up_by_id_or_by_the_same_spelling_fault_112(night: Night):
    known = Player.objects.get(pk=sign_up(night, "Canadá").params["player"])
    other = another_open(night)
    assert sign_up(other, " CANADÁ ").params["player"] == known.pk
    third = another_open(night)
    assert sign_up(third, player=known).params["player"] == known.pk
    assert Player.objects.count() == 1


def test_another_spelling_is_another_player_never_a_merged_one_fault_130(night: Night):
    first = sign_up(night, "Muller").params["player"]
    second = sign_up(another_open(night), "Müller").params["player"]
    assert first != second
    assert sorted(Player.objects.values_list("nickname", "note")) == [("Muller", ""), ("Müller", "")]


def test_a_decomposed_name_is_the_same_name_fault_130(night: Night):
    first = sign_up(night, "M\u00fcller").params["player"]
    assert sign_up(another_open(night), "Mu\u0308ller").params["player"] == first


@pytest.mark.parametrize("typed", ["Kim Lee", "kim  lee", "Kím Lee"])
def test_a_name_that_reads_like_one_inside_is_asked_about(night: Night, typed):
    inside = sign_up(night, "Kim Lee").params["player"]
    with pytest.raises(RuleError, match="player_already_in") as caught:
        sign_up(night, typed)
    assert (caught.value.overrule, caught.value.params["player"]) == (True, inside)
    assert names(night) == ["Kim Lee"]


def test_a_second_kim_lee_is_told_apart_by_a_number_fault_133(night: Night):
    for expected in ("Kim Lee", "Kim Lee (2)", "Kim Lee (3)"):
        entry = sign_up(night, "Kim Lee", overruled=["player_already_in"])
        assert names(night)[-1] == str(Player.objects.get(pk=entry.params["player"])) == expected


def test_a_namesake_of_somebody_who_is_not_here_tonight_is_a_new_player_when_said_fault_133(night: Night):
    known = sign_up(night, "Kim Lee").params["player"]
    entry = sign_up(another_open(night), "Kim Lee", new=True)
    assert entry.params["player"] != known
    assert Player.objects.get(pk=entry.params["player"]).note == "2"


def test_a_known_namesake_who_is_not_in_yet_comes_before_a_new_one(night: Night):
    sign_up(night, "Kim Lee")
    second = sign_up(night, "Kim Lee", overruled=["player_already_in"]).params["player"]
    other = another_open(night)
    sign_up(other, "Kim Lee")
    assert sign_up(other, "Kim Lee").params["player"] == second


def test_a_number_that_is_free_again_is_given_again(night: Night):
    sign_up(night, "Kim")
    sign_up(night, "Kim", overruled=["player_already_in"])
    third = sign_up(night, "Kim", overruled=["player_already_in"])
    Player.objects.filter(note="2").update(note="the tall one")
    fourth = sign_up(night, "Kim", overruled=["player_already_in"])
    assert [Player.objects.get(pk=e.params["player"]).note for e in (third, fourth)] == ["3", "2"]


def test_the_same_player_is_never_in_twice(night: Night):
    player = Player.objects.get(pk=sign_up(night, "Canadá").params["player"])
    with pytest.raises(RuleError, match="player_already_in") as caught:
        sign_up(night, player=player, overruled=["player_already_in"])
    assert not caught.value.overrule


@pytest.mark.parametrize(("typed", "code"), [("  ", "name_missing"), ("x" * 61, "name_too_long")])
def test_a_name_nobody_can_have_enters_nobody(night: Night, typed, code):
    with pytest.raises(RuleError, match=code):
        sign_up(night, typed)
    assert not Player.objects.exists()


def test_a_refused_sign_up_leaves_no_player_behind(night: Night):
    BuyInOption.objects.update(retired=True)
    with pytest.raises(RuleError, match="nothing_to_buy"):
        sign_up(night, "Canadá", pay=True)
    assert not Player.objects.exists()


def test_a_late_entry_gets_the_starting_stack_with_the_seat(night: Night):
    night.sign_up("Canadá", "Irán")
    night.start()
    entry = back_and_forth(night, lambda: sign_up(night, "Letonia", pay=True, seat=True))
    assert night.field().stacks[entry.params["entry"]].chips == 2000


# -- lists ---------------------------------------------------------------------------------------------


def test_a_pasted_list_enters_those_who_are_new_and_reports_the_others(night: Night):
    inside = sign_up(night, "Canadá").params["player"]
    pasted = ["Irán", "", " canada ", "  ", "Letonia", "irán"]
    entry = back_and_forth(
        night, lambda: door.sign_up_list(open=night.open, nicknames=pasted, pay=True, **night.act)
    )
    assert names(night) == ["Canadá", "Irán", "Letonia"]
    iran = Player.objects.get(nickname="Irán").pk
    assert entry.params["already"] == [inside, iran]
    assert night.pool().prize == 2000


def test_a_list_with_nobody_new_does_nothing(night: Night):
    sign_up(night, "Canadá")
    for pasted, code in (
        (["", " "], "name_missing"),
        (["Canadá"], "player_already_in"),
        ([], "name_missing"),
    ):
        with pytest.raises(RuleError, match=code):
            door.sign_up_list(open=night.open, nicknames=pasted, **night.act)
    assert not JournalEntry.objects.filter(kind="list_signed_up").exists()


def test_a_name_too_long_in_a_list_enters_nobody(night: Night):
    with pytest.raises(RuleError, match="name_too_long"):
        door.sign_up_list(open=night.open, nicknames=["Canadá", "x" * 61], **night.act)
    assert names(night) == []


# -- withdrawing ---------------------------------------------------------------------------------------


def test_who_withdraws_gets_everything_back_and_frees_the_seat(night: Night):
    night.sign_up("Canadá", "Irán")
    floor.draw_seats(open=night.open, seed="s", **night.act)
    entry = back_and_forth(night, lambda: door.withdraw(entry=night.entries["Irán"], **night.act))
    assert entry.params["amount"] == 1200
    assert names(night) == ["Canadá"]
    assert Seat.objects.count() == Payment.objects.count() == 1


def test_who_withdrew_may_sign_up_again_as_the_same_player(night: Night):
    first = sign_up(night, "Canadá")
    door.withdraw(entry=Entry.objects.get(pk=first.params["entry"]), **night.act)
    again = sign_up(night, "Canadá")
    assert again.params["player"] == first.params["player"]
    assert again.params["entry"] != first.params["entry"]


def test_nobody_withdraws_twice_or_with_chips(night: Night):
    night.sign_up("Canadá", "Irán", "Letonia")
    door.withdraw(entry=night.entries["Letonia"], **night.act)
    with pytest.raises(RuleError, match="entry_withdrawn"):
        door.withdraw(entry=night.entries["Letonia"], **night.act)
    night.start()
    with pytest.raises(RuleError, match="has_played"):
        door.withdraw(entry=night.entries["Irán"], **night.act)


def test_who_holds_a_special_prize_or_is_ruled_about_withdraws_once_that_is_taken_back(night: Night):
    night.sign_up("Canadá", "Irán", "Letonia")
    canada = night.entries["Canadá"]
    add_special_prize(open=night.open, kind="best_hand", amount=100, **night.act)
    prize = SpecialPrize.objects.get()
    give_special_prize(prize=prize, entry=canada, **night.act)
    with pytest.raises(RuleError, match="has_special_prize"):
        door.withdraw(entry=canada, **night.act)
    take_special_prize_back(prize=prize, **night.act)
    noted = rulings.note(open=night.open, text="Came in a mask.", entry=canada, **night.act)
    with pytest.raises(RuleError, match="has_ruling"):
        door.withdraw(entry=canada, **night.act)
    undo(entry=noted, actor=night.director, now=night.now)
    back_and_forth(night, lambda: door.withdraw(entry=canada, **night.act))
    assert night.pool().taken == 2 * 1200


def test_no_undo_gives_a_special_prize_back_to_who_was_withdrawn_since(night: Night):
    night.sign_up("Canadá", "Irán", "Letonia")
    canada = night.entries["Canadá"]
    add_special_prize(open=night.open, kind="best_hand", amount=100, **night.act)
    prize = SpecialPrize.objects.get()
    give_special_prize(prize=prize, entry=canada, **night.act)
    back = take_special_prize_back(prize=prize, **night.act)
    withdrawn = door.withdraw(entry=canada, **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way") as caught:
        undo(entry=back, actor=night.director, now=night.now)
    assert caught.value.params["by"] == withdrawn.pk
    undo(entry=withdrawn, actor=night.director, now=night.now)
    undo(entry=back, actor=night.director, now=night.now)
    assert SpecialPrize.objects.get().entry_id == canada.pk


def test_a_debtor_who_never_got_a_seat_withdraws_after_the_start(night: Night):
    night.sign_up(*BARBARISMO)
    night.start()
    night.sign_up("Tanzania", pay=False)
    back_and_forth(night, lambda: door.withdraw(entry=night.entries["Tanzania"], **night.act))


def test_a_finished_open_takes_nobody_in_and_lets_nobody_go(night: Night):
    night.sign_up("Canadá", "Irán")
    night.start()
    night.sign_up("Letonia")
    night.out("Irán")
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    for act in (
        lambda: sign_up(night, "Kosovo"),
        lambda: door.sign_up_list(open=night.open, nicknames=["Kosovo"], **night.act),
        lambda: door.withdraw(entry=night.entries["Letonia"], **night.act),
    ):
        with pytest.raises(RuleError, match="finished_already"):
            act()
