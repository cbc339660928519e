"""The night's journal as a story: one sentence for each entry, in the viewer's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tdapp.clock.queries import all_level_starts
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import BACK_AND_FORTH
from tdapp.opens.models import Open
from tdapp.web.recall import Recall
from tdapp.web.tellers import SENTENCES, SHORT
from tdapp.web.tellers.displays import from_display
from tdapp.web.tellers.levels import level_began

Correctable = tuple[str, int]
"""What a correction starts from: ("out", out id), ("payment", payment id), ("purchase", purchase id) or
("hand", hand id)."""


@dataclass(frozen=True)
class Line:
    """One line of the story. ``entry`` is None for a level that began by itself (kind "level_began").

    ``corrections`` is everything the line lets one correct, ``correctable`` the first of it.
    """

    entry: int | None
    at: datetime
    text: str
    kind: str
    undone: bool = False
    corrections: tuple[Correctable, ...] = ()

    @property
    def correctable(self) -> Correctable | None:
        return self.corrections[0] if self.corrections else None


def sentence(entry: JournalEntry, open: Open, recall: Recall | None = None) -> str:
    """What an entry did: "Israel out in 8th, by Kosovo. Blinds now 0.50 / 1 €".

    ``recall`` may hold what was read already.
    """
    return _told(entry, recall or Recall(open, [entry]))


def short(entry: JournalEntry, open: Open) -> str:
    """The same in a few words, for the undo button: "Israel out", "Buy-in of Canadá", "Hand 43"."""
    return (SHORT.get(entry.kind) or SENTENCES[entry.kind])(entry, Recall(open, [entry]))


def story(
    open: Open, *, limit: int = 30, before: int | None = None, with_undone: bool = False
) -> tuple[Line, ...]:
    """The latest ``limit`` entries before entry ``before``, newest first, and the levels that began between.

    Undone acts and the undos of them are left out unless ``with_undone``.  The number of queries does
    not grow with the number of entries.
    """
    entries = JournalEntry.objects.filter(stream=open.stream_id).order_by("-number")
    if not with_undone:
        entries = entries.exclude(undone=True).exclude(kind__in=BACK_AND_FORTH)
    later = None if before is None else JournalEntry.objects.filter(pk=before).first()
    if later is not None:
        entries = entries.filter(number__lt=later.number)
    page = list(entries[: limit + 1])
    acts, more = page[:limit], len(page) > limit
    recall = Recall(open, acts)
    told = [_line(act, recall) for act in acts]
    since = acts[-1].at if more else None
    starts = _level_lines(recall, acts, since, later.at if later else None)
    return tuple(_merged(told, starts))


def _told(act: JournalEntry, recall: Recall) -> str:
    """The act's sentence, and the television set whose keys did it, where one did."""
    text = SENTENCES[act.kind](act, recall)
    return from_display(text, act, recall) if "by_display" in act.params else text


def _line(act: JournalEntry, recall: Recall) -> Line:
    text = _told(act, recall)
    corrections = () if act.undone else tuple(_corrections(act, recall))
    return Line(act.pk, act.at, text, act.kind, act.undone, corrections)


def _corrections(act: JournalEntry, recall: Recall) -> Iterator[Correctable]:
    if act.kind in ("hand_entered", "hand_corrected"):
        hand = recall.hands.get(act.params["hand"])
        if hand is not None and not hand.voided:
            yield "hand", hand.id
    elif act.kind == "out_recorded":
        yield from (("out", out.id) for out in recall.outs_in(act.pk))
    elif act.kind in ("out_corrected", "bounty_corrected"):
        yield from (("out", out.id) for out in recall.field.outs if out.id == act.params["out"])
    elif act.kind == "bought" and act.params["purchase"] in recall.live_purchases:
        yield "purchase", act.params["purchase"]
    elif act.kind in ("payment_taken", "payments_taken", "signed_up", "list_signed_up"):
        yield from (("payment", p) for p in recall.payments_of(act) if p in recall.live_payments)


def _level_lines(
    recall: Recall, acts: Sequence[JournalEntry], since: datetime | None, until: datetime | None
) -> Iterator[Line]:
    """The observed beginnings of levels from ``since`` until before ``until``, newest first."""
    begun_by_hand = {act.at for act in acts if act.kind == "level_set" and not act.undone}
    for began in reversed(all_level_starts(recall.open)):
        early = since is not None and began.due_at < since
        late = until is not None and began.due_at >= until
        # One begun by hand is told by the act itself.
        if not early and not late and began.due_at not in begun_by_hand:
            text = level_began(recall.open, began.number, began.level)
            yield Line(None, began.due_at, text, "level_began")


def _merged(told: Sequence[Line], starts: Iterable[Line]) -> Iterator[Line]:
    """Both newest first; what is told keeps its order, a level goes before the acts up to its instant."""
    waiting = list(starts)
    for line in told:
        while waiting and waiting[0].at >= line.at:
            yield waiting.pop(0)
        yield line
    yield from waiting
