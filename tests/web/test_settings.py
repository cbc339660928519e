"""What a browser is told about our pages, and how long it remembers (DESIGN 9, 10)."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client


@pytest.mark.django_db
def test_every_answer_forbids_inline_code_and_other_peoples_sites(client: Client) -> None:
    policy = client.get("/nothing/").headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'self'"
    assert parts["connect-src"] == "'self'"
    assert parts["img-src"] == "'self' data:"
    assert parts["frame-ancestors"] == parts["object-src"] == parts["base-uri"] == "'none'"
    assert "unsafe" not in policy


def test_a_sign_in_lasts_thirty_days_and_its_cookie_is_closed_to_scripts() -> None:
    assert settings.SESSION_COOKIE_AGE == 30 * 24 * 60 * 60
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"


def test_two_installations_on_one_machine_keep_their_cookies_apart() -> None:
    assert settings.SESSION_COOKIE_NAME.startswith("tapete_session_")
    assert len(settings.SESSION_COOKIE_NAME) == len("tapete_session_") + 8
    assert settings.SECRET_KEY[:8] not in settings.SESSION_COOKIE_NAME


def test_the_site_speaks_english_and_spanish_and_keeps_instants_in_utc() -> None:
    assert [code for code, _name in settings.LANGUAGES] == ["en", "es"]
    assert settings.USE_TZ
    assert settings.TIME_ZONE == "UTC"


def test_static_files_are_served_without_collecting_them(client: Client) -> None:
    answer = client.get("/static/django_htmx/htmx-2.min.js")
    assert answer.status_code == 200
    assert "Access-Control-Allow-Origin" not in answer.headers
