"""Founding a tour, opening its seasons, saying who may do what in it."""

from __future__ import annotations

from typing import Unpack
from zoneinfo import available_timezones

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.accounts.steps import account_called
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, new_stream, once, record
from tdapp.rules import money, names
from tdapp.rules.errors import RuleError
from tdapp.tours.models import Membership, Season, Tour

LONGEST_NAME = 80
"""Letters of a tour's or a season's name."""


@once
def found_tour(
    *, name: str, currency: str, time_zone: str, language: str, season: str = "", **act: Unpack[Act]
) -> JournalEntry:
    """Make a tour with its first season, the actor its director (first visit).

    RuleError: ``name_missing``, ``name_too_long``, ``currency_unknown``, ``time_zone_unknown``.
    """
    name, digits = names.kept(name, LONGEST_NAME), money.minor_digits(currency)
    season = names.kept(season, LONGEST_NAME) if season.strip() else str(act["now"].year)
    if time_zone not in available_timezones():
        raise RuleError("time_zone_unknown", time_zone=time_zone)
    with new_stream("tour") as stream, record(stream, "tour_founded", **act) as change:
        tour = change.create(
            Tour,
            stream=stream,
            name=name,
            currency=currency.strip().upper(),
            minor_digits=digits,
            time_zone=time_zone,
            language=language,
        )
        made = change.create(Season, tour=tour, name=season)
        if act["actor"] is not None:
            change.create(Membership, tour=tour, user=act["actor"], role=Role.DIRECTOR.value)
        change.note(tour=tour.pk, season=made.pk)
    return change.entry


@once
def open_season(*, tour: Tour, name: str, **act: Unpack[Act]) -> JournalEntry:
    """Open another season of a tour. RuleError: ``name_missing``, ``name_too_long``."""
    name = names.kept(name, LONGEST_NAME)
    with record(tour.stream, "season_opened", **act) as change:
        season = change.create(Season, tour=tour, name=name)
        change.note(season=season.pk)
    return change.entry


@once
def give_role(*, tour: Tour, user: User, role: Role, **act: Unpack[Act]) -> JournalEntry:
    """Make ``user`` a member of the tour with a role, or change the role.

    RuleError: ``last_director`` when nobody could run the tour any more.
    """
    with record(tour.stream, "role_given", **act) as change:
        _make_member(change, tour, user, role)
    return change.entry


@once
def invite(*, tour: Tour, name: str, role: Role, language: str, **act: Unpack[Act]) -> JournalEntry:
    """Make the person of that name a member, with an account of their own if they have none.

    RuleError: ``name_missing``, ``name_too_long``, ``member_already``.
    """
    with record(tour.stream, "role_given", **act) as change:
        user = account_called(name=name, language=language)
        if Membership.objects.filter(tour=tour, user=user).exists():
            raise RuleError("member_already", user=user.pk)
        _make_member(change, tour, user, role)
    return change.entry


def _make_member(change: Change, tour: Tour, user: User, role: Role) -> None:
    member = Membership.objects.filter(tour=tour, user=user).first()
    if member is None:
        member = change.create(Membership, tour=tour, user=user, role=role.value)
    elif role is not Role.DIRECTOR:
        _check_not_last(member)
    change.update(member, role=role.value)
    change.note(user=user.pk, role=role.value)


@once
def take_role(*, tour: Tour, user: User, **act: Unpack[Act]) -> JournalEntry:
    """End a user's membership. RuleError: ``not_a_member``, ``last_director``."""
    with record(tour.stream, "role_taken", **act) as change:
        member = Membership.objects.filter(tour=tour, user=user).first()
        if member is None:
            raise RuleError("not_a_member")
        _check_not_last(member)
        change.void(member)
        change.note(user=user.pk)
    return change.entry


def _check_not_last(member: Membership) -> None:
    directors = Membership.objects.filter(tour=member.tour, role=Role.DIRECTOR.value)
    if member.role == Role.DIRECTOR.value and directors.count() == 1:
        raise RuleError("last_director")
