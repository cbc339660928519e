"""Founding a tour, seasons, and who may do what."""

from __future__ import annotations

import uuid

import pytest

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.journal.models import Stream
from tdapp.journal.undo import redo, undo
from tdapp.rules.errors import RuleError
from tdapp.tours import services
from tdapp.tours.models import Membership, Season, Tour
from tdapp.tours.queries import answers_for, role_in, tours_of
from tests.builders import EVENING, make_tour

pytestmark = pytest.mark.django_db
FOUNDING = {"name": "Tour", "currency": "EUR", "time_zone": "Europe/Madrid", "language": "es"}


@pytest.fixture
def tour() -> Tour:
    return make_tour()[0]


@pytest.fixture
def act() -> dict:
    return {"actor": User.objects.first(), "now": EVENING}


def roles(tour: Tour) -> dict[str, str]:
    return {member.user.name: member.role for member in Membership.objects.filter(tour=tour)}


def test_who_founds_a_tour_directs_it_and_has_its_first_season():
    user = User.objects.create(name="Ana")
    entry = services.found_tour(**{**FOUNDING, "currency": " clp "}, actor=user, now=EVENING)
    tour = Tour.objects.get(pk=entry.params["tour"])
    assert (tour.currency, tour.minor_digits, tour.time_zone) == ("CLP", 0, "Europe/Madrid")
    assert role_in(tour, user) is Role.DIRECTOR
    assert tours_of(user) == [tour]
    assert Season.objects.get(pk=entry.params["season"]).name == "2008"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "x" * 81}, "name_too_long"),
        ({"season": "x" * 81}, "name_too_long"),
        ({"currency": "€"}, "currency_unknown"),
        ({"currency": "EURO"}, "currency_unknown"),
        ({"time_zone": "Europe/Barbastro"}, "time_zone_unknown"),
    ],
)
def test_a_tour_nobody_could_found_is_refused(wrong, code):
    with pytest.raises(RuleError, match=code):
        services.found_tour(**{**FOUNDING, **wrong}, actor=None, now=EVENING)
    assert not Tour.objects.exists()


def test_founding_a_tour_is_not_undone(tour: Tour, act):
    with pytest.raises(RuleError, match="not_undoable"):
        undo(entry=tour.stream.entries.get(), **act)


def test_a_tour_founded_with_two_taps_is_one():
    user = User.objects.create(name="Ana")
    tap = {"actor": user, "now": EVENING, "request_id": uuid.uuid4()}
    first, second = (services.found_tour(**FOUNDING, **tap) for _tap in range(2))
    assert (second, second.repeated) == (first, True)
    assert list(Tour.objects.values_list("stream", flat=True)) == [first.stream_id]
    assert Stream.objects.filter(kind="tour").count() == 1


def test_a_season_is_opened_undone_and_redone(tour: Tour, act):
    entry = services.open_season(tour=tour, name="  2009  ", **act)
    names = lambda: sorted(Season.objects.filter(tour=tour).values_list("name", flat=True))  # noqa: E731
    assert names() == ["2008", "2009"]
    back = undo(entry=entry, **act)
    assert names() == ["2008"]
    redo(entry=back, **act)
    assert names() == ["2008", "2009"]


@pytest.mark.parametrize(("name", "code"), [("", "name_missing"), ("x" * 81, "name_too_long")])
def test_a_season_needs_a_name_that_fits(tour: Tour, act, name, code):
    with pytest.raises(RuleError, match=code):
        services.open_season(tour=tour, name=name, **act)


def test_a_role_is_given_changed_taken_and_each_is_undone(tour: Tour, act):
    ana = User.objects.create(name="Ana")
    given = services.give_role(tour=tour, user=ana, role=Role.SCOREKEEPER, **act)
    changed = services.give_role(tour=tour, user=ana, role=Role.FLOOR, **act)
    assert roles(tour) == {"Directora": "director", "Ana": "floor"}
    taken = services.take_role(tour=tour, user=ana, **act)
    assert roles(tour) == {"Directora": "director"}
    undo(entry=taken, **act)
    assert roles(tour)["Ana"] == "floor"
    undo(entry=changed, **act)
    assert roles(tour)["Ana"] == "scorekeeper"
    back = undo(entry=given, **act)
    assert role_in(tour, ana) is None
    redo(entry=back, **act)
    assert role_in(tour, ana) is Role.SCOREKEEPER


def test_inviting_makes_an_account_without_a_password_once(tour: Tour, act):
    services.invite(tour=tour, name=" Ángel ", role=Role.FLOOR, language="es", **act)
    angel = User.objects.get(name="Ángel")
    assert not angel.has_usable_password()
    assert role_in(tour, angel) is Role.FLOOR
    with pytest.raises(RuleError, match="member_already"):
        services.invite(tour=tour, name="ÁNGEL", role=Role.DIRECTOR, language="es", **act)
    assert roles(tour) == {"Directora": "director", "Ángel": "floor"}


def test_the_last_director_stays(tour: Tour, act):
    director = act["actor"]
    with pytest.raises(RuleError, match="last_director"):
        services.take_role(tour=tour, user=director, **act)
    with pytest.raises(RuleError, match="last_director"):
        services.give_role(tour=tour, user=director, role=Role.FLOOR, **act)
    assert roles(tour) == {"Directora": "director"}


def test_undoing_the_second_directors_role_does_not_leave_a_tour_without_director(tour: Tour, act):
    ana = User.objects.create(name="Ana")
    given = services.give_role(tour=tour, user=ana, role=Role.DIRECTOR, **act)
    services.take_role(tour=tour, user=act["actor"], **act)
    with pytest.raises(RuleError, match="last_director"):
        undo(entry=given, **act)
    assert roles(tour) == {"Ana": "director"}


def test_a_season_is_undone_in_a_tour_that_nobody_directs():
    entry = services.found_tour(**FOUNDING, actor=None, now=EVENING)
    tour = Tour.objects.get(pk=entry.params["tour"])
    opened = services.open_season(tour=tour, name="2009", actor=None, now=EVENING)
    undo(entry=opened, actor=None, now=EVENING)
    assert Season.objects.filter(tour=tour).count() == 1


def test_a_role_nobody_has_is_not_taken(tour: Tour, act):
    with pytest.raises(RuleError, match="not_a_member"):
        services.take_role(tour=tour, user=User.objects.create(name="Ana"), **act)


def test_a_stranger_has_no_role(tour: Tour):
    assert role_in(tour, None) is None
    assert role_in(tour, User.objects.create(name="Ana")) is None


def test_a_director_answers_for_members_of_the_own_tours_only(tour: Tour, act):
    ana = User.objects.create(name="Ana")
    services.give_role(tour=tour, user=ana, role=Role.FLOOR, **act)
    assert answers_for(act["actor"], ana)
    services.found_tour(**FOUNDING, actor=ana, now=EVENING)
    assert not answers_for(act["actor"], ana)


@pytest.mark.parametrize(
    ("role", "covers"),
    [
        (Role.SCOREKEEPER, {Role.SCOREKEEPER}),
        (Role.FLOOR, {Role.SCOREKEEPER, Role.FLOOR}),
        (Role.DIRECTOR, {Role.SCOREKEEPER, Role.FLOOR, Role.DIRECTOR}),
    ],
)
def test_each_role_may_do_what_the_lesser_ones_may(role, covers):
    assert {other for other in Role if role.covers(other)} == covers
