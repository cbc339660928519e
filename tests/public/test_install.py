"""What a phone needs to keep the site: a manifest with icons that exist, and the worker at the root."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.builders import make_night

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_exist_in_the_readers_language(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", HTTP_ACCEPT_LANGUAGE="es")
    assert answer["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert (said["start_url"], said["display"], said["lang"]) == ("/", "standalone", "es")
    for icon in said["icons"]:
        name = icon["src"].rpartition("/")[2].partition(".")[0]
        file = next(Path(settings.BASE_DIR / "static/img").glob(f"{name}.png"))
        assert file.read_bytes().startswith(b"\x89PNG")


def test_the_worker_is_served_from_the_root_and_named_by_the_phone_pages(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert b'addEventListener("fetch"' in answer.content
    night = make_night()
    html = client.get(f"/o/{night.open.code}/").content.decode()
    assert 'data-worker="/worker.js"' in html
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
