"""What the hand's form carries of a hand that was told street by street: its acts, in the field ``line``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tdapp.desk.forms.streets import read_line, write_line
from tdapp.desk.settling import Settling
from tdapp.desk.streets import as_told
from tdapp.hands.reckoning import Sheet
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act


@dataclass(frozen=True)
class StreetsView:
    """The acts as they travel and how many there are; ``left_out``: they no longer tell these amounts."""

    line: str
    acts: int
    left_out: bool


class HandStreets:
    """The acts that came with the form, or those of an entered hand; none where nobody told them."""

    def __init__(self, settling: Settling, posted: Mapping[str, str] | None = None) -> None:
        self.settling = settling
        self.posted = posted

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What cannot be read is as if nobody had told it: the amounts stand in the form."""
        if self.posted is None:
            return self.settling.sheet.line
        try:
            return read_line(str(self.posted.get("line", "")))
        except RuleError:
            return ()

    def on(self, sheet: Sheet) -> Sheet:
        """The sheet with its line; without it where an amount was changed since."""
        return replace(sheet, line=as_told(self.settling, sheet, self.acts) if self.acts else ())

    def shown(self, sheet: Sheet) -> StreetsView:
        """What the page says of it; ``sheet`` comes from ``on``."""
        return StreetsView(write_line(self.acts), len(self.acts), bool(self.acts) and not sheet.line)
