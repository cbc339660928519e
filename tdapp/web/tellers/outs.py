"""Who is out and who is back in, told; where it was corrected later, as it holds now."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.journal.models import JournalEntry
from tdapp.rules.levels import Level
from tdapp.rules.places import Place
from tdapp.web import figures
from tdapp.web.recall import Recall
from tdapp.web.tellers.bounties import with_heads
from tdapp.web.tellers.levels import blinds
from tdapp.web.tellers.tables import seat_words


def out_recorded(act: JournalEntry, recall: Recall) -> str:
    said = plain_out(act, recall)
    kept = act.params.get("kept")
    if kept:
        # They went out in the same hand, and go on from their table all the same (VIV-25).
        said += ". " + ngettext(
            "%(names)s stays in without a chip", "%(names)s stay in without a chip", len(kept)
        ) % {"names": recall.names(kept)}
    if act.params.get("lack_ante"):
        said = _("%(out)s, without chips for the ante") % {"out": said}
    said = with_heads(said, act, recall)
    level = recall.raised_to(act.pk)
    return f"{said}. {blinds_now(recall, level)}" if level else said


def blinds_now(recall: Recall, level: Level) -> str:
    return _("Blinds now %(blinds)s") % {"blinds": blinds(recall.open, level)}


def plain_out(act: JournalEntry, recall: Recall) -> str:
    entries, by = act.params["entries"], act.params["by"]
    places = [recall.place_in(act.pk, entry) for entry in entries]
    if len(entries) == 1:
        return out_words(recall.name(entries[0]), places[0], recall.name(by) if by else "")
    named = [
        f"{recall.name(entry)} ({figures.place(place)})" if place else recall.name(entry)
        for entry, place in zip(entries, places, strict=True)
    ]
    words = {"names": figures.listed(named), "by": recall.name(by)}
    return (_("%(names)s out together, by %(by)s") if by else _("%(names)s out together")) % words


def out_words(name: str, place: Place | None, by: str) -> str:
    """ "Israel out in 8th, by Kosovo", as far as place and knocker-out are known."""
    words = {"name": name, "by": by, "place": figures.ordinal(place.number) if place else ""}
    if place is None:
        return (_("%(name)s out, by %(by)s") if by else _("%(name)s out")) % words
    if place.tied and by:
        return _("%(name)s out, tied for %(place)s, by %(by)s") % words
    if place.tied:
        return _("%(name)s out, tied for %(place)s") % words
    return (_("%(name)s out in %(place)s, by %(by)s") if by else _("%(name)s out in %(place)s")) % words


def short_out(act: JournalEntry, recall: Recall) -> str:
    entries = act.params["entries"]
    if len(entries) == 1:
        return _("%(name)s out") % {"name": recall.name(entries[0])}
    return _("%(names)s out together") % {"names": recall.names(entries)}


def out_corrected(act: JournalEntry, recall: Recall) -> str:
    entry = act.params["entry"]
    out = next((one for one in recall.field.outs if one.id == act.params["out"]), None)
    same = out is not None and out.entry == entry
    place = recall.field.places.get(entry) if same else None
    by = recall.name(out.by) if out is not None and same and out.by else ""
    said = _("Corrected: %(out)s") % {"out": out_words(recall.name(entry), place, by)}
    if act.params["instead_of"]:
        said += _(", not %(name)s") % {"name": recall.name(act.params["instead_of"])}
    return with_heads(said, act, recall)


def short_correction(act: JournalEntry, recall: Recall) -> str:
    return _("Corrected out of %(name)s") % {"name": recall.name(act.params["entry"])}


def player_reinstated(act: JournalEntry, recall: Recall) -> str:
    name = recall.name(act.params["entry"])
    if act.params["seat"] is None:
        return _("%(name)s is back in and waits for a seat") % {"name": name}
    where = seat_words(recall, act.params["table"], act.params["seat"])
    return _("%(name)s is back in: %(seat)s") % {"name": name, "seat": where}


def short_return(act: JournalEntry, recall: Recall) -> str:
    return _("%(name)s back in") % {"name": recall.name(act.params["entry"])}
