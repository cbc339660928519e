"""Numbers as pages send them back, and what is none."""

from __future__ import annotations

import pytest

from tdapp.opens.models import Table
from tdapp.web.numbers import number
from tests.builders import make_night
from tests.desk.clients import client_of, tapped

STRANGE = ["²", "٤", "9" * 30, "9" * 5000, "-4", "4.0", "\x00", "🎲"]


def test_plain_digits_are_a_number() -> None:
    assert number("0") == 0
    assert number("0042") == 42
    assert number("9" * 18) == 10**18 - 1


@pytest.mark.parametrize("text", [*STRANGE, "", " 4", "4\n", "+4", "1e3", "４", "9" * 19])
def test_anything_else_is_none(text: str) -> None:
    assert number(text) is None


@pytest.mark.django_db
@pytest.mark.parametrize("text", STRANGE)
def test_no_page_breaks_on_what_only_looks_like_a_number(text: str) -> None:
    night = make_night()
    night.sign_up("Canadá", "Irán", "Kosovo", "Letonia", "Francia")
    night.start()
    client = client_of(night.director)
    desk = f"/desk/{night.open.code}"
    hand = f"{desk}/hand/{Table.objects.get().pk}/"
    first, second = night.entries["Canadá"].pk, night.entries["Irán"].pk

    assert tapped(client, f"{desk}/undo/", {"entry": text}).status_code == 404
    assert tapped(client, f"{desk}/redo/", {"entry": text}).status_code == 404
    assert tapped(client, f"{desk}/out/", {"who": text}).status_code == 422
    asked = {"entry": [first, second], "ranked": ["equal", text, f"={text}"]}
    assert tapped(client, f"{desk}/out/", {"entry": [first, second], "ranked": text}).status_code == 422
    assert tapped(client, f"{desk}/out/", asked).status_code == 200
    assert tapped(client, f"{desk}/change/out/", {"outs": text, "choice": text}).status_code == 422
    assert client.get(f"{desk}/change/out/effect/", {"outs": text, "choice": text}).status_code == 200
    assert client.get(f"{desk}/count/", {"entry": text}).status_code == 200
    assert client.get(hand, {"level": text}).status_code == 200
    typed = {"level": text, "stamp": text, "given0": "", "p0": text, "e1": text, "button": text, "a1": text}
    assert tapped(client, hand, typed).status_code == 422
    assert tapped(client, f"{hand}preview/", typed).status_code == 200
    assert tapped(client, f"{desk}/setup/", {"redraw": "rows", "levels-TOTAL_FORMS": text}).status_code == 200
    assert client.get(f"/t/{night.tour.code}/standings/", {"season": text}).status_code == 404
