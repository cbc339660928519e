"""A sentence for every refusal and remark that the code can raise, with its real parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.utils import translation

from tdapp.floor import door
from tdapp.hands import services as hands
from tdapp.hands.reckoning import Part, Sheet
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import Table
from tdapp.rules.errors import Remark, RuleError
from tdapp.web import messages
from tdapp.web.refusals import REFUSALS
from tdapp.web.remarks import REMARKS
from tests.architecture.packages import TDAPP, modules
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.web.samples import ACT, ENTRY, HAND, OTHER, PAST, PLAYER, REFUSED, REMARKED

pytestmark = pytest.mark.django_db

# -- what the code can raise ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Raised:
    """One place that raises: the code and the names of its parameters."""

    where: str
    code: str | None
    params: frozenset[str]


def calls(kind: str) -> Iterator[Raised]:
    """Every ``RuleError(…)`` or ``Remark(…)`` in tdapp; code None where it is no literal."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == kind and node.args:
                first = node.args[0]
                code = str(first.value) if isinstance(first, ast.Constant) else None
                names = {word.arg for word in node.keywords if word.arg} - {"overrule"}
                yield Raised(str(path.relative_to(TDAPP)), code, frozenset(names))


# Codes that are not written where they are raised.
ELSEWHERE = {
    "rules/places.py": {"out_twice", "survivor_is_out"},
    "journal/constraints.py": set(),
}


def constraint_codes() -> set[str]:
    """What ``journal.constraints`` makes of each constraint that may bite."""
    return {
        getattr(one, "violation_error_code", None) or one.name
        for model in apps.get_models()
        if model.__module__.startswith("tdapp.")
        for one in model._meta.constraints
    }


def refusal_codes() -> set[str]:
    """Every code that a RuleError of tdapp can carry."""
    found = {one.code for one in calls("RuleError") if one.code}
    return found.union(*ELSEWHERE.values(), constraint_codes())


def test_codes_are_written_where_they_are_raised_but_for_those_listed():
    assert {one.where for one in calls("RuleError") if one.code is None} == set(ELSEWHERE)
    assert [one for one in calls("Remark") if one.code is None] == []


def test_every_refusal_has_its_sentence_and_no_sentence_is_idle():
    assert set(REFUSALS) == refusal_codes()


def test_every_remark_has_its_sentence_and_no_sentence_is_idle():
    assert set(REMARKS) == {one.code for one in calls("Remark")}


# -- each with real parameters ------------------------------------------------------------------------


def test_there_is_a_sample_for_each_code_and_for_each_set_of_parameters():
    assert (set(REFUSED), set(REMARKED)) == (set(REFUSALS), set(REMARKS))
    raised = {(one.code, one.params) for one in calls("RuleError") if one.code}
    sampled = {(code, frozenset(params) - {"overrule"}) for code, all in REFUSED.items() for params in all}
    assert sorted((code, sorted(params)) for code, params in raised - sampled) == []


@pytest.fixture
def night() -> Night:
    """A night with an out in the way, a hand, and points for chips."""
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def real(params: dict[str, Any], night: Night) -> dict[str, Any]:
    """A sample with the ids of this night put in."""
    canada, iran = night.entries["Canadá"], night.entries["Irán"]
    past = JournalEntry.objects.get(kind="play_started")
    ids = {ENTRY: canada.pk, OTHER: iran.pk, PLAYER: canada.player_id, ACT: past.pk, PAST: past.pk, HAND: 1}

    def put(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(put(one) for one in value)
        return ids.get(value, value) if isinstance(value, str) else value

    return {key: put(value) for key, value in params.items()}


def said(code: str, params: dict[str, Any], night: Night | None, *, remark: bool = False) -> str:
    """The sentence for a sample."""
    open = night.open if night else None
    given = real(params, night) if night else params
    if remark:
        return messages.remark(Remark(code, given), open)
    return messages.refusal(RuleError(code, **given), open).text


def every_sentence(night: Night) -> Iterator[tuple[str, str]]:
    """Code and sentence of every sample, in the language in force."""
    for remark, samples in ((False, REFUSED), (True, REMARKED)):
        for code, each in samples.items():
            yield from ((code, said(code, params, night, remark=remark)) for params in each)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_sentence_is_whole_and_says_what_to_do(language: str, night: Night):
    with translation.override(language):
        for code, text in every_sentence(night):
            assert re.fullmatch(r"[^a-z%]\S*(\s\S+)+[.?]", text), (code, text)
            assert "%(" not in text, (code, text)
            assert f"({code})" not in text, (code, text)
            assert re.search("[:?.] ", text), (code, text)


def test_every_sentence_differs_in_spanish(night: Night):
    with translation.override("es"):
        spanish = list(every_sentence(night))
    with translation.override("en"):
        english = list(every_sentence(night))
    assert [pair for pair, other in zip(english, spanish, strict=True) if pair == other] == []


def test_a_refusal_that_may_be_passed_asks_and_the_others_do_not(night: Night):
    questions = {"stack_order_needed"}
    with translation.override("en"):
        for code in REFUSALS:
            for params in REFUSED[code]:
                asks = said(code, params, night).endswith("?")
                if params.get("overrule"):
                    assert asks, code
                elif asks:
                    questions.add(code)
    overrulable = {one.code for one in raised_with_overrule()}
    assert questions - overrulable == {"stack_order_needed"}


def raised_with_overrule() -> Iterator[Raised]:
    """Those that the director may pass, by how they are raised."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "RuleError" and node.args:
                passed = [w for w in node.keywords if w.arg == "overrule"]
                if passed and not (isinstance(passed[0].value, ast.Constant) and not passed[0].value.value):
                    yield Raised(path.name, str(getattr(node.args[0], "value", "")), frozenset())


def test_sentences_of_forms_need_no_open():
    with translation.override("en"):
        assert said("money_split_incomplete", {"text": "10+"}, None) == (
            "“10+” is incomplete: type an amount on each side of the plus, such as 10 + 2."
        )
        assert said("small_blind_above_big", {"index": 0, "sb": 100, "bb": 50}, None) == (
            "Line 1: the small blind 100 is above the big blind 50. Exchange them."
        )


EXACT = [
    (
        "stack_differs",
        "The stack of Canadá is 4\u202f300, not 7\u202f400: use 7\u202f400?",
        "El stack de Canadá es 4\u202f300, no 7\u202f400: ¿usar 7\u202f400?",
    ),
    ("winner_folded", "Seat 4 folded and cannot win the main pot: tap somebody still in.", None),
    ("winner_not_in_pot", "Seat 4 has nothing in side pot 1: tap somebody who has.", None),
    ("count_needed", "Type the chips of all 2 players still in: Canadá and Irán.", None),
    (
        "stack_order_needed",
        "Who had more before the hand: Canadá and Irán? Tap them in order, or say that they were equal.",
        "¿Quién tenía más antes de la mano: Canadá e Irán? Tócalos en orden, o di que tenían lo mismo.",
    ),
    (
        "prizes_rise",
        "The 2nd prize (30\u00a0€) is more than the one above (20\u00a0€): put them in order.",
        None,
    ),
    (
        "prizes_do_not_sum",
        "The prizes are 70\u00a0€ and the pool is 80\u00a0€: lock them with 10\u00a0€ unassigned?",
        "Los premios suman 70\u00a0€ y el bote es de 80\u00a0€: ¿fijarlos con 10\u00a0€ sin asignar?",
    ),
    ("debts_open", "Canadá still owes money: take it first, or finish all the same?", None),
    (
        "field_outside_advice",
        "6 players: these rules advise 7 to 9. You may play all the same.",
        "6 jugadores: estas reglas aconsejan de 7 a 9. Se puede jugar igualmente.",
    ),
    (
        "undo_in_the_way",
        "“Play began with 8 players” came later and is in the way: undo that first, "
        "or correct this from tonight's list.",
        None,
    ),
    ("player_already_in", "Canadá is in already: is this somebody else with the same name?", None),
]


@pytest.mark.parametrize(("code", "english", "spanish"), EXACT, ids=[code for code, *_ in EXACT])
def test_the_sentences_that_decide_something_read_so(
    code: str, english: str, spanish: str | None, night: Night
):
    remark = code in REMARKED
    params = (REMARKED if remark else REFUSED)[code][0]
    with translation.override("en"):
        assert said(code, params, night, remark=remark) == english
    if spanish:
        with translation.override("es"):
            assert said(code, params, night, remark=remark) == spanish


# -- from the services themselves ----------------------------------------------------------------------


def test_an_undo_in_the_way_names_the_later_act_and_offers_the_correction():
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    first = night.start()
    night.out("Kosovo", by="Canadá")
    with pytest.raises(RuleError) as refused:
        undo(entry=first, **night.act)
    with translation.override("en"):
        assert messages.refusal(refused.value, night.open).text == (
            "“Kosovo out in 8th, by Canadá” came later and is in the way: "
            "undo that first, or correct this from tonight's list."
        )


def test_a_stack_that_differs_names_the_player_and_both_figures():
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Irán")
    night.start()
    table = Table.objects.get()
    parts = tuple(
        Part(entry.seatings.get().number, entry.pk, live=7400, all_in=True)
        for entry in night.entries.values()
    )
    sheet = Sheet(parts[0].seat, 25, 50, 0, parts, ((parts[0].seat,),))
    with pytest.raises(RuleError) as refused:
        hands.enter_hand(table=table, sheet=sheet, **night.act)
    with translation.override("en"):
        shown = messages.refusal(refused.value, night.open)
    assert shown == messages.Refusal(
        "The stack of Canadá is 5\u202f000, not 7\u202f400: use 7\u202f400?", "stack_differs", True
    )


def test_a_second_tap_is_told_so_and_one_that_was_undone_since_too():
    night = make_night()
    act = night.act
    door.sign_up(open=night.open, nickname="Canadá", seed="s", **act)
    again = door.sign_up(open=night.open, nickname="Canadá", seed="s", **act)
    with translation.override("en"):
        assert messages.repeated(again) == "An earlier tap did this already: it was done once."
        undo(entry=again, **night.act)
        again = door.sign_up(open=night.open, nickname="Canadá", seed="s", **act)
        assert messages.repeated(again) == (
            "An earlier tap did this and it was undone since: redo it if it should count."
        )


def test_a_code_without_a_sentence_is_still_answered():
    with translation.override("en"):
        assert messages.refusal(RuleError("brand_new")).text == (
            "This was refused (brand_new): look at the page and try again."
        )
