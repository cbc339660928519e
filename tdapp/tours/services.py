"""Founding a tour, opening its seasons, saying who may do what in it."""

from __future__ import annotations

from typing import Unpack
from zoneinfo import available_timezones

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.journal.models import JournalEntry, Stream
from tdapp.journal.recorder import Act, once, record
from tdapp.rules import money
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Membership, Season, Tour


@once
def found_tour(
    *, name: str, currency: str, time_zone: str, language: str, season: str = "", **act: Unpack[Act]
) -> JournalEntry:
    """Make a tour with its first season, the actor its director (first visit).

    RuleError: ``name_missing``, ``currency_unknown``, ``time_zone_unknown``.
    """
    name = " ".join(name.split())
    if not name:
        raise RuleError("name_missing")
    if len(currency) != 3 or not currency.isalpha():
        raise RuleError("currency_unknown", currency=currency)
    if time_zone not in available_timezones():
        raise RuleError("time_zone_unknown", time_zone=time_zone)
    stream = Stream.objects.create(kind="tour")
    with record(stream, "tour_founded", **act) as change:
        tour = change.create(
            Tour,
            stream=stream,
            name=name,
            currency=currency.upper(),
            minor_digits=money.minor_digits(currency.upper()),
            time_zone=time_zone,
            language=language,
        )
        made = change.create(Season, tour=tour, name=season.strip() or str(act["now"].year))
        if act["actor"] is not None:
            change.create(Membership, tour=tour, user=act["actor"], role=Role.DIRECTOR.value)
        change.note(tour=tour.pk, season=made.pk)
    return change.entry


@once
def open_season(*, tour: Tour, name: str, **act: Unpack[Act]) -> JournalEntry:
    """Open another season of a tour. RuleError: ``name_missing``."""
    if not name.strip():
        raise RuleError("name_missing")
    with record(tour.stream, "season_opened", **act) as change:
        season = change.create(Season, tour=tour, name=name.strip())
        change.note(season=season.pk)
    return change.entry


@once
def give_role(*, tour: Tour, user: User, role: Role, **act: Unpack[Act]) -> JournalEntry:
    """Make ``user`` a member of the tour with a role, or change the role."""
    with record(tour.stream, "role_given", **act) as change:
        member = Membership.objects.filter(tour=tour, user=user).first()
        if member is None:
            member = change.create(Membership, tour=tour, user=user, role=role.value)
        change.update(member, role=role.value)
        change.note(user=user.pk, role=role.value)
    return change.entry


@once
def take_role(*, tour: Tour, user: User, **act: Unpack[Act]) -> JournalEntry:
    """End a user's membership. RuleError: ``last_director`` when nobody could run the tour any more."""
    with record(tour.stream, "role_taken", **act) as change:
        member = Membership.objects.filter(tour=tour, user=user).first()
        if member is None:
            raise RuleError("not_a_member")
        directors = Membership.objects.filter(tour=tour, role=Role.DIRECTOR.value)
        if member.role == Role.DIRECTOR.value and directors.count() == 1:
            raise RuleError("last_director")
        change.void(member)
        change.note(user=user.pk)
    return change.entry
