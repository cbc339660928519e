"""What was done to the screens, as the story and the undo button tell it, in both languages."""

from __future__ import annotations

import pytest

from tdapp.clock.services import pause_clock
from tdapp.displays import services
from tdapp.displays.models import Announcement, Display
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Table
from tdapp.web.story import sentence, story
from tests.builders import NAVAL, Night, make_night, timed_terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*NAVAL)
    night.start()
    return night


def terms(name: str = "Bar") -> services.DisplayTerms:
    return services.DisplayTerms(name=name, open=None, shows="both", silent=False, keys=False)


def add(night: Night, name: str = "Bar") -> JournalEntry:
    return services.add_display(tour=night.tour, code="K7P2MX", terms=terms(name), **night.act)


def test_a_set_is_told_by_its_name_or_else_its_code(night: Night):
    assert sentence(add(night, ""), night.open) == "TV K7P2MX added"
    display = Display.objects.get()
    changed = services.change_display(display=display, terms=terms(), **night.act)
    assert sentence(changed, night.open) == "TV Bar changed"
    removed = services.remove_display(display=display, **night.act)
    assert sentence(removed, night.open) == "TV Bar taken off the list"
    look = services.change_look(tour=night.tour, wanted={"title": "Peña"}, **night.act)
    assert sentence(look, night.open) == "Look of the screens changed"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"only": "prizes"}, "Screens stay on: the prizes"),
        ({"only": ""}, "Screens turn again"),
        ({"jump": "clock"}, "Screens show at once: the clock"),
        ({"jump": ""}, "Screens: pages or sounds changed"),
        ({"volume": 30}, "Screens: pages or sounds changed"),
        ({"pages": ["moves"]}, "Screens: pages or sounds changed"),
    ],
)
def test_the_turn_of_the_pages_is_told(night: Night, wanted: services.ShowChange, told: str):
    entry = services.change_show(open=night.open, wanted=wanted, **night.act)
    assert sentence(entry, night.open) == told


def test_what_was_said_over_the_screens_is_told_by_its_words(night: Night):
    table = Table.objects.get(round__open=night.open)
    said = [
        services.announce(open=night.open, kind="message", text="Food is ready", **night.act),
        services.announce(open=night.open, kind="table_breaks", table=table, **night.act),
        services.announce(open=night.open, kind="seats", **night.act),
        services.announce(open=night.open, kind="final_table", **night.act),
    ]
    assert [sentence(one, night.open) for one in said] == [
        "On the screens: Food is ready",
        "On the screens: Table 1 breaks",
        "On the screens: Seat draw",
        "On the screens: Final table",
    ]
    row = Announcement.objects.get(kind="message")
    ended = services.end_announcement(announcement=row, **night.act)
    assert sentence(ended, night.open) == "Off the screens: Food is ready"


def test_an_act_by_the_keys_of_a_set_names_it_even_after_it_left_the_list(night: Night):
    add(night)
    display = Display.objects.get()
    entry = pause_clock(open=night.open, **{**night.act, "actor": None, "by_display": display.pk})
    services.remove_display(display=display, **night.act)
    assert sentence(entry, night.open) == "Clock paused, from the TV Bar"


def test_the_queries_do_not_grow_with_what_was_said(night: Night, django_assert_max_num_queries):
    for text in ("one", "two", "three", "four", "five", "six"):
        services.announce(open=night.open, kind="message", text=text, **night.act)
    with django_assert_max_num_queries(18):
        assert len(story(night.open)) > 6
