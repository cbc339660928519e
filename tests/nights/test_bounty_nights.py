"""Random nights with bounties: at each step every cent of every head is somewhere (RULES 4.6)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tdapp.cash.books import books
from tdapp.cash.models import BountyPrize, Purchase
from tdapp.floor import bounties, purchases
from tdapp.floor import services as floor
from tdapp.floor.heads import check_heads, heads_of
from tdapp.floor.purchases import void_purchase
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import next_redo, next_undo, redo, undo
from tdapp.opens.models import BuyInOption, Entry, Out
from tdapp.opens.queries import field
from tdapp.rules.errors import RuleError
from tests.builders import Night, make_night
from tests.floor.test_bounties import bounty_terms
from tests.nights.random_night import Director

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

STEPS = 60
ABOUT_HEADS = (
    *("out_recorded", "out_corrected", "player_reinstated", "hand_entered", "hand_corrected", "hand_voided"),
    *("bought", "purchase_voided", "bounty_corrected", "bounty_named", "bounty_drawn", "envelopes_filled"),
    *("open_finished", "open_reopened", "signed_up", "play_started"),
)
QUIET = {"change_levels", "colour_up", "tick", "next_hand", "bubble", "set_time", "go_to_level", "deal"}
"""Acts that move no head."""


class BountyDirector(Director):
    """Says who took heads as well: shared ones, nobody, and late corrections."""

    def _choices(self) -> list[tuple[Callable[[], JournalEntry], int]]:
        found = super()._choices()
        if not self.night.open.started_at or self.night.open.finished_at:
            return found
        play = [(act, weight) for act, weight in found if act.__name__ not in QUIET]
        return [
            *play, (self.out_shared, 4), (self.out, 3), (self.say_taker, 3), (self.buy, 4),
            (self.void_purchase, 1), (self.single, 1), (self.envelopes, 2),
        ]  # fmt: skip

    def out_shared(self) -> JournalEntry:
        gone, *rest = self.random.sample(self._left(), k=len(self._left()))
        takers = [Entry.objects.get(pk=key) for key in rest[: self.random.choice([0, 1, 2, 2])]]
        left = self.random.random() < 0.3
        return floor.record_outs(
            open=self.night.open, groups=[[Entry.objects.get(pk=gone)]], takers=takers, left=left, **self.told
        )

    def say_taker(self) -> JournalEntry:
        outs = list(Out.everything.filter(entry__open=self.night.open, voided=False).order_by("pk"))
        if not outs:
            raise RuleError("nobody")
        everybody = [one.id for one in field(self.night.open).playing]
        takers = self.random.sample(everybody, k=self.random.choice([0, 1, 2]))
        return bounties.say_taker(
            out=self.random.choice(outs),
            takers=[Entry.objects.get(pk=key) for key in takers],
            left=self.random.random() < 0.3,
            **self.told,
        )

    def buy(self) -> JournalEntry:
        out = self._out()
        kind = self.random.choice(["rebuy", "re_entry"])
        option = BuyInOption.objects.get(open=self.night.open, kind=kind)
        return purchases.buy(entry=out.entry, option=option, seed=self._seed(), **self.told)

    def void_purchase(self) -> JournalEntry:
        rows = list(Purchase.objects.filter(entry__open=self.night.open).order_by("pk"))
        if not rows:
            raise RuleError("nobody")
        back = self.random.random() < 0.5
        return void_purchase(purchase=self.random.choice(rows), chips_back=back, **self.told)

    def single(self) -> JournalEntry:
        if self.random.random() < 0.5:
            return bounties.draw_head(open=self.night.open, seed=self._seed(), **self.told)
        return bounties.name_head(open=self.night.open, entry=self._entry(self._left()), **self.told)

    def envelopes(self) -> JournalEntry:
        amounts = [self.random.choice([500, 1000, 3000]) for _ in range(6)]
        passed = ["envelopes_do_not_sum", "envelopes_too_few"]
        return bounties.fill_envelopes(
            open=self.night.open, amounts=amounts, seed=self._seed(), overruled=passed, **self.told
        )


def every_cent(night: Night) -> tuple[Any, ...]:
    """All that is known of heads, once it was seen that nothing of it is lost."""
    night.open.refresh_from_db()
    everyone = field(night.open)
    heads = heads_of(night.open, everyone)
    assert heads is not None
    assert heads.book.accounted == heads.book.laid
    rows = list(BountyPrize.objects.filter(open=night.open))
    check_heads(heads, rows)
    found = books(night.open, everyone)
    assert found.adds_up
    paid = sum(row.amount for row in rows if row.winner_id is not None)
    assert paid == sum(heads.taken.values())
    return heads.falls, heads.in_play, heads.taken, heads.kept, found.fund("bounty")


@pytest.mark.parametrize(
    ("kind", "seed"), [("plain", 1), ("progressive", 2), ("progressive", 3), ("single", 4), ("mystery", 5)]
)
def test_every_cent_of_a_random_bounty_night_is_somewhere_and_comes_back_4_6(kind: str, seed: int) -> None:
    more = {"amount": 2001} if kind == "single" else {}
    night = make_night(bounty_terms(kind, 501, **more))
    director = BountyDirector(night, seed)
    end = night.now + timedelta(hours=30)
    shown = [every_cent(night)]
    for _ in range(STEPS * 4):
        if director.act() is not None:
            shown.append(every_cent(night))
        if len(shown) > STEPS:
            break
    assert any(state[0] for state in shown), "no head fell at all"

    stream = night.open.stream
    for step in range(len(shown) - 2, -1, -1):
        entry = next_undo(stream)
        assert entry is not None
        undo(entry=entry, actor=night.director, now=end)
        assert every_cent(night) == shown[step], f"undoing {entry.kind} (act {step + 1})"
    for step in range(1, len(shown)):
        back = next_redo(stream)
        assert back is not None
        redo(entry=back, actor=night.director, now=end)
        assert every_cent(night) == shown[step], f"redoing {back.params['kind_undone']} (act {step})"


@pytest.mark.parametrize(("kind", "seed"), [("progressive", 6), ("mystery", 7)])
def test_any_act_taken_back_out_of_turn_leaves_every_cent_or_is_refused_by_name_4_6(kind: str, seed: int):
    night = make_night(bounty_terms(kind, 501))
    director = BountyDirector(night, seed)
    taken_back, refused = 0, set()
    for _ in range(STEPS * 3):
        director.act()
        acts = JournalEntry.objects.filter(stream=night.open.stream, undone=False)
        acts = acts.filter(kind__in=ABOUT_HEADS)
        if director.random.random() < 0.3 and acts.exists():
            chosen = director.random.choice(list(acts.order_by("-pk")[:12]))
            try:
                undo(entry=chosen, actor=night.director, now=night.now)
                taken_back += 1
            except RuleError as error:
                refused.add(error.code)
        every_cent(night)
    assert taken_back > 5
    assert refused & {"bounties_differ", "bounty_taker_out", "undo_in_the_way"}
