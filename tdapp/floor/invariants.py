"""What must hold of an open after an act is taken back or put back (DESIGN 3, undo (c))."""

from __future__ import annotations

from tdapp.floor.models import Seat
from tdapp.journal.models import Stream
from tdapp.opens.models import Open, Out, StackChange
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError

AFTER_THE_END = {
    "open_finished",
    "open_reopened",
    "prize_paid",
    "prize_taken_back",
    "results_posted",
    "results_taken_back",
}
"""What may be taken back while an open is finished; anything else needs it reopened first."""


def check_open(stream: Stream, kind: str) -> None:
    """RuleError: ``finished_already``, ``play_has_gone_on``, ``out_and_seated``, ``nobody_left``."""
    open = Open.objects.filter(stream=stream).first()
    if open is None:
        return
    if open.finished_at is not None and kind not in AFTER_THE_END:
        raise RuleError("finished_already")
    if open.started_at is None:
        outs = Out.objects.filter(entry__open=open).exists()
        if outs or StackChange.objects.filter(entry__open=open).exists():
            raise RuleError("play_has_gone_on")
        return
    everyone = field(open)
    playing = {entrant.id for entrant in everyone.playing}
    if not everyone.out_ids <= playing:
        raise RuleError("play_has_gone_on")
    if playing and not everyone.left:
        raise RuleError("nobody_left")
    seated = set(Seat.objects.filter(entry__open=open, ended_at=None).values_list("entry", flat=True))
    if both := seated & everyone.out_ids:
        raise RuleError("out_and_seated", entry=min(both))
