"""Browsers for the tests of the desk: signed in as somebody, answering as htmx or as a plain page."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.accounts.services import sign_in_device
from tdapp.tours.models import Tour
from tdapp.tours.services import give_role
from tdapp.web.access import DEVICE
from tests.builders import EVENING


def client_of(user: User) -> Client:
    """A browser in which ``user`` is signed in."""
    client = Client()
    device = sign_in_device(user=user, label="test", now=datetime.now(UTC))
    session = client.session
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[DEVICE] = device.pk
    session.save()
    return client


def member(tour: Tour, role: Role, name: str = "") -> User:
    """Somebody with a role in the tour."""
    user = User.objects.create(name=name or role.value)
    give_role(tour=tour, user=user, role=role, actor=None, now=EVENING)
    return user


def tapped(client: Client, address: str, data: dict[str, Any] | None = None) -> Any:
    """A POST by htmx, with a request id of its own unless ``data`` has one."""
    return client.post(
        address, {"request_id": str(uuid.uuid4()), **(data or {})}, headers={"HX-Request": "true"}
    )


def text(response: Any) -> str:
    """The page as one reads it: its HTML with the narrow spaces and entities of figures made plain."""
    html = response.content.decode()
    for entity, letter in (("\u202f", " "), ("\xa0", " "), ("&#x27;", "'"), ("&quot;", '"')):
        html = html.replace(entity, letter)
    return html
