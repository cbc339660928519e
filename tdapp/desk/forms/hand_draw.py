"""What a draw game adds to a hand that is typed.

``penalty``: the dealer had not called the ante (VIV-15); ``k`` and a seat's number: what that player called
his hand (VIV-21).

All of it may stay empty: the ante was called, the cards speak or the director decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.desk.settling import Settling
from tdapp.hands.ante_penalty import may_be_forgotten
from tdapp.hands.reckoning import Part
from tdapp.rules import draw_poker
from tdapp.rules.draw_poker import Misdeal
from tdapp.rules.forced_bets import ante_form
from tdapp.rules.ranking import CATEGORIES
from tdapp.web import figures
from tdapp.web.hand_names import category_name


@dataclass(frozen=True)
class CallView:
    """What one player may have called, as (code, words, chosen), best first."""

    seat: int
    calls: tuple[tuple[str, str, bool], ...]

    @property
    def said(self) -> str:
        """What he called, "" where nobody said."""
        return next((words for _code, words, chosen in self.calls if chosen), "")


@dataclass(frozen=True)
class Short:
    """Those who cannot pay the ante of the hand about to start (VIV-22): names with chips, entry ids."""

    names: tuple[tuple[str, int], ...]
    entries: tuple[int, ...]
    ante: int


class HandDraw:
    """The draw game's own fields; each only where the house plays so."""

    def __init__(self, settling: Settling, posted: Mapping[str, str] | None = None) -> None:
        self.settling = settling
        self.posted = posted

    @property
    def is_draw(self) -> bool:
        """Whether the house plays five-card draw."""
        return self.settling.house.game == "five_card_draw"

    @property
    def asks_penalty(self) -> bool:
        """Whether the dealer may have to pay the ante for all."""
        return may_be_forgotten(self.settling.blinds, self.settling.house)

    @property
    def penalty(self) -> bool:
        """Whether he does."""
        if not self.asks_penalty:
            return False
        return self.settling.sheet.penalty if self.posted is None else bool(self.posted.get("penalty"))

    @property
    def asks_calls(self) -> bool:
        """Whether the called hand counts."""
        return self.settling.house.hand_value == "called"

    def called(self, seat: int) -> str:
        """One of ``ranking.CATEGORIES``, or "" where nothing was said that can be called."""
        if not self.asks_calls:
            return ""
        if self.posted is None:
            said = next((part.called for part in self.settling.sheet.parts if part.seat == seat), "")
        else:
            said = str(self.posted.get(f"k{seat}", ""))
        return said if said in CATEGORIES else ""

    @property
    def calls(self) -> dict[int, CallView]:
        """Seat → what the page offers; nobody where cards speak."""
        if not self.asks_calls:
            return {}
        return {part.seat: self._calls(part.seat) for part in self.settling.sheet.parts}

    def _calls(self, seat: int) -> CallView:
        called, house = self.called(seat), self.settling.house
        return CallView(
            seat, tuple((one, category_name(one, house), one == called) for one in reversed(CATEGORIES))
        )

    def notes(self, part: Part) -> Iterable[str]:
        """What the draw game adds to one player's line."""
        if part.for_him > 0:
            yield _("ante paid by the dealer")
        elif part.for_him < 0:
            paid = figures.chips(self.settling.open, -part.for_him)
            yield _("pays %(chips)s of the others' antes") % {"chips": paid}
        if part.called:
            yield _("called “%(hand)s”") % {"hand": category_name(part.called, self.settling.house)}

    @property
    def short(self) -> Short | None:
        """Who is out before a new hand is dealt, None where everybody can pay."""
        settling = self.settling
        ante = settling.sheet.ante if ante_form(settling.blinds, settling.house) == "per_player" else 0
        known = {part.seat: settling.known[part.seat] for part in settling.sheet.parts}
        seats = draw_poker.lack_ante(known, ante, settling.house) if settling.hand is None else ()
        if not seats or len(seats) == len(known):
            return None
        entry = {part.seat: part.entry for part in settling.sheet.parts}
        names = tuple((settling.names[seat], known[seat] or 0) for seat in seats)
        return Short(names, tuple(entry[seat] for seat in seats), ante)

    def misdeal(self, parts: Sequence[Part]) -> Misdeal:
        """What stays in the pot and what goes back, by seat, where the hand is dealt again (VIV-29)."""
        settling = self.settling
        ante = settling.sheet.ante if ante_form(settling.blinds, settling.house) == "per_player" else 0
        return draw_poker.misdeal(
            {part.seat: part.live for part in parts},
            {part.seat: ante for part in parts},
            sum(part.dead for part in parts),
        )
