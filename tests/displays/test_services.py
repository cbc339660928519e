"""What the director does to the television sets, each with its undo and redo."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tdapp.displays import services
from tdapp.displays.logos import drawn_anew
from tdapp.displays.models import Announcement, Display, Logo, Look
from tdapp.displays.queries import (
    PAGES,
    DisplayView,
    LookView,
    ShowView,
    announcements,
    displays_of,
    look_of,
    show_of,
)
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Table
from tdapp.rules.errors import RuleError
from tests.builders import NAVAL, Night, make_night, make_tour, spt_terms
from tests.displays.pictures import picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(spt_terms("Open de Naval", prizes=(4000, 2000)))
    night.sign_up(*NAVAL)
    return night


def terms(**given: Any) -> services.DisplayTerms:
    known = {"name": "Bar", "open": None, "shows": "both", "silent": False, "keys": False}
    return services.DisplayTerms(**{**known, **given})  # type: ignore[typeddict-item]


def add(night: Night, code: str = "K7P2MX", **given: Any) -> Display:
    entry = services.add_display(tour=night.tour, code=code, terms=terms(**given), **night.act)
    return Display.objects.get(pk=entry.params["display"])


def there_and_back(night: Night, entry: JournalEntry, look: Callable[[], object], before: object) -> None:
    """Undo brings ``before`` back, redo what the act made of it."""
    after = look()
    assert after != before
    undone = undo(entry=entry, **night.act)
    assert look() == before
    redo(entry=undone, **night.act)
    assert look() == after


# -- the sets ------------------------------------------------------------------------------------------


def test_a_set_is_added_under_the_code_it_shows_and_taken_back(night: Night):
    look = lambda: dict(displays_of(night.open))  # noqa: E731
    entry = services.add_display(tour=night.tour, code="k7p 2mx", terms=terms(), **night.act)
    assert look() == {"K7P2MX": DisplayView("K7P2MX", "Bar", None, "both", False, False)}
    there_and_back(night, entry, look, {})


def test_a_set_changes_its_open_and_what_it_shows(night: Night):
    display = add(night)
    look = lambda: displays_of(night.open)["K7P2MX"]  # noqa: E731
    before = look()
    given = terms(open=night.open, shows="seats", silent=True, keys=True)
    entry = services.change_display(display=display, terms=given, **night.act)
    assert look() == DisplayView("K7P2MX", "Bar", night.open.code, "seats", True, True)
    there_and_back(night, entry, look, before)


def test_a_removed_set_is_gone_and_its_code_can_be_added_again(night: Night):
    display = add(night)
    before = dict(displays_of(night.open))
    entry = services.remove_display(display=display, **night.act)
    there_and_back(night, entry, lambda: dict(displays_of(night.open)), before)
    with pytest.raises(RuleError, match="display_gone"):
        services.change_display(display=display, terms=terms(), **night.act)
    add(night)
    assert list(displays_of(night.open)) == ["K7P2MX"]


def test_a_code_is_on_one_list_only(night: Night):
    add(night)
    with pytest.raises(RuleError, match="display_taken"):
        add(night)


def test_a_set_shows_opens_of_its_own_tour_only(night: Night):
    tour, director = make_tour(night.director)
    elsewhere = make_night(spt_terms("Open de Graus"), tour=tour, director=director)
    with pytest.raises(RuleError, match="display_open_elsewhere"):
        add(night, open=elsewhere.open)
    assert dict(displays_of(night.open)) == {}


def test_a_set_whose_open_is_over_goes_on_with_whichever_is_on(night: Night):
    add(night, open=night.open)
    night.start()
    night.out(*reversed(NAVAL[1:]))
    assert displays_of(night.open)["K7P2MX"].open_code == night.open.code
    floor.finish_open(open=night.open, **night.act)
    assert displays_of(night.open)["K7P2MX"].open_code is None


@pytest.mark.parametrize("given", [{"shows": "weather"}, {"name": "x" * 41}])
def test_a_set_with_impossible_terms_is_refused(night: Night, given: dict[str, Any]):
    with pytest.raises(RuleError, match=r"page_unknown|name_too_long"):
        add(night, **given)


def test_the_same_request_adds_a_set_once(night: Night):
    act = {**night.act, "request_id": uuid.uuid4()}
    for _ in range(2):
        entry = services.add_display(tour=night.tour, code="K7P2MX", terms=terms(), **act)
    assert entry.repeated
    assert Display.objects.count() == 1


# -- the pages in turn ---------------------------------------------------------------------------------


def test_without_a_choice_the_pages_turn_in_the_usual_order(night: Night):
    assert show_of(night.open) == ShowView(("seats", "rounds", "prizes", "standings", "moves"), 15, 45)


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ({"pages": ("moves", "seats")}, {"pages": ("moves", "seats")}),
        ({"pages": ()}, {"pages": ()}),
        ({"seconds": 20, "clock_seconds": 90}, {"seconds": 20, "clock_seconds": 90}),
        ({"only": "prizes"}, {"only": "prizes"}),
        ({"volume": 0}, {"volume": 0}),
        ({"sounds_off": ["out", "minute"]}, {"sounds_off": ("minute", "out")}),
        ({"spoken": True}, {"spoken": True}),
    ],
)
def test_the_show_changes_where_told_and_stays_elsewhere(
    night: Night, wanted: services.ShowChange, shown: dict[str, Any]
):
    before = show_of(night.open)
    entry = services.change_show(open=night.open, wanted=wanted, **night.act)
    now = show_of(night.open)
    assert {name: getattr(now, name) for name in shown} == shown
    others = [name for name in vars(now) if name not in shown]
    assert [getattr(now, name) for name in others] == [getattr(before, name) for name in others]
    there_and_back(night, entry, lambda: show_of(night.open), before)


def test_a_jump_counts_from_now_and_ends_with_nothing(night: Night):
    night.wait(minutes=3)
    services.change_show(open=night.open, wanted={"jump": "seats"}, **night.act)
    assert (show_of(night.open).jump, show_of(night.open).jumped_at) == ("seats", night.now)
    services.change_show(open=night.open, wanted={"jump": ""}, **night.act)
    assert (show_of(night.open).jump, show_of(night.open).jumped_at) == ("", None)
    assert show_of(night.open).pages == PAGES


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"pages": ["seats", "seats"]}, "page_twice"),
        ({"pages": ["clock"]}, "page_unknown"),
        ({"only": "weather"}, "page_unknown"),
        ({"jump": "weather"}, "page_unknown"),
        ({"seconds": 4}, "seconds_out_of_range"),
        ({"clock_seconds": 601}, "seconds_out_of_range"),
        ({"volume": 101}, "volume_out_of_range"),
        ({"volume": -1}, "volume_out_of_range"),
        ({"sounds_off": ["bang"]}, "sound_unknown"),
    ],
)
def test_an_impossible_show_is_refused_and_nothing_changes(
    night: Night, wanted: services.ShowChange, code: str
):
    with pytest.raises(RuleError, match=code):
        services.change_show(open=night.open, wanted=wanted, **night.act)
    assert show_of(night.open) == ShowView()


# -- what is said over the screens ---------------------------------------------------------------------


def said(night: Night) -> list[tuple[str, str, int | None]]:
    return [(one.kind, one.text, one.table_number) for one in announcements(night.open, night.now)]


def test_a_message_is_on_for_its_seconds(night: Night):
    entry = services.announce(open=night.open, kind="message", text="Food  is ready", seconds=20, **night.act)
    there_and_back(night, entry, lambda: said(night), [])
    assert said(night) == [("message", "Food is ready", None)]
    assert announcements(night.open, night.now)[0].until == night.now + timedelta(seconds=20)
    night.wait(seconds=19)
    assert len(said(night)) == 1
    night.wait(seconds=1)
    assert said(night) == []


def test_what_has_no_seconds_stays_until_it_is_ended(night: Night):
    services.announce(open=night.open, kind="final_table", **night.act)
    night.wait(hours=1)
    services.announce(open=night.open, kind="message", text="Welcome", seconds=30, **night.act)
    assert said(night) == [("final_table", "", None), ("message", "Welcome", None)]
    row = Announcement.objects.get(kind="final_table")
    entry = services.end_announcement(announcement=row, **night.act)
    assert said(night) == [("message", "Welcome", None)]
    undone = undo(entry=entry, **night.act)
    assert [kind for kind, *_ in said(night)] == ["final_table", "message"]
    redo(entry=undone, **night.act)
    with pytest.raises(RuleError, match="announcement_over"):
        services.end_announcement(announcement=row, **night.act)


def test_a_table_that_breaks_is_named_by_its_number(night: Night):
    night.start()
    table = Table.objects.get(round__open=night.open)
    services.announce(
        open=night.open, kind="table_breaks", text="never kept", table=table, seconds=60, **night.act
    )
    assert said(night) == [("table_breaks", "", table.number)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"kind": "message", "text": "  "}, "message_missing"),
        ({"kind": "message", "text": " \u200b\u202e"}, "message_missing"),
        ({"kind": "message", "text": "x" * 161}, "message_too_long"),
        ({"kind": "joke"}, "message_kind_unknown"),
        ({"kind": "table_breaks"}, "announced_table_missing"),
        ({"kind": "seats", "seconds": 2}, "seconds_out_of_range"),
        ({"kind": "seats", "seconds": 3601}, "seconds_out_of_range"),
    ],
)
def test_an_impossible_announcement_is_refused(night: Night, given: dict[str, Any], code: str):
    with pytest.raises(RuleError, match=code):
        services.announce(open=night.open, **given, **night.act)
    assert not Announcement.everything.exists()


def test_a_table_of_another_open_cannot_be_announced(night: Night):
    other = make_night(spt_terms("Open de Graus"), tour=night.tour, director=night.director)
    other.sign_up("Canadá", "Irán")
    other.start()
    table = Table.objects.get(round__open=other.open)
    with pytest.raises(RuleError, match="announced_table_missing"):
        services.announce(open=night.open, kind="table_breaks", table=table, **night.act)


# -- the look ------------------------------------------------------------------------------------------


def test_a_look_changes_where_told_and_its_stamp_with_each_change(night: Night):
    assert look_of(night.tour) == LookView()
    services.change_look(tour=night.tour, wanted={"title": "Peña  El Farol"}, **night.act)
    first = look_of(night.tour)
    assert (first.title, first.logo, first.background) == ("Peña El Farol", False, "")
    wanted = services.LookChange(background="#185A3F", accent="#ffd27a", logo=drawn_anew(picture()))
    entry = services.change_look(tour=night.tour, wanted=wanted, **night.act)
    second = look_of(night.tour)
    assert (second.title, second.logo) == ("Peña El Farol", True)
    assert (second.background, second.accent) == ("#185a3f", "#ffd27a")
    undone = undo(entry=entry, **night.act)
    third = look_of(night.tour)
    assert (third.title, third.logo, third.background, third.accent) == ("Peña El Farol", False, "", "")
    redo(entry=undone, **night.act)
    assert (look_of(night.tour).logo, look_of(night.tour).background) == (True, "#185a3f")
    assert first.stamp < second.stamp < third.stamp < look_of(night.tour).stamp


def test_the_same_logo_is_kept_once_and_can_be_taken_away(night: Night):
    for _ in range(2):
        services.change_look(tour=night.tour, wanted={"logo": drawn_anew(picture())}, **night.act)
    assert Logo.objects.count() == 1
    services.change_look(tour=night.tour, wanted={"logo": None}, **night.act)
    assert (look_of(night.tour).logo, Logo.objects.count()) == (False, 1)


def test_a_background_under_the_time_s_contrast_is_refused_with_the_nearest_that_holds(night: Night):
    with pytest.raises(RuleError) as refused:
        services.change_look(tour=night.tour, wanted={"background": "#2fae7a"}, **night.act)
    assert refused.value.code == "background_too_light"
    assert refused.value.params == {"ratio": 2.4, "needed": 7.0, "nearest": "#185a3f"}
    assert not Look.everything.exists()
    services.change_look(tour=night.tour, wanted={"background": "#185a3f"}, **night.act)


def test_an_accent_is_measured_on_the_background_it_will_have(night: Night):
    services.change_look(tour=night.tour, wanted={"accent": "#2fae7a"}, **night.act)
    with pytest.raises(RuleError) as refused:
        services.change_look(tour=night.tour, wanted={"background": "#185a3f"}, **night.act)
    assert refused.value.code == "accent_too_dark"
    assert refused.value.params["needed"] == 4.5
    assert look_of(night.tour).background == ""


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"background": "red"}, "colour_unreadable"),
        ({"accent": "#12"}, "colour_unreadable"),
        ({"title": "x" * 61}, "name_too_long"),
    ],
)
def test_an_impossible_look_is_refused(night: Night, wanted: services.LookChange, code: str):
    with pytest.raises(RuleError, match=code):
        services.change_look(tour=night.tour, wanted=wanted, **night.act)


# -- screens hear of it --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_screens_of_the_tour_s_opens_hear_of_its_sets_and_look_and_of_their_undo(night: Night):
    def version() -> int:
        night.open.stream.refresh_from_db()
        return int(night.open.stream.version)

    heard = [version()]
    entry = services.add_display(tour=night.tour, code="K7P2MX", terms=terms(), **night.act)
    heard.append(version())
    undone = undo(entry=entry, **night.act)
    heard.append(version())
    redo(entry=undone, **night.act)
    heard.append(version())
    services.change_look(tour=night.tour, wanted={"title": "Peña"}, **night.act)
    heard.append(version())
    assert heard == sorted(set(heard))
    assert len(heard) == 5
