"""The page of the rulings: notes, penalties, misdeals, votes, and the disqualification with its replay."""

from __future__ import annotations

import pytest

from tdapp.accounts.roles import Role
from tdapp.floor import rounds, rulings
from tdapp.opens.models import Out, Ruling, Table
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import play_out, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Eight at one table, a level in."""
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    night.wait(minutes=30)
    return night


def at(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/rulings/{rest}"


def test_the_page_says_what_can_be_ruled_and_what_was(night: Night, desk: Desk) -> None:
    client = desk(night)
    page = one_line(text(client.get(at(night))))
    for name in ("note", "penalty", "misdeal", "vote", "disqualify"):
        assert f'id="rulings-{name}-open"' in page
    rulings.penalty(entry=night.entries["Kosovo"], rounds=2, text="Late twice", **night.act)
    page = one_line(text(client.get(at(night))))
    assert "Kosovo: 2 rounds to sit out, 16 hands" in page
    assert "Late twice" in page


def test_a_floor_person_rules_but_does_not_disqualify(night: Night, desk: Desk) -> None:
    client = desk(night, Role.FLOOR)
    assert 'id="rulings-disqualify-open"' not in text(client.get(at(night)))
    assert client.get(at(night, "disqualify/")).status_code == 403
    assert tapped(client, at(night, "note/"), {"text": "Deck changed"}).status_code == 200
    assert Ruling.objects.get().text == "Deck changed"


def test_an_empty_note_is_a_sentence_and_nothing_is_kept(night: Night, desk: Desk) -> None:
    answer = tapped(desk(night), at(night, "note/"), {"text": " "})
    assert answer.status_code == 422
    assert "The note is empty: write what happened." in text(answer)
    assert Ruling.objects.count() == 0


def test_a_penalty_is_given_and_sat_out(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = {"entry": night.entries["Irán"].pk, "rounds": "1", "text": ""}
    assert tapped(client, at(night, "penalty/"), data).status_code == 200
    row = Ruling.objects.get()
    assert row.figures["hands"] == 8
    assert f'id="rulings-over-{row.pk}"' in text(client.get(at(night)))
    assert tapped(client, at(night, f"{row.pk}/over/")).status_code == 200
    assert "sat out" in text(client.get(at(night)))


def test_rounds_beyond_reason_keep_what_was_typed(night: Night, desk: Desk) -> None:
    data = {"entry": night.entries["Irán"].pk, "rounds": "400", "text": "Shouted"}
    answer = tapped(desk(night), at(night, "penalty/"), data)
    assert answer.status_code == 422
    assert 'value="Shouted"' in text(answer)
    assert 'value="400"' in text(answer)


def test_a_misdeal_is_kept_for_its_table(night: Night, desk: Desk) -> None:
    table = Table.objects.get()
    assert tapped(desk(night), at(night, "misdeal/"), {"table": table.pk, "text": ""}).status_code == 200
    assert (Ruling.objects.get().kind, Ruling.objects.get().table) == ("misdeal", table)


def test_a_tied_vote_asks_for_the_open_hand_and_keeps_the_side_VIV_33(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = {"text": "A raise?", "votes_for": "4", "votes_against": "4"}
    assert tapped(client, at(night, "vote/"), data).status_code == 200
    row = Ruling.objects.get()
    page = one_line(text(client.get(at(night))))
    assert "Vote tied, 4 to 4" in page
    assert f'id="rulings-yes-{row.pk}"' in page
    assert tapped(client, at(night, f"{row.pk}/decide/"), {"side": "for"}).status_code == 200
    assert "Vote tied, 4 to 4; the open hand said yes" in one_line(text(client.get(at(night))))


def test_the_open_hand_of_a_tied_vote_goes_by_the_cards_of_both_sides_VIV_33(
    night: Night, desk: Desk
) -> None:
    client = desk(night)
    tapped(client, at(night, "vote/"), {"text": "A raise?", "votes_for": "4", "votes_against": "4"})
    row = Ruling.objects.get()
    assert 'name="o_against"' in text(client.get(at(night)))
    where, cards = at(night, f"{row.pk}/decide/"), {"o_for": "AsKsQdJd9h", "o_against": "2c2d9s8s"}
    refused = tapped(client, where, {"side": "", **cards})
    assert "A hand has five cards here, not 4" in text(refused)
    assert "open_hand" not in Ruling.objects.get().figures
    assert tapped(client, where, {"side": "", **cards, "o_against": "2c2d9s8s5c"}).status_code == 200
    assert Ruling.objects.get().figures == {
        "for": 4, "against": 4, "open_hand": "against",
        "cards": {"for": "AsKsQdJd9h", "against": "2c2d9s8s5c"},
    }  # fmt: skip
    said = one_line(text(client.get(at(night))))
    assert "Vote tied, 4 to 4; the open hand said no" in said
    assert "(A♠ K♠ Q♦ J♦ 9♥ – 2♣ 2♦ 9♠ 8♠ 5♣)" in said


def test_more_votes_than_players_are_kept_with_one_tap_more(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = {"text": "", "votes_for": "9", "votes_against": "0"}
    answer = tapped(client, at(night, "vote/"), data)
    assert answer.status_code == 422
    assert "9 votes of 8 players: somebody voted twice. Keep the totals all the same?" in text(answer)
    assert 'name="overrule" value="votes_above_players"' in text(answer)
    assert tapped(client, at(night, "vote/"), {**data, "overrule": "votes_above_players"}).status_code == 200


def test_a_disqualification_says_first_what_falls_and_who_plays_again_VIV_32(
    night: Night, desk: Desk
) -> None:
    client, cheat = desk(night), night.entries["Kosovo"]
    picker = text(client.get(at(night, "disqualify/")))
    assert f'<option value="{cheat.pk}">Kosovo</option>' in picker
    page = one_line(text(client.get(at(night, f"disqualify/?entry={cheat.pk}"))))
    assert "Disqualify Kosovo?" in page
    assert "Voids 1; 7 play again" in page
    assert "<s>Kosovo</s>" in page
    assert f'name="shown" value="{Table.objects.get().pk}"' in page
    assert Ruling.objects.count() == 0, "nothing happens before it is confirmed"


def test_without_the_tick_nothing_happens(night: Night, desk: Desk) -> None:
    data = {"entry": night.entries["Kosovo"].pk, "how": "replay", "text": "Marked cards"}
    answer = tapped(desk(night), at(night, "disqualify/"), data)
    assert answer.status_code == 422
    assert "Read what this brings and tick the box." in text(answer)
    assert 'value="Marked cards"' in text(answer)
    assert Out.objects.count() == 0


def test_a_confirmed_replay_is_one_act_and_is_told_with_what_fell(night: Night, desk: Desk) -> None:
    client, table = desk(night), Table.objects.get()
    data = {
        "entry": night.entries["Kosovo"].pk, "how": "replay", "text": "Marked cards", "sure": "on",
        "shown": str(table.pk),
    }  # fmt: skip
    answer = tapped(client, at(night, "disqualify/"), data)
    assert answer.status_code == 200
    assert "Kosovo disqualified. Void: 1. 7 players play again (Marked cards)" in text(answer)
    assert Table.objects.filter(replay_of=table).count() == 1


def test_what_changed_since_it_was_shown_is_shown_again(night: Night, desk: Desk) -> None:
    data = {"entry": night.entries["Kosovo"].pk, "how": "replay", "sure": "on", "shown": "1,2,3", "text": ""}
    answer = tapped(desk(night), at(night, "disqualify/"), data)
    assert answer.status_code == 422
    assert "Something changed since this was shown" in text(answer)
    assert Out.objects.count() == 0


def test_without_a_replay_the_counted_chips_leave_play(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = {"entry": night.entries["Kosovo"].pk, "how": "plain", "sure": "on", "chips": "6 100", "text": ""}
    assert tapped(client, at(night, "disqualify/"), data).status_code == 200
    assert Out.objects.get().disqualified
    assert night.field().chips_in_play == 8 * 5000 - 6100
    assert "Kosovo disqualified" in one_line(text(client.get(at(night))))


def test_who_is_out_already_is_found_too_and_told_what_it_brings(night: Night, desk: Desk) -> None:
    night.out("Israel")
    page = one_line(text(desk(night).get(at(night, f"disqualify/?entry={night.entries['Israel'].pk}"))))
    assert "Israel stays out in 8th and is paid nothing; the paid places move up." in page
    assert 'name="chips"' not in page


def test_who_waits_for_the_next_round_is_not_asked_for_chips(desk: Desk) -> None:
    night = vivaldi_night()
    night.start()
    one, *_ = play_out(night, table_called(night.open, "A"))
    client, key = desk(night), night.entries[one].pk
    page = one_line(text(client.get(at(night, f"disqualify/?entry={key}"))))
    assert "The chips are handed in already, the fee stays in the pool." in page
    assert 'name="chips"' not in page
    data = {"entry": key, "how": "plain", "sure": "on", "chips": "8 000", "text": ""}
    assert tapped(client, at(night, "disqualify/"), data).status_code == 200
    assert (night.field().chips_in_play, night.field().stacks[key].chips) == (60_000, 0)


def test_the_menu_of_the_night_leads_there(night: Night, desk: Desk) -> None:
    page = text(desk(night).get(f"/desk/{night.open.code}/"))
    assert f'href="{at(night)}"' in page


def test_a_players_menu_and_the_correction_of_an_out_lead_there_too(night: Night, desk: Desk) -> None:
    client, kosovo = desk(night), night.entries["Kosovo"].pk
    menu = text(client.get(f"/desk/{night.open.code}/seat/{kosovo}/"))
    assert f'href="{at(night)}disqualify/?entry={kosovo}"' in menu
    assert f'href="{at(night)}penalty/?entry={kosovo}"' in menu
    chosen = text(client.get(at(night, f"penalty/?entry={kosovo}")))
    assert f'<option value="{kosovo}" selected>Kosovo</option>' in chosen
    night.out("Kosovo")
    out = Out.objects.get()
    assert f"disqualify/?entry={kosovo}" in text(client.get(f"/desk/{night.open.code}/change/out/{out.pk}/"))
    floor = desk(night, Role.FLOOR)
    assert "disqualify/" not in text(floor.get(f"/desk/{night.open.code}/change/out/{out.pk}/"))


def test_the_list_of_those_out_says_who_was_disqualified(night: Night, desk: Desk) -> None:
    data = {"entry": night.entries["Kosovo"].pk, "how": "plain", "sure": "on", "text": ""}
    client = desk(night)
    assert tapped(client, at(night, "disqualify/"), data).status_code == 200
    assert 'tag--danger">disqualified</span>' in text(client.get(f"/desk/{night.open.code}/"))


def test_a_ruling_is_taken_back_from_its_line(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = {"entry": night.entries["Kosovo"].pk, "how": "plain", "sure": "on", "text": ""}
    assert tapped(client, at(night, "disqualify/"), data).status_code == 200
    act = Ruling.objects.get().order
    dialog = text(client.get(f"/desk/{night.open.code}/change/{act}/"))
    assert f'action="/desk/{night.open.code}/undo/"' in dialog
    assert tapped(client, f"/desk/{night.open.code}/undo/", {"entry": act, "dialog": "1"}).status_code == 200
    assert (Ruling.objects.count(), Out.objects.count()) == (0, 0)
    assert "Nothing yet." in text(client.get(at(night)))


def test_an_open_hand_at_a_table_is_listed_by_who_won_it_VIV_08(desk: Desk) -> None:
    night = vivaldi_night([f"P{count}" for count in range(1, 9)])
    night.start()
    table = table_called(night.open, "A")
    one, two, *others = sitting(table)
    night.out(*others)
    counts = {night.entries[one]: 10000, night.entries[two]: 10000}
    order = [night.entries[two], night.entries[one]]
    rounds.finish_table(table=table, counts=counts, open_hand=order, **night.act)
    page = one_line(text(desk(night).get(at(night))))
    assert f"Open hand: {two}, {one}" in page
    assert "table A" in page
