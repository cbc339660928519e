"""The money of a Vivaldi night in Chromium: costs, prizes after them, a till that agrees (VIV-42)."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tdapp.accounts.models import User
from tdapp.floor import rounds
from tdapp.opens.models import Entry, Open
from tdapp.tours.models import Tour
from tdapp.tours.services import found_tour
from tests.browser.nights import Director, make_director
from tests.browser.onlookers import Room
from tests.builders import Night
from tests.vivaldi import SIXTEEN, play_out, sitting, table_called

pytestmark = pytest.mark.browser

PRIZES = ("217 500", "72 500", "54 375", "18 125")
# How pages write thousands: a narrow space that breaks no line.
THIN = "\N{NARROW NO-BREAK SPACE}"


def pesos(text: str) -> str:
    """ "217 500" as pages write it."""
    return f"${text.replace(' ', THIN)}"


def test_sixteen_pay_the_costs_come_off_and_the_till_agrees_VIV_42(
    quiet_room: Room, director: Director
) -> None:
    user = make_director()
    tour = found_in_pesos(user)
    director.sign_in()
    set_up(director)
    code = director.create()
    at_the_door(director)
    night = as_night(tour, code, user)
    play_two_rounds(night)
    spend(director, code)
    lock_the_prizes(director)
    best = play_the_final(night)
    count_before_the_prizes(director, code)
    finish(director, code, best)
    close_the_till(director, code)
    read_the_results(director, code, best)


def found_in_pesos(user: User) -> Tour:
    """A tour in Colombian pesos, which have no cents (VIV-01)."""
    entry = found_tour(
        name="Noches de Vivaldi", currency="COP", time_zone="America/Bogota", language="es",
        season="2008", actor=user, now=timezone.now(),
    )  # fmt: skip
    return Tour.objects.get(pk=entry.params["tour"])


def set_up(director: Director) -> None:
    """The entry and the shares are typed; what sixteen bring and what the places get stands beside them."""
    page = director.page
    director.press("n")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    director.type("Torneo Vivaldi")
    page.locator("#setup-preset-vivaldi").check()
    expect(page.locator("#setup-rounds-vivaldi")).to_be_checked()
    page.get_by_label("Buy-in", exact=True).fill("25.000")
    page.get_by_role("radio", name="percentages").check()
    page.get_by_label("Places, best first").fill("60/20/15/5")
    page.get_by_label("Round percentages to").fill("1")
    page.get_by_label("Players expected").fill("16")
    expect(director.figure("Prize pool")).to_have_text(pesos("400 000"))


def at_the_door(director: Director) -> None:
    """One pays in cash by a key, one by transfer by another, the rest all at once."""
    director.add(SIXTEEN[0], pays=True)
    rows = director.page.locator(".door__list > li")
    expect(rows).to_have_count(1)
    director.type(SIXTEEN[1])
    director.press("Control+Shift+Enter")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("by transfer")
    director.paste(SIXTEEN[2:])
    expect(rows).to_have_count(16)
    expect(director.figure("Still owed")).to_have_text(pesos("350 000"))
    director.press("Escape", "a")
    director.door_shows(
        *(16, pesos("400 000"), pesos("0")),
        prizes=" / ".join(map(pesos, ("240 000", "80 000", "60 000", "20 000"))),
        house=pesos("0"),
    )


def as_night(tour: Tour, code: str, user: User) -> Night:
    """The same night for the services, which play its rounds."""
    open = Open.objects.get(code=code)
    entries = {str(one.player): one for one in Entry.objects.filter(open=open).select_related("player")}
    return Night(tour, open, user, timezone.now(), entries=entries)


def play_two_rounds(night: Night) -> None:
    """Four tables, then two; the final begins (VIV-05, VIV-11)."""
    night.start()
    for number, tables in ((1, "ABCD"), (2, "12")):
        for label in tables:
            play_out(night, table_called(night.open, label, number), best=9000)
        rounds.begin_round(open=night.open, seed=f"round {number + 1}", **night.act)


def spend(director: Director, code: str) -> None:
    """Four lines of costs typed; one is taken back by the key, one voided: 37 500 are left."""
    page = director.page
    lines = page.locator(".money__lines > li")
    director.go(f"/desk/{code}/money/")
    director.is_live()
    expect(page.get_by_label("What", exact=True)).to_have_value("expense:prize")
    for amount, what in (("30.000", "Hall"), ("12,000", "Taxi"), ("7500", "Cards"), ("9 000", "Ice")):
        page.get_by_label("Amount").fill(amount)
        page.get_by_label("What for").fill(what)
        director.press("Enter")
        expect(lines.filter(has_text=what)).to_have_count(1)
        director.is_live()
    expect(page.locator("#money-sum")).to_contain_text(f"{pesos('58 500')} expenses")
    # The key takes back only where nothing is being typed.
    page.get_by_role("heading", name="Money", level=1).click()
    director.press("Control+z")
    expect(lines).to_have_count(3)
    expect(lines.filter(has_text="Ice")).to_have_count(0)
    page.get_by_role("link", name=f"Void Costs before the prizes, {pesos('12 000')}").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Taxi")
    director.press("Enter")
    expect(dialog).to_have_count(0)
    expect(lines).to_have_count(2)
    expect(page.locator("#money-sum")).to_contain_text(f"{pesos('37 500')} expenses")
    expect(page.get_by_role("row", name="The places share")).to_contain_text(pesos("362 500"))


def lock_the_prizes(director: Director) -> None:
    """What the places get, locked (VIV-42)."""
    page = director.page
    page.get_by_role("link", name="To the prizes").click()
    rows = page.locator("#prizes-places table").last.locator("tbody tr td:last-child")
    expect(rows).to_have_text([pesos(amount) for amount in PRIZES])
    director.button("Lock the prizes").click()
    director.says("Prizes locked")


def play_the_final(night: Night) -> list[str]:
    """Two go out; all four, best first."""
    best = sitting(table_called(night.open, "1", 3))
    night.out(*reversed(best[2:]))
    return best


def finish(director: Director, code: str, best: list[str]) -> None:
    """The two who are left are counted, and every prize is handed over."""
    page = director.page
    director.go(f"/desk/{code}/finish/")
    for name, chips in zip(best[:2], ("11000", "9000"), strict=True):
        page.get_by_label(name).fill(chips)
    expect(page.get_by_text(f"20{THIN}000 counted, 20{THIN}000 in play.")).to_be_visible()
    page.get_by_label(best[1]).press("Enter")
    director.says("Open finished")
    director.hand_over(**{name: pesos(amount) for name, amount in zip(best, PRIZES, strict=True)})


def count(director: Director, code: str, expected: str, **pieces: str) -> None:
    """Notes and coins by denomination, with the float: the drawer agrees."""
    page = director.page
    director.go(f"/desk/{code}/till/")
    director.is_live()
    page.get_by_label("Float").fill("60.000")
    for value, number in pieces.items():
        page.locator(f"#id_pieces_{value.removeprefix('of_')}").fill(number)
    expect(page.locator("[data-till-expected]")).to_have_text(pesos(expected))
    expect(page.locator("[data-till-counted]")).to_have_text(pesos(expected))
    expect(page.locator("[data-till-difference]")).to_have_text("it agrees")


def count_before_the_prizes(director: Director, code: str) -> None:
    """All is there but what came by transfer and what the costs took."""
    count(director, code, "397 500", of_50000="7", of_20000="2", of_5000="1", of_500="5")
    expect(director.page.get_by_text(f"{pesos('25 000')} by transfer is not in the drawer.")).to_be_visible()
    director.press("Shift+Enter")
    director.says("Till counted")


def close_the_till(director: Director, code: str) -> None:
    """After the prizes the float is left, less what a transfer has brought elsewhere."""
    count(director, code, "35 000", of_20000="1", of_10000="1", of_2000="2", of_1000="1")
    director.press("Control+Enter")
    director.says(f"Till closed: {pesos('35 000')}, it agrees")
    expect(director.page.locator("#till-closed")).to_contain_text("it agrees")


def read_the_results(director: Director, code: str, best: list[str]) -> None:
    """Everybody reads that the pool is what was left after the costs."""
    page = director.page
    director.go(f"/o/{code}/results/")
    said = f"The prize pool is what was left after costs of {pesos('37 500')}."
    expect(page.get_by_text(said)).to_be_visible()
    expect(director.figure("Prize pool")).to_have_text(pesos("362 500"))
