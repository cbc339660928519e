"""What must hold of posted results after an act is taken back or put back (DESIGN 3, undo (c))."""

from __future__ import annotations

from tdapp.journal.models import Stream
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.seasons.models import Result
from tdapp.seasons.queries import results


def check_posted(stream: Stream, kind: str) -> None:
    """Results on the season table are those of an open that ended so.

    RuleError: ``not_finished``, ``play_has_gone_on`` (they were corrected since).
    """
    open = Open.objects.filter(stream=stream, posted_at__isnull=False).first()
    if open is None:
        return
    if open.finished_at is None:
        raise RuleError("not_finished")
    posted = Result.objects.filter(open=open).values_list("player", "first", "last", "prize")
    derived = {(line.player, line.place.first, line.place.last, line.prize) for line in results(open).lines}
    if set(posted) != derived:
        raise RuleError("play_has_gone_on")
