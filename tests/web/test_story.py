"""The night's journal as a story: a sentence for each kind, and the list with its corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.clock import services as clock
from tdapp.clock.models import Clock
from tdapp.clock.tasks import record_due
from tdapp.floor import corrections, door, set_up
from tdapp.floor import services as floor
from tdapp.hands import services as hands
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Part, Sheet
from tdapp.journal import kinds
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Open, Out, Table
from tdapp.players.models import Player
from tdapp.players.services import rename_player
from tdapp.rules.payouts import PrizePlan
from tdapp.seasons import services as seasons
from tdapp.tours import services as tours
from tdapp.web.story import SENTENCES, sentence, short, story
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms

pytestmark = pytest.mark.django_db
THIN = "\u202f"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def told(entry: JournalEntry, night: Night) -> str:
    """The sentence, with plain spaces for reading."""
    open = Open.everything.get(pk=night.open.pk)
    return sentence(JournalEntry.objects.get(pk=entry.pk), open).replace(THIN, " ").replace("\u00a0", " ")


def en_es(entry: JournalEntry, night: Night, tell: Callable[..., str] = told) -> tuple[str, str]:
    with translation.override("es"):
        spanish = tell(entry, night)
    return tell(entry, night), spanish


def barbarismo(**terms: Any) -> Night:
    night = make_night(spt_terms(**terms))
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def seat_of(night: Night, name: str) -> int:
    seatings = night.entries[name].seatings.filter(ended_at=None)
    return int(seatings.get().number)


def all_in(night: Night, name: str, *losers: str, chips: int = 2000, side: int = 0) -> Sheet:
    """Everybody named all-in for the same, ``name`` wins."""
    who = [name, *losers]
    parts = tuple(
        Part(seat_of(night, one), night.entries[one].pk, live=chips, all_in=one != name) for one in who
    )
    return Sheet(parts[0].seat, 25, 50, 0, parts, ((parts[0].seat,),))


# -- the door ------------------------------------------------------------------------------------------


def test_a_sign_up_says_what_was_paid_by_fund_SPT_33():
    night = make_night(spt_terms(prize=1000, house=200))
    entry = door.sign_up(open=night.open, nickname="Canadá", pay=True, seat=True, seed="s", **night.act)
    assert told(entry, night).startswith("Canadá signed up, paid 10 € + 2 €, seat ")
    plain = door.sign_up(open=night.open, nickname="Irán", seed="s", **night.act)
    assert en_es(plain, night) == ("Irán signed up", "Irán se inscribe")
    assert short(plain, night.open) == "Sign-up of Irán"


def test_a_pasted_list_says_how_many_came_and_how_many_were_in():
    night = make_night()
    night.sign_up("Canadá")
    entry = door.sign_up_list(open=night.open, nicknames=["Canadá", "Irán", "Kosovo"], pay=True, **night.act)
    assert told(entry, night) == "2 players signed up, all paid; 1 was in already"
    assert short(entry, night.open) == "2 players signed up"


def test_money_in_and_out_is_told_by_name_and_amount():
    night = make_night(spt_terms(prize=1000, house=200))
    night.sign_up("Canadá", "Irán", "Kosovo", pay=False)
    canada = night.entries["Canadá"]
    paid = till.take_payment(entry=canada, **night.act)
    assert en_es(paid, night) == ("Canadá paid 10 € + 2 €", "Canadá paga 10 € + 2 €")
    assert short(paid, night.open) == "Buy-in of Canadá"
    everybody = till.take_all_payments(open=night.open, **night.act)
    assert told(everybody, night) == "2 players paid, 24 € in all"
    voided = till.void_payment(payment=Payment.objects.get(entry=canada), **night.act)
    assert told(voided, night) == "Payment of Canadá voided: 10 € + 2 € given back"
    assert told(paid, night) == "Canadá paid 10 € + 2 €"
    gone = door.withdraw(entry=night.entries["Irán"], **night.act)
    assert told(gone, night) == "Irán withdrawn, 12 € given back"


def test_somebody_forgotten_is_just_a_player():
    night = make_night()
    night.sign_up("Canadá", "Irán")
    night.start()
    entry = night.out("Irán", by="Canadá")
    Player.objects.filter(nickname__in=["Irán", "Canadá"]).update(nickname="", note="")
    assert en_es(entry, night) == (
        "a player out in 2nd, by a player",
        "un jugador, eliminado en 2.º lugar por un jugador",
    )


# -- out -----------------------------------------------------------------------------------------------


def test_an_out_says_place_and_by_whom_and_the_blinds_it_raised_SPT_38():
    night = barbarismo()
    first = night.out("Israel", by="Kosovo")
    assert en_es(first, night) == (
        "Israel out in 8th, by Kosovo",
        "Israel, eliminado en 8.º lugar por Kosovo",
    )
    second = night.out("Kosovo")
    assert en_es(second, night) == (
        "Kosovo out in 7th. Blinds now 0.50 / 1 €",
        "Kosovo, eliminado en 7.º lugar. Ciegas ahora a 0,50 / 1 €",
    )
    assert short(second, night.open) == "Kosovo out"


def test_several_outs_in_one_hand_are_told_together():
    night = barbarismo()
    entry = night.out("Israel", "Kosovo", by="Canadá")
    assert (
        told(entry, night) == "Israel (8th) and Kosovo (7th) out together, by Canadá. Blinds now 0.50 / 1 €"
    )
    assert short(entry, night.open) == "Israel and Kosovo out together"


def test_a_tie_is_told_by_the_better_place():
    night = barbarismo()
    pair = [[night.entries["Israel"], night.entries["Kosovo"]]]
    tied = floor.record_outs(open=night.open, groups=pair, in_order=True, **night.act)
    assert told(tied, night).startswith("Israel (tied 7th) and Kosovo (tied 7th) out together")
    out = Out.objects.get(entry=night.entries["Kosovo"])
    change = corrections.OutChange(by=night.entries["Canadá"])
    corrected = corrections.change_out(out=out, correction=change, seed="s", **night.act)
    assert en_es(corrected, night) == (
        "Corrected: Kosovo out, tied for 7th, by Canadá",
        "Corregido: Kosovo, eliminado y empatado en el 7.º lugar por Canadá",
    )


def test_a_corrected_out_says_who_it_was_not():
    night = barbarismo()
    wrong = night.out("Israel", by="Canadá")
    change = corrections.OutChange(entry=night.entries["Kosovo"])
    out = Out.objects.get(entry=night.entries["Israel"])
    right = corrections.change_out(out=out, correction=change, seed="s", **night.act)
    assert told(right, night) == "Corrected: Kosovo out in 8th, by Canadá, not Israel"
    assert told(wrong, night) == "Israel out, by Canadá"
    back = corrections.reinstate(out=Out.objects.get(pk=out.pk), seed="s", **night.act)
    assert told(back, night) == f"Kosovo is back in: seat {seat_of(night, 'Kosovo')}"
    assert short(back, night.open) == "Kosovo back in"


def test_an_undone_out_keeps_the_place_it_had_in_the_sentence_of_its_undo():
    night = barbarismo()
    out = night.out("Israel")
    taken_back = undo(entry=out, **undo_act(night))
    assert en_es(taken_back, night) == (
        "Undone: Israel out in 8th",
        "Deshecho: Israel, eliminado en 8.º lugar",
    )
    night.out("Kosovo")
    assert told(taken_back, night) == "Undone: Israel out in 8th"
    again = redo(
        entry=undo(entry=JournalEntry.objects.get(pk=night.out("Irán").pk), **undo_act(night)),
        **undo_act(night),
    )
    assert told(again, night) == "Redone: Irán out in 7th"


def undo_act(night: Night) -> dict[str, Any]:
    return dict(night.act)


# -- hands ---------------------------------------------------------------------------------------------


def test_a_hand_says_who_took_which_pot_and_who_went_out():
    night = barbarismo()
    table = Table.objects.get()
    floor.count_chips(open=night.open, counts={night.entries["Kosovo"]: 500}, **night.act)
    parts = (
        Part(seat_of(night, "Canadá"), night.entries["Canadá"].pk, live=2000, all_in=True),
        Part(seat_of(night, "Israel"), night.entries["Israel"].pk, live=2000, all_in=True),
        Part(seat_of(night, "Kosovo"), night.entries["Kosovo"].pk, live=500, all_in=True),
    )
    winners = ((seat_of(night, "Kosovo"),), (seat_of(night, "Canadá"),))
    sheet = Sheet(parts[0].seat, 25, 50, 0, parts, winners)
    entry = hands.enter_hand(table=table, sheet=sheet, **night.act)
    assert en_es(entry, night) == (
        "Hand 1: Kosovo takes the main pot 15 €, Canadá the side pot 30 €; Israel out in 8th",
        "Mano 1: Kosovo se lleva el bote principal de 15 €, Canadá el bote lateral de 30 €; "
        "Israel, eliminado en 8.º lugar",
    )
    assert en_es(entry, night, lambda e, n: short(e, n.open)) == ("Hand 1", "Mano 1")
    swapped = Sheet(sheet.button, 25, 50, 0, parts, (winners[0], (parts[1].seat,)))
    hand = Hand.objects.get()
    corrected = hands.correct_hand(hand=hand, sheet=swapped, seed="s", **night.act)
    assert told(corrected, night) == (
        "Hand 1 corrected: Kosovo takes the main pot 15 €, Israel the side pot 30 €; Canadá out in 8th"
    )
    voided = hands.void_hand(hand=hand, seed="s", **night.act)
    assert told(voided, night) == "Hand 1 voided"


def test_a_hand_that_raises_the_blinds_says_so_and_a_shared_pot_names_both():
    night = barbarismo()
    night.out("Israel")
    table = Table.objects.get()
    one, two, gone = "Canadá", "Irán", "Kosovo"
    parts = tuple(
        Part(seat_of(night, n), night.entries[n].pk, live=2000, all_in=n == gone) for n in (one, two, gone)
    )
    sheet = Sheet(parts[0].seat, 25, 50, 0, parts, ((parts[0].seat, parts[1].seat),))
    entry = hands.enter_hand(table=table, sheet=sheet, **night.act)
    said = en_es(entry, night)
    assert said[0] in (
        "Hand 1: Canadá and Irán share the pot 60 €; Kosovo out in 7th. Blinds now 0.50 / 1 €",
        "Hand 1: Irán and Canadá share the pot 60 €; Kosovo out in 7th. Blinds now 0.50 / 1 €",
    )
    assert "Canadá e Irán" in said[1] or "Irán y Canadá" in said[1]


# -- clock and tables ----------------------------------------------------------------------------------


def timed() -> Night:
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    return night


def test_the_clock_s_acts_are_told_in_minutes_and_levels():
    night = timed()
    assert en_es(clock.pause_clock(open=night.open, **night.act), night) == ("Clock paused", "Reloj en pausa")
    assert told(clock.resume_clock(open=night.open, **night.act), night) == "Clock running again"
    assert (
        told(clock.add_time(open=night.open, seconds=60, **night.act), night) == "1 minute added to the level"
    )
    assert told(clock.add_time(open=night.open, seconds=-120, **night.act), night) == (
        "2 minutes taken off the level"
    )
    assert told(clock.add_time(open=night.open, seconds=90, **night.act), night) == (
        "90 seconds added to the level"
    )
    assert told(clock.next_level(open=night.open, **night.act), night) == "Level 2 begun by hand: 50 / 100"


def test_seats_button_and_counts_are_told():
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Irán", "Kosovo")
    assert told(floor.draw_seats(open=night.open, seed="s", **night.act), night) == "Seats drawn"
    dealer = floor.draw_dealer(open=night.open, seed="s", **night.act)
    table = Table.objects.get()
    assert told(dealer, night) == f"First dealer drawn: seat {table.button}"
    assert told(night.start(), night) == "Play began with 3 players"
    canada, iran = night.entries["Canadá"], night.entries["Irán"]
    seat = seat_of(night, "Canadá")
    assert told(floor.set_button(table=table, seat=seat, **night.act), night) == (
        f"Button moved by hand: seat {seat}"
    )
    swap = floor.swap_seats(first=canada, second=iran, **night.act)
    assert en_es(swap, night) == ("Canadá and Irán swapped seats", "Canadá e Irán se cambian el asiento")
    free = next(n for n in range(1, 10) if not table.seatings.filter(number=n, ended_at=None).exists())
    moved = floor.move_player(entry=canada, table=table, number=free, **night.act)
    assert told(moved, night) == f"Canadá moved to seat {free}"
    one = floor.count_chips(open=night.open, counts={canada: 7600}, **night.act)
    assert (told(one, night), short(one, night.open)) == ("Counted: Canadá 7 600", "Count of Canadá")
    two = floor.count_chips(open=night.open, counts={canada: 7600, iran: 400}, **night.act)
    assert told(two, night) == "Chips counted: Canadá 7 600, Irán 400"


def test_two_tables_are_told_apart():
    night = make_night(timed_terms())
    night.sign_up(*BARBARISMO, "Polonia", "Suiza")
    night.start()
    table = Table.objects.get(number=2)
    seat = table.seatings.filter(ended_at=None).order_by("number")[0].number
    assert told(floor.set_button(table=table, seat=seat, **night.act), night) == (
        f"Button moved by hand: table 2, seat {seat}"
    )
    following = floor.move_button(table=table, after=seat, **night.act)
    at = Table.objects.get(number=2).button
    assert told(following, night) == f"Next hand: button at table 2, seat {at}"


def test_the_end_names_the_winner():
    night = make_night(spt_terms(prize=1000, prizes=(2000,)))
    night.sign_up("Canadá", "Irán")
    night.start()
    night.out("Irán")
    locked = till.lock_prizes(open=night.open, **night.act)
    assert en_es(locked, night) == ("Prizes locked", "Premios fijados")
    done = floor.finish_open(open=night.open, **night.act)
    assert en_es(done, night) == ("Open finished: Canadá wins", "Open terminado: gana Canadá")
    paid = till.pay_out(entry=night.entries["Canadá"], **night.act)
    assert told(paid, night) == "Prize handed over: Canadá, 20 €"
    posted = seasons.post_results(open=night.open, **night.act)
    assert told(posted, night) == "Results posted"


def test_every_kind_there_is_has_its_sentence():
    assert set(SENTENCES) == set(kinds.names())


def test_the_other_kinds_are_told_in_both_languages():
    night = make_night(spt_terms(prizes=(2000,)))
    floor_man = User.objects.create(name="Ana")
    acts = [
        JournalEntry.objects.get(kind="tour_founded"),
        JournalEntry.objects.get(kind="open_created"),
        tours.give_role(tour=night.tour, user=floor_man, role=Role.FLOOR, **night.act),
        tours.take_role(tour=night.tour, user=floor_man, **night.act),
        set_up.change_terms(open=night.open, terms=spt_terms("Open de Naval"), **night.act),
        till.set_prizes(open=night.open, plan=PrizePlan("winner"), **night.act),
    ]
    night.sign_up("Canadá", "Irán")
    acts += [
        rename_player(player=Player.objects.get(nickname="Irán"), nickname="Persia", **night.act),
        till.lock_prizes(open=night.open, **night.act),
        till.unlock_prizes(open=night.open, **night.act),
    ]
    night.start()
    night.out("Irán")
    acts += [floor.finish_open(open=night.open, **night.act), floor.reopen_open(open=night.open, **night.act)]
    floor.finish_open(open=night.open, **night.act)
    seasons.post_results(open=night.open, **night.act)
    acts.append(seasons.take_results_back(open=night.open, **night.act))
    other = make_night(spt_terms("Another"), tour=night.tour, director=night.director)
    acts.append(set_up.discard_open(open=other.open, **other.act))
    acts.append(tours.open_season(tour=night.tour, name="2009", **night.act))
    pairs = [en_es(act, night) for act in acts]
    assert [english for english, _ in pairs] == [
        "Tour founded", "Open created", "Ana is floor of the tour",
        "Ana has no role in the tour any more", "Settings of the open changed", "Prizes changed",
        "Player renamed: Persia", "Prizes locked", "Prizes unlocked",
        "Open finished: Canadá wins", "Open reopened",
        "Results taken off the season table", "Open discarded", "Season opened",
    ]  # fmt: skip
    assert all(english != spanish for english, spanish in pairs)


# -- the list ------------------------------------------------------------------------------------------


def test_the_story_is_newest_first_and_leaves_out_what_was_undone():
    night = barbarismo()
    out = night.out("Israel")
    undo(entry=out, **undo_act(night))
    night.out("Kosovo")
    texts = [line.text for line in story(night.open, limit=3)]
    assert texts[:2] == ["Kosovo out in 8th", "Play began with 8 players"]
    with_undone = story(night.open, limit=3, with_undone=True)
    assert [(line.text, line.undone) for line in with_undone] == [
        ("Kosovo out in 8th", False),
        ("Undone: Israel out in 8th", False),
        ("Israel out in 8th", True),
    ]


def test_each_line_says_what_it_lets_one_correct():
    night = barbarismo()
    hand = hands.enter_hand(table=Table.objects.get(), sheet=all_in(night, "Canadá", "Israel"), **night.act)
    night.out("Irán")
    lines = {line.entry: line for line in story(night.open)}
    assert lines[hand.pk].correctable == ("hand", Hand.objects.get().pk)
    out = Out.objects.get(entry=night.entries["Irán"])
    assert next(iter(lines.values())).correctable == ("out", out.pk)
    payment = Payment.objects.get(entry=night.entries["Francia"])
    signed = next(line for line in lines.values() if line.text.startswith("Francia signed up"))
    assert signed.correctable == ("payment", payment.pk)
    till.void_payment(payment=payment, **night.act)
    signed = next(line for line in story(night.open) if line.text.startswith("Francia signed up"))
    assert (signed.correctable, signed.text) == (None, "Francia signed up, paid 10\u00a0€")


def test_pages_of_the_story_join_without_gap_or_overlap():
    night = barbarismo()
    night.out("Israel")
    whole = story(night.open)
    first = story(night.open, limit=4)
    rest = story(night.open, before=first[-1].entry)
    assert first + rest == whole


def test_levels_that_began_stand_between_the_acts_by_time():
    night = timed()
    night.wait(minutes=10)
    night.out("Israel")
    night.wait(minutes=15)
    record_due(Clock.objects.get(), night.now)
    night.out("Kosovo")
    assert [line.text.replace(THIN, " ") for line in story(night.open, limit=3)] == [
        "Kosovo out in 7th", "Level 2 began: 50 / 100", "Israel out in 8th", "Level 1 began: 25 / 50",
        "Play began with 8 players",
    ]  # fmt: skip


def test_a_level_begun_by_hand_is_told_once_and_earlier_ones_stay():
    night = timed()
    night.wait(minutes=5)
    by_hand = clock.next_level(open=night.open, **night.act)
    record_due(Clock.objects.get(), night.now)
    texts = [line.text for line in story(night.open, limit=2)]
    assert texts[:2] == ["Level 2 begun by hand: 50 / 100", "Level 1 began: 25 / 50"]
    undo(entry=by_hand, **undo_act(night))
    assert story(night.open, limit=2)[0].text == "Level 1 began: 25 / 50"


def test_a_level_that_the_clock_took_back_is_not_told():
    night = timed()
    night.wait(minutes=19)
    sooner = clock.add_time(open=night.open, seconds=-120, **night.act)
    night.wait(seconds=10)
    record_due(Clock.objects.get(), night.now)
    assert story(night.open, limit=1)[0].text == "Level 2 began: 50 / 100"
    undo(entry=sooner, **undo_act(night))
    assert "Level 2 began: 50 / 100" not in [line.text for line in story(night.open)]


def test_the_number_of_queries_does_not_grow_with_the_story(django_assert_max_num_queries):
    night = barbarismo()
    for name in ("Israel", "Kosovo"):
        night.out(name)
    with django_assert_max_num_queries(18):
        short_one = story(night.open, limit=2, with_undone=True)
    for name in ("Francia", "Lituania", "Irán"):
        night.out(name)
    undo(entry=night.out("Letonia"), **undo_act(night))
    with django_assert_max_num_queries(20):
        assert len(story(night.open, limit=50, with_undone=True)) > len(short_one)
