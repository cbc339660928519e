"""The demo: the two real opens end as they did (RULES 1.1, 4.7), one open waits, and it is played once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tdapp.accounts.models import User
from tdapp.cash import queries as cash
from tdapp.hands.models import Hand
from tdapp.journal.models import JournalEntry, Stream
from tdapp.live.greeting import sign_in_path
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.seasons import demo
from tdapp.seasons.queries import number_in_season, results, season_table
from tdapp.tours.models import Season, Tour
from tests.builders import BARBARISMO, NAVAL, make_tour

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 10, 12, 19, 0, tzinfo=UTC)


def test_both_real_opens_end_as_they_did_SPT_E1_SPT_E2() -> None:
    demo.build(NOW)
    first, second = Open.objects.filter(posted_at__isnull=False).order_by("date")
    assert [(line.name, line.prize) for line in results(first).lines] == list(
        zip(BARBARISMO, (5000, 2000, 1000, 0, 0, 0, 0, 0), strict=True)
    )
    assert [(line.name, line.prize) for line in results(second).lines] == list(
        zip(NAVAL, (2000, 1000, 0, 0, 0, 0), strict=True)
    )
    assert (first.date, second.date) == (date(2008, 1, 4), date(2008, 2, 23))
    assert [results(one).played for one in (first, second)] == [
        timedelta(minutes=192),
        timedelta(minutes=118),
    ]
    for one in (first, second):
        assert cash.till(one, cash.pool(one, field(one))).in_hand == 0


def test_the_season_after_both_is_the_golden_table_of_RULES_4_7() -> None:
    tour = demo.build(NOW)
    table = season_table(Season.objects.get(tour=tour))
    assert [(line.rank, line.name, int(line.total)) for line in table.lines] == [
        (1, "Canadá", 14), (2, "Lituania", 9), (2, "Irán", 9), (4, "Letonia", 8), (5, "Inglaterra", 7),
        (6, "Kosovo", 5), (7, "Francia", 3), (8, "Israel", 1), (8, "Tanzania", 1),
    ]  # fmt: skip


def test_every_count_of_the_demo_is_the_chips_in_play() -> None:
    for script in (demo.BARBARISMO, demo.NAVAL):
        whole = script.stack * len(script.players)
        sums = {sum(moment.stacks.values()) for moment in script.moments if isinstance(moment, demo.Count)}
        assert sums == {whole}


def test_hands_are_entered_among_many_that_are_not() -> None:
    demo.build(NOW)
    assert Hand.objects.count() == 6
    assert JournalEntry.objects.filter(kind="out_recorded").count() == 5


def test_the_autumn_open_is_today_with_eight_at_the_door_and_three_who_owe() -> None:
    demo.build(NOW)
    autumn = Open.objects.get(name="Open de Otoño")
    everyone = field(autumn)
    assert (autumn.date, autumn.started_at, number_in_season(autumn)) == (date(2026, 10, 12), None, 3)
    assert len(everyone.entrants) == 8
    assert [(debt.name, debt.amount) for debt in cash.debts(autumn, everyone)] == [
        ("Letonia", 1200),
        ("Francia", 1200),
        ("Kosovo", 1200),
    ]


def test_today_is_that_of_the_tour_not_of_the_machine() -> None:
    demo.build(datetime(2026, 10, 12, 23, 30, tzinfo=UTC))
    assert Open.objects.get(name="Open de Otoño").date == date(2026, 10, 13)


def test_nobody_knows_a_password_and_the_printed_link_signs_the_director_in() -> None:
    demo.build(NOW)
    director = User.objects.get()
    assert not director.has_usable_password()
    assert director.sign_in_links.count() == 0
    sign_in_path(NOW)
    assert [link.purpose for link in director.sign_in_links.all()] == ["sign_in"]


def test_a_second_demo_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    before = (JournalEntry.objects.count(), Stream.objects.count(), Open.objects.count())
    call_command("demo")
    assert (JournalEntry.objects.count(), Stream.objects.count(), Open.objects.count()) == before
    assert capsys.readouterr().out.count("Playing the demo nights") == 1


def test_an_interrupted_demo_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class PowerCut(Exception):
        pass

    def cut(**_: object) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(demo, "post_results", cut)
        with pytest.raises(PowerCut):
            demo.build(NOW)
    assert demo.begun()
    assert not demo.complete()
    call_command("demo")
    assert demo.complete()
    assert Open.objects.count() == 3
    assert Open.objects.filter(posted_at__isnull=False).count() == 2
    assert Tour.objects.count() == 1


def test_the_demo_is_refused_among_nights_of_ones_own() -> None:
    make_tour()
    with pytest.raises(CommandError, match="holds nights of your own"):
        call_command("demo")
    assert Open.objects.count() == 0


def test_the_demo_never_goes_into_the_folder_of_ones_own_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", Path(settings.BASE_DIR) / "var")
    with pytest.raises(CommandError, match="does not go into the folder of your own nights"):
        call_command("demo")
    assert not demo.begun()
