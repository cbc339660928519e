"""Signing in: links that work once and for fifteen minutes, devices, the first director (DESIGN 10)."""

from __future__ import annotations

import hashlib
import threading
from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import connections

from tdapp.accounts import services
from tdapp.accounts.models import Device, SignInLink, User
from tdapp.rules.errors import RuleError
from tests.builders import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
QUARTER = timedelta(minutes=15)
FIRST = {"name": "Directora", "password": "a long night of cards", "language": "es", "label": "laptop"}


@pytest.fixture
def user() -> User:
    return User.objects.create(name="Directora")


def link_for(user: User | None, purpose: str = "sign_in") -> str:
    return services.make_sign_in_link(user=user, purpose=purpose, now=EVENING)


# -- links ---------------------------------------------------------------------------------------------


def test_a_link_is_stored_as_a_hash_only(user: User):
    token = link_for(user)
    link = SignInLink.objects.get()
    assert link.token_hash == hashlib.sha256(token.encode()).hexdigest()
    stored = SignInLink.objects.values_list().get()
    assert not any(token in str(value) for value in stored)
    assert len(token) >= 32


def test_a_link_signs_in_once(user: User):
    token = link_for(user)
    device = services.sign_in_by_link(token=token, label="phone", now=EVENING)
    assert (device.user, device.label) == (user, "phone")
    with pytest.raises(RuleError, match="link_used"):
        services.sign_in_by_link(token=token, label="phone", now=EVENING)
    assert Device.objects.count() == 1


def test_a_link_works_until_just_before_fifteen_minutes_and_not_at_them(user: User):
    first, second = link_for(user), link_for(user)
    last_moment = EVENING + QUARTER - timedelta(microseconds=1)
    assert services.sign_in_by_link(token=first, label="", now=last_moment).user == user
    with pytest.raises(RuleError, match="link_expired"):
        services.sign_in_by_link(token=second, label="", now=EVENING + QUARTER)


def test_looking_at_a_link_does_not_use_it(user: User):
    token = link_for(user, "phone")
    for _ in range(3):
        assert services.find_sign_in_link(token=token, now=EVENING).purpose == "phone"
    assert services.sign_in_by_link(token=token, label="", now=EVENING)


def test_a_link_that_nobody_made_is_unknown(user: User):
    token = link_for(user)
    for wrong in ("", token[:-1], SignInLink.objects.get().token_hash):
        with pytest.raises(RuleError, match="link_unknown"):
            services.find_sign_in_link(token=wrong, now=EVENING)


def test_a_first_link_needs_an_account_and_stays_good():
    token = link_for(None, "first")
    with pytest.raises(RuleError, match="link_needs_account"):
        services.sign_in_by_link(token=token, label="", now=EVENING)
    assert services.create_first_director(token=token, now=EVENING, **FIRST)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_of_two_taps_on_one_link_at_once_one_signs_in(user: User, attempt):
    token = link_for(user)
    answers = at_once(
        *(lambda: services.sign_in_by_link(token=token, label="phone", now=EVENING) for _ in range(2))
    )
    assert sorted(answers) == ["link_used", "signed in"]
    assert Device.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_two_first_links_at_once_make_one_director(attempt):
    tokens = [link_for(None, "first") for _ in range(2)]

    def create(number: int) -> Device:
        more = {**FIRST, "name": f"Director {number}"}
        return services.create_first_director(token=tokens[number], now=EVENING, **more)

    answers = at_once(lambda: create(0), lambda: create(1))
    assert sorted(answers) == ["link_used", "signed in"]
    assert User.objects.count() == Device.objects.count() == 1


def at_once(*acts) -> list[str]:
    """What came of acts begun together, each on a connection of its own."""
    together, answers = threading.Barrier(len(acts)), []

    def run(act) -> None:
        together.wait()
        try:
            act()
            answers.append("signed in")
        except RuleError as error:
            answers.append(error.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return answers


# -- the first director --------------------------------------------------------------------------------


def test_the_first_director_gets_an_account_and_a_device():
    device = services.create_first_director(token=link_for(None, "first"), now=EVENING, **FIRST)
    assert (device.user.name, device.user.language, device.label) == ("Directora", "es", "laptop")
    assert device.user.check_password(FIRST["password"])


def test_the_first_director_uses_up_every_first_link():
    used, other = link_for(None, "first"), link_for(None, "first")
    services.create_first_director(token=used, now=EVENING, **FIRST)
    for token in (used, other):
        with pytest.raises(RuleError, match="link_used"):
            services.create_first_director(token=token, now=EVENING, **FIRST)


def test_there_is_one_first_director(user: User):
    with pytest.raises(RuleError, match="director_exists"):
        services.create_first_director(token=link_for(None, "first"), now=EVENING, **FIRST)


def test_a_sign_in_link_makes_no_account(user: User):
    token = link_for(user)
    with pytest.raises(RuleError, match="link_unknown"):
        services.create_first_director(token=token, now=EVENING, **FIRST)
    assert services.sign_in_by_link(token=token, label="", now=EVENING)


@pytest.mark.parametrize(("name", "code"), [(" ", "name_missing"), ("x" * 61, "name_too_long")])
def test_a_first_director_without_a_name_that_fits_keeps_the_link(name, code):
    token = link_for(None, "first")
    with pytest.raises(RuleError, match=code):
        services.create_first_director(token=token, now=EVENING, **{**FIRST, "name": name})
    assert services.create_first_director(token=token, now=EVENING, **FIRST)


@pytest.mark.parametrize("weak", ["cards", "12345678901", "directora1"])
def test_a_weak_password_keeps_the_link(weak):
    token = link_for(None, "first")
    with pytest.raises(ValidationError):
        services.create_first_director(token=token, now=EVENING, **{**FIRST, "password": weak})
    assert not User.objects.exists()
    assert services.create_first_director(token=token, now=EVENING, **FIRST)


def test_an_expired_first_link_makes_nobody():
    token = link_for(None, "first")
    with pytest.raises(RuleError, match="link_expired"):
        services.create_first_director(token=token, now=EVENING + QUARTER, **FIRST)
    assert not User.objects.exists()


# -- names and devices ---------------------------------------------------------------------------------


def test_people_sign_in_by_their_name_whatever_its_case():
    user = User(name="Ángel")
    user.set_password("a long night of cards")
    user.save()
    for typed in ("Ángel", "ángel", "ÁNGEL"):
        assert authenticate(None, username=typed, password="a long night of cards") == user
    assert authenticate(None, username="Angel", password="a long night of cards") is None


def test_a_device_is_signed_in_for_thirty_days(user: User):
    device = services.sign_in_device(user=user, label="x" * 200, now=EVENING)
    assert len(device.label) == 120
    assert services.device_is_live(device=device, now=EVENING + timedelta(days=30, microseconds=-1))
    assert not services.device_is_live(device=device, now=EVENING + timedelta(days=30))


def test_a_device_signed_out_is_dead_at_once_and_the_others_live_on(user: User):
    phone, laptop = (services.sign_in_device(user=user, label=name, now=EVENING) for name in ("a", "b"))
    services.sign_out_device(device=phone, now=EVENING)
    services.sign_out_device(device=phone, now=EVENING + timedelta(hours=1))
    for device in (phone, laptop):
        device.refresh_from_db()
    assert not services.device_is_live(device=phone, now=EVENING)
    assert phone.signed_out_at == EVENING
    assert services.device_is_live(device=laptop, now=EVENING)
