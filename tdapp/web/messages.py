"""The sentence for each refusal and remark: what it is and what to do, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules.errors import Remark, RuleError
from tdapp.web.refusals import REFUSALS
from tdapp.web.remarks import REMARKS
from tdapp.web.wording import say


@dataclass(frozen=True)
class Refusal:
    """A refused act: its sentence, and whether the director may pass it with one tap."""

    text: str
    code: str
    overrule: bool


def refusal(error: RuleError, open: Open | None = None) -> Refusal:
    """The sentence of an error; names and amounts are looked up for ``open``.

    A code that may be passed asks a question ("use 7 400?"), the others say what to do.
    """
    text = say(REFUSALS, error.code, {**error.params, "overrule": error.overrule}, open)
    return Refusal(text or _unworded(error.code), error.code, error.overrule)


def remark(said: Remark, open: Open | None = None) -> str:
    """The sentence of a remark."""
    return say(REMARKS, said.code, said.params, open) or _unworded(said.code)


def suggestion(said: Remark, open: Open | None = None) -> str:
    """The sentence of what ``floor.queries.suggestions`` offers: the reason, then what to do."""
    return remark(said, open)


def _unworded(code: str) -> str:
    # The tests see to it that no code comes here; a night goes on all the same if one does.
    return _("This was refused (%(code)s): look at the page and try again.") % {"code": code}


def repeated(entry: JournalEntry) -> str:
    """What to say to a request that was answered before."""
    if entry.undone:
        return _("An earlier tap did this and it was undone since: redo it if it should count.")
    return _("An earlier tap did this already: it was done once.")
