"""An entered hand in words: what a step of its replay says, and the whole as text to copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tdapp.hands.replay import Frame
from tdapp.hands.story import HandTold, PartTold, PotTold
from tdapp.opens.models import Open
from tdapp.rules.betting_line import Done
from tdapp.rules.house import HouseRules
from tdapp.web import figures, hand_names
from tdapp.web.breach_words import BREACHES

STREETS: Mapping[str, str | Promise] = {
    "flop": gettext_lazy("Flop"),
    "turn": gettext_lazy("Turn"),
    "river": gettext_lazy("River"),
    "draw": pgettext_lazy("cards", "The draw"),
}


class HandWords:
    """One hand told to one viewer; ``title`` is "Hand 4" or "Hand 4, table 2"."""

    def __init__(self, open: Open, house: HouseRules, hand: HandTold, *, several: bool) -> None:
        self.open = open
        self.house = house
        self.hand = hand
        words = {"number": hand.number, "table": hand.table.label}
        self.title = (_("Hand %(number)s, table %(table)s") if several else _("Hand %(number)s")) % words
        self.names = hand_names.names({part.seat: part.value for part in hand.parts if part.value}, house)

    def chips(self, units: int) -> str:
        return figures.chips(self.open, units)

    # -- a step -------------------------------------------------------------------------------------

    def caption(self, frame: Frame) -> str:
        """What a step shows, as one or two sentences."""
        if frame.kind == "act" and frame.act is not None:
            return self.act(frame.act)
        if frame.kind == "award" and frame.pot is not None:
            return self.award(self.hand.pots[frame.pot])
        if frame.kind in STREETS:
            return self._street(frame)
        told = {
            "deal": self._deal,
            "forced": self._forced,
            "put_in": self._put_in,
            "pots": self._pots,
            "shown": self._shown,
        }.get(frame.kind, self._after)
        return told()

    def _deal(self) -> str:
        sheet = self.hand.sheet
        name = self.hand.name(sheet.button)
        if not sheet.button:
            return _("Nobody said who deals.")
        if name:
            return _("%(name)s deals.") % {"name": name}
        return _("The button lies at empty seat %(seat)s.") % {"seat": sheet.button}

    def _forced(self) -> str:
        return self._sentence(list(self._posts()))

    def _posts(self) -> Iterator[str]:
        sheet = self.hand.sheet
        here = sheet.placed(self.house)
        for part in self.hand.parts:
            words = {"name": part.name}
            if part.seat == here.sb and sheet.sb:
                yield _("%(name)s posts the small blind, %(chips)s") % {
                    **words,
                    "chips": self.chips(min(sheet.sb, part.part.live)),
                }
            if part.seat == here.bb and sheet.bb:
                yield _("%(name)s posts the big blind, %(chips)s") % {
                    **words,
                    "chips": self.chips(min(sheet.bb, part.part.live)),
                }
        yield from self._antes()

    def _antes(self) -> Iterator[str]:
        sheet = self.hand.sheet
        if not sheet.ante:
            return
        payer = next((part for part in self.hand.parts if part.part.for_him < 0), None)
        whole = next((part for part in self.hand.parts if part.part.dead), None)
        if payer is not None:
            yield _("%(name)s had not called the ante and pays it for the others") % {"name": payer.name}
        elif whole is not None:
            words = {"name": whole.name, "chips": self.chips(whole.part.dead)}
            yield _("%(name)s pays the ante, %(chips)s") % words
        else:
            yield _("everybody antes %(chips)s") % {"chips": self.chips(sheet.ante)}

    def act(self, done: Done) -> str:
        """One act of the betting: "Kosovo raises to 1 600, all-in", and what was let pass of it."""
        words = {"name": self.hand.name(done.act.seat), "chips": self.chips(done.to)}
        if done.kind == "call":
            said = _("%(name)s calls %(chips)s") % {**words, "chips": self.chips(done.added)}
        elif done.kind == "bet":
            said = _("%(name)s bets %(chips)s") % words
        elif done.kind == "raise":
            said = _("%(name)s raises to %(chips)s") % words
        elif done.kind == "check":
            said = _("%(name)s checks") % words
        else:
            said = _("%(name)s folds") % words
        said = _("%(act)s, all-in") % {"act": said} if done.all_in else said
        against = [str(BREACHES[one.code]) for one in done.breaches if one.code in BREACHES]
        return f"{said} ({', '.join(against)})" if against else said

    def _put_in(self) -> str:
        return self._sentence([self._in(part) for part in self.hand.parts if not part.part.folded])

    def _in(self, part: PartTold) -> str:
        words = {"name": part.name, "chips": self.chips(part.part.put_in)}
        if part.part.all_in:
            return _("%(name)s is all-in for %(chips)s") % words
        return _("%(name)s is in for %(chips)s") % words

    def _pots(self) -> str:
        said = [f"{self.pot_name(pot)}: {self.chips(pot.amount)}" for pot in self.hand.pots]
        back = [self._back(name, chips) for _seat, name, chips in self.hand.returned]
        return " ".join(self._sentence(one) for one in (said, back) if one)

    def _back(self, name: str, chips: int) -> str:
        words = {"name": name, "chips": self.chips(chips)}
        return _("nobody called the last %(chips)s, which go back to %(name)s") % words

    def _street(self, frame: Frame) -> str:
        name = str(STREETS[frame.kind])
        new = frame.board if frame.kind == "flop" else frame.board[-1:]
        return f"{name}: {hand_names.cards_name(new)}" if new else name

    def _shown(self) -> str:
        return self._sentence([self._holds(part) for part in self.hand.contested if part.part.cards])

    def _holds(self, part: PartTold) -> str:
        words = {"name": part.name, "cards": hand_names.cards_name(part.part.cards)}
        said = _("%(name)s shows %(cards)s") % words
        if not part.part.called:
            return said
        called = hand_names.category_name(part.part.called, self.house)
        return _("%(shows)s and calls %(hand)s") % {"shows": said, "hand": called}

    def pot_name(self, pot: PotTold) -> str:
        if len(self.hand.pots) == 1:
            return _("Pot")
        return _("Side pot %(number)s") % {"number": pot.number} if pot.number else _("Main pot")

    def award(self, pot: PotTold) -> str:
        """Who took a pot, with what hand."""
        who = figures.listed([name for _seat, name, _chips in pot.shares])
        words = {"who": who, "amount": self.chips(pot.amount), "number": pot.number}
        shared = len(pot.shares) > 1
        if len(self.hand.pots) == 1:
            said = _("%(who)s share the pot %(amount)s") if shared else _("%(who)s takes the pot %(amount)s")
        elif pot.number == 0 and shared:
            said = _("%(who)s share the main pot %(amount)s")
        elif pot.number == 0:
            said = _("%(who)s takes the main pot %(amount)s")
        elif shared:
            said = _("%(who)s share side pot %(number)s, %(amount)s")
        else:
            said = _("%(who)s takes side pot %(number)s, %(amount)s")
        held = next((self.names[seat] for seat, _name, _chips in pot.shares if seat in self.names), "")
        return f"{said % words}: {held}" if held and len(pot.contenders) > 1 else said % words

    def _after(self) -> str:
        return self._sentence([self.out(part) for part in self.hand.outs]) or _("The stacks after the hand.")

    def out(self, part: PartTold) -> str:
        words = {"name": part.name, "place": figures.place(part.place) if part.place else ""}
        said = (_("%(name)s out, %(place)s") if part.place else _("%(name)s out")) % words
        return _("%(out)s, by %(name)s") % {"out": said, "name": part.by} if part.by else said

    def _sentence(self, parts: Sequence[str]) -> str:
        said = "; ".join(parts)
        return f"{said[:1].upper()}{said[1:]}." if said else ""

    # -- the whole ----------------------------------------------------------------------------------

    def text(self, frames: Sequence[Frame]) -> str:
        """The hand as a few lines to paste into a chat."""
        return "\n".join([*self._head(), "", *self._story(frames), *self._end()])

    def _head(self) -> Iterator[str]:
        hand = self.hand
        yield f"{self.open.name} · {self.title} · {figures.wall_time(self.open, hand.at)}"
        said = [_("level %(number)s") % {"number": hand.level}] if hand.level else []
        if hand.sheet.bb:
            said.append(figures.blinds(self.open, hand.sheet.sb, hand.sheet.bb))
        if hand.sheet.ante:
            said.append(_("ante %(ante)s") % {"ante": self.chips(hand.sheet.ante)})
        yield " · ".join(said)
        yield self._seats()
        if hand.voided:
            yield _("This hand was voided.")

    def _seats(self) -> str:
        """ "button Ana · SB Bea · BB Cruz"."""
        here = self.hand.sheet.placed(self.house)
        if not self.hand.sheet.button:
            return _("Nobody said who deals.")
        dealer = self.hand.name(self.hand.sheet.button)
        seat = {"name": dealer, "seat": self.hand.sheet.button}
        said = [(_("button %(name)s") if dealer else _("button at empty seat %(seat)s")) % seat]
        for mark, number in (("SB", here.sb), ("BB", here.bb)):
            if number is not None and self.hand.sheet.bb and self.hand.name(number):
                said.append(f"{mark} {self.hand.name(number)}")
        return " · ".join(said)

    def _story(self, frames: Sequence[Frame]) -> Iterator[str]:
        """Who put in what, or act by act; the board where it is known."""
        acts = [frame for frame in frames if frame.kind == "act" or frame.kind in STREETS]
        if any(frame.kind == "act" for frame in acts):
            line: list[str] = []
            for frame in acts:
                if frame.kind in STREETS:
                    yield from [", ".join(line)] if line else []
                    line = []
                    yield self._street(frame)
                else:
                    line.append(self.caption(frame))
            yield from [", ".join(line)] if line else []
            yield from (self._hand_of(part) for part in self.hand.contested if part.part.cards)
            return
        for part in self.hand.contested:
            yield self._hand_of(part, self._in(part))
        if self.hand.sheet.penalty:
            yield from (self._sentence([said]) for said in self._antes())
        folded = [
            f"{part.name} {self.chips(part.part.put_in)}"
            for part in self.hand.parts
            if part.part.folded and part.part.put_in
        ]
        if folded:
            yield _("folded: %(who)s") % {"who": ", ".join(folded)}
        if self.hand.sheet.board:
            yield _("board: %(cards)s") % {"cards": hand_names.cards_name(self.hand.sheet.board)}

    def _hand_of(self, part: PartTold, said: str = "") -> str:
        cards = hand_names.cards_name(part.part.cards)
        words = [said or part.name, f"({cards})" if cards else ""]
        return " ".join(word for word in words if word)

    def _end(self) -> Iterator[str]:
        yield ""
        for _seat, name, chips in self.hand.returned:
            yield self._sentence([self._back(name, chips)])
        for pot in self.hand.pots:
            yield self.award(pot)
        for part in self.hand.outs:
            yield self.out(part)
