"""Signing in: one-time links, devices, the first director's account.

Outside the journal: nothing here is part of a night, and a used link never comes back.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction

from tdapp.accounts.models import Device, SignInLink, User
from tdapp.accounts.steps import account_name
from tdapp.rules.errors import RuleError

LINK_LIFE = timedelta(minutes=15)
DEVICE_LIFE = timedelta(days=30)


def hash_of(token: str) -> str:
    """The only form in which a link's token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def make_sign_in_link(*, user: User | None, purpose: str, now: datetime) -> str:
    """Make a link's token, valid once within fifteen minutes; ``user`` is None for the first director."""
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        token_hash=hash_of(token), user=user, purpose=purpose, created_at=now, expires_at=now + LINK_LIFE
    )
    return token


def find_sign_in_link(*, token: str, now: datetime) -> SignInLink:
    """The live link of a token. RuleError: ``link_unknown``, ``link_used``, ``link_expired``."""
    link = SignInLink.objects.select_related("user").filter(token_hash=hash_of(token)).first()
    if link is None:
        raise RuleError("link_unknown")
    if link.used_at is not None:
        raise RuleError("link_used")
    if link.expires_at <= now:
        raise RuleError("link_expired")
    return link


def _use(link: SignInLink, now: datetime) -> None:
    # Compare-and-set: of two taps on one link, one signs in.
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise RuleError("link_used")


def _use_up_first_links(now: datetime) -> None:
    # All of them in one statement: two links from two starts do not make two first directors.
    if not SignInLink.objects.filter(purpose="first", used_at=None).update(used_at=now):
        raise RuleError("link_used")


def sign_in_by_link(*, token: str, label: str, now: datetime) -> Device:
    """Use a link up and return the new device, signed in for thirty days."""
    with transaction.atomic():
        link = find_sign_in_link(token=token, now=now)
        if link.user is None:
            raise RuleError("link_needs_account")
        _use(link, now)
        return sign_in_device(user=link.user, label=label, now=now)


def sign_in_device(*, user: User, label: str, now: datetime) -> Device:
    """Record that ``user`` signed in on a browser called ``label``."""
    return Device.objects.create(user=user, label=label[:120], signed_in_at=now, expires_at=now + DEVICE_LIFE)


def create_first_director(
    *, token: str, name: str, password: str, language: str, label: str, now: datetime
) -> Device:
    """Make the first account; the link from the terminal proves who may (first visit).

    Every other first link is used up with this one.
    RuleError: the link's codes, ``name_missing``, ``name_too_long``, ``name_taken``, ``director_exists``.
    ValidationError: the password is too weak.
    """
    name = account_name(name)
    validate_password(password, User(name=name))
    try:
        with transaction.atomic():
            link = find_sign_in_link(token=token, now=now)
            if link.purpose != "first":
                raise RuleError("link_unknown")
            _use_up_first_links(now)
            if User.objects.exists():
                raise RuleError("director_exists")
            user = User(name=name, language=language)
            user.set_password(password)
            user.save()
            return sign_in_device(user=user, label=label, now=now)
    except IntegrityError as error:
        raise RuleError("name_taken", name=name) from error


def sign_out_device(*, device: Device, now: datetime) -> None:
    """End a device's sign-in; its next request is sent to the sign-in page."""
    Device.objects.filter(pk=device.pk, signed_out_at=None).update(signed_out_at=now)


def device_is_live(*, device: Device, now: datetime) -> bool:
    """Whether the device may still act."""
    return device.signed_out_at is None and device.expires_at > now
