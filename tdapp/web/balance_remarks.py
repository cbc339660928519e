"""What is said of tables that are uneven, break, wait or become one: the reason, then what to do."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tdapp.floor.balancing import Step
from tdapp.web import figures
from tdapp.web.wording import Params, Say, Sentences, table

WHO: Mapping[str, str | Promise] = {
    "next_big_blind": gettext_lazy("next big blind"),
    "same_position": gettext_lazy("same position as the one who went out"),
    "fewest_moves": gettext_lazy("moved least so far, then by lot"),
    "lot": gettext_lazy("by lot"),
}
"""Why it is he, by ``Move.reason``."""


def one_known(params: Params) -> object:
    """A single move whose player and seat are known."""
    return params["moves"] == 1 and not params["in_words"]


def several_known(params: Params) -> object:
    """Several moves, the first of which is known."""
    return params["moves"] > 1 and not params["in_words"]


def one(params: Params) -> object:
    """A single move."""
    return params["moves"] == 1


def why(value: str, open: object) -> object:
    """ "next big blind"."""
    return WHO.get(value, value)


BALANCE: Sentences = {
    "balance": (
        Say(
            gettext_lazy(
                "Table %(table)s has %(gap)s fewer than table %(other)s: %(entry)s (%(reason)s) to table "
                "%(table)s, seat %(seat)s."
            ),
            one_known,
            other=table,
            reason=why,
        ),
        Say(
            gettext_lazy(
                "Table %(table)s has %(gap)s fewer than table %(other)s: %(moves)s players move, first "
                "%(entry)s (%(reason)s) to table %(table)s, seat %(seat)s."
            ),
            several_known,
            other=table,
            reason=why,
        ),
        Say(
            gettext_lazy(
                "Table %(table)s has %(gap)s fewer than table %(other)s: who has the same position there as "
                "the last one out goes to table %(table)s."
            ),
            lambda p: p["who"] == "same_position",
            other=table,
        ),
        Say(
            gettext_lazy(
                "Table %(table)s has %(gap)s fewer than table %(other)s: the next big blind of table "
                "%(other)s takes the worst seat of table %(table)s."
            ),
            one,
            other=table,
        ),
        Say(
            gettext_lazy(
                "Table %(table)s has %(gap)s fewer than table %(other)s: %(moves)s players move, first the "
                "next big blind of table %(other)s to the worst seat of table %(table)s."
            ),
            other=table,
        ),
    ),
    "table_breaks": (
        Say(
            ngettext_lazy(
                "Table %(tables)s breaks: the %(players)s players left fit at %(left)s table.",
                "Table %(tables)s breaks: the %(players)s players left fit at %(left)s tables.",
                "left",
            ),
            lambda p: len(p["tables"]) == 1,
        ),
        Say(
            ngettext_lazy(
                "Tables %(tables)s break: the %(players)s players left fit at %(left)s table.",
                "Tables %(tables)s break: the %(players)s players left fit at %(left)s tables.",
                "left",
            )
        ),
    ),
    "final_table": (
        Say(gettext_lazy("%(players)s players are left: bring them together at the final table.")),
    ),
    "table_halts": (
        Say(
            gettext_lazy(
                "Table %(table)s must wait: it is %(short)s short and its big blind would fall on an empty "
                "seat."
            ),
            lambda p: p["reason"] == "big_blind_empty",
        ),
        Say(
            gettext_lazy(
                "Table %(table)s is %(short)s short: it must wait once its big blind would fall on an empty "
                "seat. Look there."
            ),
            lambda p: p["reason"] == "button_unknown",
        ),
        Say(gettext_lazy("Table %(table)s must wait: it is %(short)s short.")),
    ),
}


def who_words(step: Step) -> str:
    """Why this player: "next big blind. Irán was due and stays"."""
    said = str(WHO.get(step.move.reason, step.move.reason))
    if step.passed_over:
        names = figures.listed([entrant.name for entrant in step.passed_over])
        said = _("%(reason)s (before him %(names)s, who stays)") % {"reason": said, "names": names}
    return said


def seat_words(step: Step) -> str:
    """Why this seat: "worst seat: big blind in 2 hands"."""
    hands = step.move.hands
    if step.move.seat_reason == "vacated":
        return _("the seat that became free")
    if step.move.seat_reason == "single_big_blind":
        return _("worst seat: big blind at once, without a small blind")
    if step.move.seat_reason == "big_blind":
        return _("worst seat: big blind at once")
    if step.move.seat_reason == "worst" and hands is not None:
        said = ngettext(
            "worst seat: big blind after %(hands)s hand", "worst seat: big blind after %(hands)s hands", hands
        )
        return said % {"hands": hands}
    return _("seat by lot")


def wait_words(step: Step) -> str:
    """When he moves: "" for before the next hand; then nobody has to tick him yet."""
    wait = step.move.wait
    said = ngettext("wait %(hands)s hand, then move", "wait %(hands)s hands, then move", wait)
    return said % {"hands": wait} if wait else ""


def rule_words(step: Step, who: str) -> str:
    """The rule to be applied at the table, where nobody here knows the button."""
    words = {"other": step.before.label, "table": step.after.label}
    if who == "same_position":
        position = _("Whoever at table %(other)s has the position of who went out at table %(table)s.")
        return position % words
    return _("The next big blind of table %(other)s takes the worst seat of table %(table)s.") % words
