"""Results posted and taken back; what is posted is what was played."""

from __future__ import annotations

import pytest

from tdapp.floor import corrections
from tdapp.floor import services as floor
from tdapp.floor.corrections import OutChange
from tdapp.journal.undo import undo
from tdapp.opens.models import Out
from tdapp.rules.errors import RuleError
from tdapp.seasons.models import Result
from tdapp.seasons.services import post_results, take_results_back
from tests.builders import BARBARISMO, Night, make_night
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    for name in reversed(BARBARISMO[1:]):
        night.out(name)
    return night


@pytest.fixture
def finished(night: Night) -> Night:
    floor.finish_open(open=night.open, **night.act)
    return night


def posted(night: Night) -> dict[str, tuple[int, int, int]]:
    rows = Result.objects.filter(open=night.open).select_related("player").order_by("first")
    return {row.player.nickname: (row.first, row.prize, row.points) for row in rows}


def exchange(night: Night, first: str, second: str) -> None:
    """Reopen, put ``first`` out before ``second``, and finish again."""
    floor.reopen_open(open=night.open, **night.act)
    one, other = (Out.objects.get(entry=night.entries[name]) for name in (first, second))
    corrections.change_out(out=one, correction=OutChange(before=other), seed="s", **night.act)
    floor.finish_open(open=night.open, **night.act)


def test_results_are_posted_with_places_prizes_and_points(finished: Night):
    back_and_forth(finished, lambda: post_results(open=finished.open, **finished.act))
    prizes = [5000, 2000, 1000, 0, 0, 0, 0, 0]
    assert posted(finished) == {
        name: (n, prize, 9 - n) for n, (name, prize) in enumerate(zip(BARBARISMO, prizes, strict=True), 1)
    }


def test_results_are_posted_once_and_only_of_a_finished_open(night: Night):
    with pytest.raises(RuleError, match="not_finished"):
        post_results(open=night.open, **night.act)
    floor.finish_open(open=night.open, **night.act)
    post_results(open=night.open, **night.act)
    with pytest.raises(RuleError, match="posted_already"):
        post_results(open=night.open, **night.act)


def test_posted_results_are_taken_back_corrected_and_posted_anew(finished: Night):
    post_results(open=finished.open, **finished.act)
    back_and_forth(finished, lambda: take_results_back(open=finished.open, **finished.act))
    with pytest.raises(RuleError, match="not_posted"):
        take_results_back(open=finished.open, **finished.act)
    exchange(finished, "Letonia", "Irán")
    post_results(open=finished.open, **finished.act)
    assert (posted(finished)["Irán"], posted(finished)["Letonia"]) == ((3, 1000, 6), (4, 0, 5))


def test_old_results_do_not_come_back_over_a_corrected_open(finished: Night):
    post_results(open=finished.open, **finished.act)
    taken = take_results_back(open=finished.open, **finished.act)
    exchange(finished, "Letonia", "Irán")
    with pytest.raises(RuleError, match="play_has_gone_on"):
        undo(entry=taken, actor=None, now=finished.now)
    assert posted(finished) == {}


def test_results_do_not_come_back_over_an_open_that_goes_on(finished: Night):
    post_results(open=finished.open, **finished.act)
    taken = take_results_back(open=finished.open, **finished.act)
    reopened = floor.reopen_open(open=finished.open, **finished.act)
    with pytest.raises(RuleError, match="not_finished"):
        undo(entry=taken, actor=None, now=finished.now)
    undo(entry=reopened, actor=None, now=finished.now)
    undo(entry=taken, actor=None, now=finished.now)
    assert len(posted(finished)) == 8


def test_who_signed_up_and_never_played_has_no_result(night: Night):
    night.sign_up("Tanzania")
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    post_results(open=night.open, **night.act)
    assert len(posted(night)) == 8
    assert "Tanzania" not in posted(night)
