"""The balance at the desk: the proposal, its buttons, the last moves, whole tables (faults 73, 77, 80)."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.displays.models import Announcement
from tdapp.floor import door, rearranging
from tdapp.floor import services as floor
from tdapp.floor.models import Move, Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_undo
from tdapp.opens.models import Table
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.web import figures
from tests.builders import Night, make_night, timed_terms
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk
from tests.vivaldi import vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return uneven(timezone.now())


def uneven(now: datetime, house: HouseRules = PRESETS["tda"]) -> Night:
    """Nine and seven players since ``now``, all buttons unknown."""
    night = make_night(replace(timed_terms(), house=house))
    night.now = now
    names = [f"P{n:02}" for n in range(1, 19)]
    door.sign_up_list(open=night.open, nicknames=names, pay=True, **night.act)
    night.entries = {e.player.nickname: e for e in night.open.entries.select_related("player", "open")}
    night.start()
    for seat in (4, 8):
        night.out(seat_of(night, 2, seat).entry.player.nickname)
    Table.objects.filter(round__open=night.open).update(button=None, small_blind=None, big_blind=None)
    return night


def table(night: Night, number: int) -> Table:
    return Table.objects.get(round__open=night.open, number=number)


def seat_of(night: Night, number: int, seat: int) -> Seat:
    here = Seat.objects.select_related("entry__player", "table")
    return here.get(table__round__open=night.open, table__number=number, number=seat, ended_at=None)


def path(night: Night, rest: str = "") -> str:
    return f"/desk/{night.open.code}/balance/{rest}"


def sent(page: str) -> dict[str, Any]:
    """What the proposal's form would send as it stands."""
    data: dict[str, Any] = {"move": re.findall(r'name="move" value="(\w+)" checked', page)}
    data["seed"] = re.findall(r'name="seed" value="(\w+)"', page)[0]
    for name, options in re.findall(r'<select[^>]*name="((?:who|to)_\d+)"[^>]*>(.*?)</select>', page, re.S):
        data[name] = re.findall(r'value="([\d-]+)" selected', options)[0]
    return data


def test_the_night_offers_the_move_with_its_reason_and_one_tap_opens_the_proposal(night: Night, desk: Desk):
    client = desk(night)
    page = text(client.get(f"/desk/{night.open.code}/"))
    assert (
        "Table 2 has 2 fewer than table 1: the next big blind of table 1 takes the worst seat of table 2."
        in page
    )
    assert f'href="{path(night)}"' in page
    dialog = text(client.get(path(night)))
    assert "The next big blind of table 1 takes the worst seat of table 2." in dialog
    assert dialog.count("not known") >= 2


def test_a_button_chosen_in_the_proposal_recomputes_it(night: Night, desk: Desk):
    client = desk(night)
    one, two = table(night, 1), table(night, 2)
    dialog = text(client.get(path(night), {f"button_{one.pk}": 1, f"button_{two.pk}": 1}))
    mover = seat_of(night, 1, 4).entry
    assert f'value="{mover.pk}-{one.pk}-4" selected' in dialog
    assert f'value="{two.pk}-4" selected' in dialog
    assert "next big blind · worst seat: big blind at once" in dialog
    data = {**sent(dialog), f"button_{one.pk}": 1, f"button_{two.pk}": 1}
    assert tapped(client, path(night), data).status_code == 200
    assert seat_of(night, 2, 4).entry == mover
    assert (table(night, 1).button, table(night, 2).button) == (1, 1)


def test_a_dead_button_at_an_empty_seat_is_chosen_like_any_other_rules_2_4(night: Night, desk: Desk):
    client = desk(night)
    one, two = table(night, 1), table(night, 2)
    page = text(client.get(path(night)))
    assert re.search(rf'name="button_{two.pk}" value="4">seat 4, empty</label>', page)
    assert "empty</label>" not in page.split(f'name="button_{one.pk}"')[1].split("</fieldset>")[0]
    known = {f"button_{one.pk}": 1, f"button_{two.pk}": 4}
    dialog = text(client.get(path(night), known))
    assert re.search(rf'name="button_{two.pk}" value="4" checked', dialog)
    # The button is dead at seat 4, the blinds are 5 and 6; of the free seats, 4 and 8, the next to post is 8.
    assert f'value="{two.pk}-8" selected' in dialog
    assert tapped(client, path(night), {**sent(dialog), **known}).status_code == 200
    row = table(night, 2)
    assert (row.button, row.small_blind, row.big_blind) == (4, 5, 6)


def test_where_the_button_moves_to_a_player_no_empty_seat_is_offered_spt_43(desk: Desk):
    night = uneven(timezone.now(), replace(PRESETS["tda"], button_rule="moving"))
    two = table(night, 2)
    assert "empty</label>" not in text(desk(night).get(path(night)))
    dialog = text(desk(night).get(path(night), {f"button_{two.pk}": 4}))
    assert re.search(rf'name="button_{two.pk}" value="0" checked', dialog)
    refused = tapped(desk(night), path(night), {**sent(dialog), f"button_{two.pk}": 4})
    assert refused.status_code == 422
    assert table(night, 2).button is None


def test_who_really_moved_is_chosen_where_nobody_knew_the_button(night: Night, desk: Desk):
    client = desk(night)
    data = sent(text(client.get(path(night))))
    mover, two = seat_of(night, 1, 6), table(night, 2)
    data["who_0"], data["to_0"] = f"{mover.entry_id}-{mover.table_id}-6", f"{two.pk}-8"
    answer = tapped(client, path(night), data)
    assert answer.status_code == 200
    assert f"Tables balanced: {mover.entry.player.nickname} to table 2, seat 8" in text(answer)
    assert Move.objects.get().after.number == 8


def test_what_changed_meanwhile_moves_nobody_and_keeps_what_was_ticked_fault_77(night: Night, desk: Desk):
    client = desk(night)
    data = sent(text(client.get(path(night))))
    taken = seat_of(night, 2, 1)
    data["to_0"] = f"{taken.table_id}-1"
    answer = tapped(client, path(night), data)
    assert answer.status_code == 422
    assert "Seat 1 of table 2 is taken" in text(answer)
    assert not Move.objects.exists()
    answer = tapped(client, path(night), {"seed": data["seed"]})
    assert "Nobody is ticked" in text(answer)


def test_nobody_moves_puts_the_proposal_away_until_the_tables_change(night: Night, desk: Desk):
    client = desk(night)
    keys = re.findall(r'name="key" value="([^"]+)"', text(client.get(path(night))))
    assert keys == ["balance:gap=2:other=1:table=2"]
    answer = tapped(client, path(night, "nobody/"), {"key": keys})
    assert (answer.status_code, "tapete:close" in answer["HX-Trigger"]) == (204, True)
    assert "has 2 fewer" not in text(client.get(f"/desk/{night.open.code}/"))
    night.out(seat_of(night, 2, 1).entry.player.nickname)
    assert "has 3 fewer" in text(client.get(f"/desk/{night.open.code}/"))


def test_the_last_moves_are_one_key_away_each_one_tap_from_its_seat_fault_80(night: Night, desk: Desk):
    client = desk(night)
    assert tapped(client, path(night), sent(text(client.get(path(night))))).status_code == 200
    move = Move.objects.get()
    dialog = text(client.get(path(night)))
    assert f"1.{move.before.number} → 2.{move.after.number}" in dialog
    assert f'href="/desk/{night.open.code}/seat/{move.entry_id}/place/"' in dialog
    menu = text(client.get(f"/desk/{night.open.code}/seat/{move.entry_id}/place/"))
    assert "Actually sits at table 2" in menu


def test_a_table_is_broken_and_the_screens_are_told(night: Night, desk: Desk):
    client = desk(night)
    for seat in (1, 2, 3, 5, 6):
        night.out(seat_of(night, 1, seat).entry.player.nickname)
    two = table(night, 2)
    answer = tapped(client, path(night, "break/"), {"table": two.pk})
    assert answer.status_code == 422
    assert "the other tables have 5 free seats" in text(answer)
    night.out(seat_of(night, 2, 1).entry.player.nickname)
    night.out(seat_of(night, 2, 2).entry.player.nickname)
    answer = tapped(client, path(night, "break/"), {"table": two.pk, "say": "on"})
    assert answer.status_code == 200
    assert "Table 2 broken: 5 players drawn to other tables" in text(answer)
    told = Announcement.objects.get()
    assert (told.kind, told.table) == ("table_breaks", two)
    assert table(night, 2).closed_at is not None


def kinds_since(night: Night, number: int) -> list[str]:
    """What was done after that act of the open."""
    acts = JournalEntry.objects.filter(stream=night.open.stream, number__gt=number)
    return list(acts.order_by("number").values_list("kind", flat=True))


@pytest.mark.parametrize("verb", ["break", "final"])
def test_what_is_refused_leaves_nothing_behind_though_the_screens_were_to_be_told(
    night: Night, desk: Desk, verb: str
):
    """Sixteen do not fit: not even an announcement is written, and the next undo is of the last act."""
    last = next_undo(night.open.stream)
    assert last is not None
    answer = tapped(desk(night), path(night, f"{verb}/"), {"table": table(night, 1).pk, "say": "on"})
    assert answer.status_code == 422
    assert kinds_since(night, last.number) == []
    assert not Announcement.everything.exists()
    assert next_undo(night.open.stream) == last


def test_the_screens_are_told_once_after_it_was_done_however_often_it_is_tapped(night: Night, desk: Desk):
    last = next_undo(night.open.stream)
    assert last is not None
    sent_twice = {"say": "on", "overrule": "final_too_large", "request_id": str(uuid.uuid4())}
    client = desk(night)
    for _ in range(2):
        assert tapped(client, path(night, "final/"), sent_twice).status_code == 200
    assert kinds_since(night, last.number) == ["final_table_made", "announced"]
    assert Announcement.objects.get().kind == "final_table"


def test_a_final_table_of_too_many_is_asked_about_and_made_with_one_tap(night: Night, desk: Desk):
    client = desk(night)
    answer = tapped(client, path(night, "final/"))
    assert answer.status_code == 422
    assert 'name="overrule" value="final_too_large"' in text(answer)
    assert tapped(client, path(night, "final/"), {"overrule": "final_too_large"}).status_code == 200
    assert Table.objects.filter(round__open=night.open, closed_at=None).count() == 1


def test_tables_change_places_and_seats_are_drawn_again(night: Night, desk: Desk):
    client = desk(night)
    one, two = table(night, 1), table(night, 2)
    answer = tapped(client, path(night, "swap/"), {"table": one.pk, "other": two.pk})
    assert answer.status_code == 200
    assert "Tables 1 and 2 changed places" in text(answer)
    answer = tapped(client, path(night, "redraw/"), {"tables": [one.pk, two.pk]})
    assert "Seats of tables 1 and 2 drawn again" in text(answer)
    assert tapped(client, path(night, "swap/"), {"table": one.pk, "other": one.pk}).status_code == 422
    assert tapped(client, path(night, "dance/")).status_code == 404


def test_the_page_works_without_scripts(night: Night, desk: Desk):
    client = desk(night)
    page = text(client.get(path(night)))
    assert "<html" in page
    assert client.post(path(night), sent(page)).status_code == 302
    assert Move.objects.count() == 1


def test_moves_per_player_are_shown(night: Night, desk: Desk):
    one, two = table(night, 1), table(night, 2)
    rearranging.swap_tables(one=one, other=two, **night.act)
    page = text(desk(night).get(path(night)))
    assert "Moves per player" in page
    assert page.count("<span>1</span>") == 16


def test_a_scorekeeper_sees_what_is_due_and_cannot_open_it(night: Night, desk: Desk):
    client: Client = desk(night, Role.SCOREKEEPER)
    page = text(client.get(f"/desk/{night.open.code}/"))
    assert "Table 2 has 2 fewer" in page
    assert f'href="{path(night)}"' not in page
    assert client.get(path(night)).status_code == 403


def test_a_button_of_before_is_the_one_the_page_begins_with(night: Night, desk: Desk):
    night.now = timezone.now()
    floor.set_button(table=table(night, 1), seat=3, **night.act)
    page = text(desk(night).get(path(night)))
    assert re.search(rf'name="button_{table(night, 1).pk}" value="3" checked', page)


def test_a_button_of_a_moment_ago_is_shown_alike_on_the_cards_and_in_the_proposal_rules_2_3(
    night: Night, desk: Desk
):
    two = table(night, 2)
    night.now = timezone.now() - timedelta(minutes=2)
    floor.set_button(table=two, seat=3, **night.act)
    pages = [f"/desk/{night.open.code}/", path(night)]
    page, dialog = (text(desk(night).get(address)) for address in pages)
    assert "button as of" not in page
    assert re.search(rf'name="button_{two.pk}" value="3" checked', dialog)


def test_the_cards_and_the_proposal_say_alike_since_when_a_button_is_old_rules_2_3(desk: Desk):
    night = uneven(timezone.now() - timedelta(minutes=30))
    two = table(night, 2)
    night.wait(minutes=20)
    floor.set_button(table=two, seat=3, **night.act)
    said = figures.wall_time(night.open, night.now)
    pages = [f"/desk/{night.open.code}/", path(night)]
    page, dialog = (text(desk(night).get(address)) for address in pages)
    assert f"button as of {said}" in page.split('id="table-2"')[1]
    assert f"not known now: seat 3 as of {said}" in dialog
    assert re.search(rf'name="button_{two.pk}" value="0" checked', dialog)


@pytest.fixture
def all_between(night: Night) -> Night:
    """Seats 1 to 4 of table 2 are free; with its button in seat 8 they lie before the big blind."""
    for seat in (1, 2, 3):
        night.out(seat_of(night, 2, seat).entry.player.nickname)
    free = seat_of(night, 1, 4).entry
    rearranging.balance_tables(
        open=night.open,
        moves=[rearranging.Going(free.pk, (table(night, 1).pk, 4), (table(night, 2).pk, 8))],
        **night.act,
    )
    return night


def test_a_move_that_must_wait_a_hand_is_not_ticked_and_says_so(all_between: Night, desk: Desk):
    night, client = all_between, desk(all_between)
    two = table(night, 2)
    page = text(client.get(path(night), {f"button_{two.pk}": 8}))
    assert "wait 1 hand, then move" in page
    assert sent(page)["move"] == []


def test_who_is_ticked_before_may_be_moved_all_the_same_and_the_button_stays_written(
    all_between: Night, desk: Desk
):
    night, client = all_between, desk(all_between)
    two = table(night, 2)
    page = text(client.get(path(night), {f"button_{two.pk}": 8}))
    data = {**sent(page), "move": ["0"], f"button_{two.pk}": 8}
    answer = tapped(client, path(night), data)
    assert answer.status_code == 422
    assert "or wait until the blinds have passed" in text(answer)
    assert 'name="overrule" value="between_blinds"' in text(answer)
    assert re.search(rf'name="button_{two.pk}" value="8" checked', text(answer))
    assert Move.objects.count() == 1
    assert tapped(client, path(night), {**data, "overrule": "between_blinds"}).status_code == 200
    assert Move.objects.count() == 2
    assert JournalEntry.objects.latest("pk").params["between_blinds"] == [Move.objects.latest("pk").entry_id]


# -- a round whose tables play by themselves (VIV-05, VIV-32) --------------------------------------------


@pytest.fixture
def apart() -> Night:
    """Four Vivaldi tables of four."""
    night = vivaldi_night()
    night.start()
    return night


def test_tables_that_play_by_themselves_offer_no_exchange_VIV_05(apart: Night, desk: Desk):
    page = text(desk(apart).get(path(apart)))
    assert "The tables of this round play by themselves: nobody changes tables before the next one." in page
    for words in ("may differ by", "Break table", "As few tables", "Final table now", "change places"):
        assert words not in page


@pytest.mark.parametrize("verb", ["break", "compress", "final", "redraw", "swap"])
def test_an_old_page_breaks_no_vivaldi_round_without_a_question_VIV_32(apart: Night, desk: Desk, verb: str):
    last = next_undo(apart.open.stream)
    assert last is not None
    first, other = Table.objects.filter(round__open=apart.open).order_by("number")[:2]
    answer = tapped(desk(apart), path(apart, f"{verb}/"), {"table": first.pk, "other": other.pk})
    assert answer.status_code == 422
    page = text(answer)
    assert "The tables of this round do not exchange players" in page
    assert 'name="overrule" value="tables_play_apart"' in page
    assert kinds_since(apart, last.number) == []


def test_a_move_of_an_old_page_is_asked_about_in_a_vivaldi_round_and_made_on_request_VIV_05(
    apart: Night, desk: Desk
):
    one, two = Table.objects.filter(round__open=apart.open).order_by("number")[:2]
    mover = Seat.objects.filter(table=one, ended_at=None).order_by("number")[0]
    Table.objects.filter(pk=two.pk).update(seats=9)
    taken = set(Seat.objects.filter(table=two, ended_at=None).values_list("number", flat=True))
    free = min(set(range(1, 10)) - taken)
    who = f"{mover.entry_id}-{one.pk}-{mover.number}"
    data = {"move": ["0"], "who_0": who, "to_0": f"{two.pk}-{free}", "seed": "s"}
    client = desk(apart)
    answer = tapped(client, path(apart), data)
    page = text(answer)
    assert answer.status_code == 422
    assert "The tables of this round do not exchange players" in page
    assert 'class="field__error"' not in page, "a question is no error"
    again = page.split('id="balance-repeat"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', again))
    assert {name: fields[name] for name in data} == {**data, "move": "0"}
    assert fields["overrule"] == "tables_play_apart"
    assert "Do it anyway" in again
    fields.pop("request_id")
    assert tapped(client, path(apart), fields).status_code == 200
    assert Seat.objects.get(entry=mover.entry_id, ended_at=None).table_id == two.pk


def test_two_tables_that_break_at_once_are_offered_and_announced_together(desk: Desk):
    night = make_night(replace(timed_terms(), house=PRESETS["tda"]))
    night.now = timezone.now()
    night.sign_up(*(f"P{n:02}" for n in range(1, 37)))
    night.start()
    for number in (3, 4):
        night.out(*(seat_of(night, number, seat).entry.player.nickname for seat in range(1, 9)))
    night.out(*(seat_of(night, 1, seat).entry.player.nickname for seat in (1, 2)))
    client = desk(night)
    assert "Break them" in text(client.get(f"/desk/{night.open.code}/"))
    answer = tapped(client, path(night, "compress/"), {"say": "on"})
    assert answer.status_code == 200
    said = Announcement.objects.get()
    assert (said.kind, said.table.number) == ("table_breaks", 4)
    assert Table.objects.filter(round__open=night.open, closed_at=None).count() == 2
