"""What a hand is called: in the words of the open's house rules, in the viewer's language.

House setting ``hand_names`` chooses the words: a straight flush is an "escalera de color", "escala color" or
"escalera flor".  Where ``suits`` decide, a flush names its suit (VIV-39) and a tie in ranks the card that
broke it (VIV-36).  Side cards are named only as far as they decide: kings with an ace beside them are a "pair
of kings", and a "pair of kings, ace kicker" only against other kings with a lower card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tdapp.rules.house import HouseRules
from tdapp.rules.ranking import HandValue
from tdapp.web import figures

Words = Mapping[str, str | Promise]

SIGNS: Mapping[str, str] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUITS: Words = {"d": _("diamonds"), "s": _("spades"), "h": _("hearts"), "c": _("clubs")}

_SHORT: Words = {
    "high_card": _("high card"),
    "pair": _("pair"),
    "two_pair": _("two pair"),
    "three": _("three of a kind"),
    "straight": _("straight"),
    "flush": _("flush"),
    "full_house": _("full house"),
    "four": _("four of a kind"),
    "straight_flush": _("straight flush"),
    "royal_flush": _("royal flush"),
}
_SHORT_VIVALDI: Words = {
    "high_card": pgettext_lazy("Vivaldi", "high card"),
    "pair": pgettext_lazy("Vivaldi", "pair"),
    "two_pair": pgettext_lazy("Vivaldi", "two pair"),
    "three": pgettext_lazy("Vivaldi", "three of a kind"),
    "straight": pgettext_lazy("Vivaldi", "straight"),
    "flush": pgettext_lazy("Vivaldi", "flush"),
    "full_house": pgettext_lazy("Vivaldi", "full house"),
    "four": pgettext_lazy("Vivaldi", "four of a kind"),
    "straight_flush": pgettext_lazy("Vivaldi", "straight flush"),
    "royal_flush": pgettext_lazy("Vivaldi", "royal flush in spades"),
}
_SHORT_SAN_ANTONIO: Words = {
    "high_card": pgettext_lazy("San Antonio", "high card"),
    "pair": pgettext_lazy("San Antonio", "pair"),
    "two_pair": pgettext_lazy("San Antonio", "two pair"),
    "three": pgettext_lazy("San Antonio", "three of a kind"),
    "straight": pgettext_lazy("San Antonio", "straight"),
    "flush": pgettext_lazy("San Antonio", "flush"),
    "full_house": pgettext_lazy("San Antonio", "full house"),
    "four": pgettext_lazy("San Antonio", "four of a kind"),
    "straight_flush": pgettext_lazy("San Antonio", "straight flush"),
    "royal_flush": pgettext_lazy("San Antonio", "royal flush"),
}

# In these, one is a rank ("ace"), many and more are ranks in the plural ("aces"), top is "ace high".
_LONG: Words = {
    "high_card": pgettext_lazy("high card", "%(one)s high"),
    "pair": _("pair of %(many)s"),
    "two_pair": _("two pair, %(many)s and %(more)s"),
    "three": _("three %(many)s"),
    "straight": _("straight, %(top)s"),
    "straight_to_ace": _("straight, ace high"),
    "flush": _("flush, %(top)s"),
    "flush_in_suit": _("flush in %(suit)s, %(top)s"),
    "full_house": _("full house, %(many)s over %(more)s"),
    "four": _("four %(many)s"),
    "straight_flush": _("straight flush, %(top)s"),
    "straight_flush_in_suit": _("straight flush in %(suit)s, %(top)s"),
    "royal_flush": _("royal flush"),
}
_LONG_VIVALDI: Words = {
    "high_card": pgettext_lazy("Vivaldi", "%(one)s high"),
    "pair": pgettext_lazy("Vivaldi", "pair of %(many)s"),
    "two_pair": pgettext_lazy("Vivaldi", "two pair, %(many)s and %(more)s"),
    "three": pgettext_lazy("Vivaldi", "three %(many)s"),
    "straight": pgettext_lazy("Vivaldi", "straight, %(top)s"),
    "straight_to_ace": pgettext_lazy("Vivaldi", "straight, ace high"),
    "flush": pgettext_lazy("Vivaldi", "flush, %(top)s"),
    "flush_in_suit": pgettext_lazy("Vivaldi", "flush in %(suit)s, %(top)s"),
    "full_house": pgettext_lazy("Vivaldi", "full house, %(many)s over %(more)s"),
    "four": pgettext_lazy("Vivaldi", "four %(many)s"),
    "straight_flush": pgettext_lazy("Vivaldi", "straight flush, %(top)s"),
    "straight_flush_in_suit": pgettext_lazy("Vivaldi", "straight flush in %(suit)s, %(top)s"),
    "royal_flush": pgettext_lazy("Vivaldi", "royal flush in spades"),
}
_LONG_SAN_ANTONIO: Words = {
    "high_card": pgettext_lazy("San Antonio", "%(one)s high"),
    "pair": pgettext_lazy("San Antonio", "pair of %(many)s"),
    "two_pair": pgettext_lazy("San Antonio", "two pair, %(many)s and %(more)s"),
    "three": pgettext_lazy("San Antonio", "three %(many)s"),
    "straight": pgettext_lazy("San Antonio", "straight, %(top)s"),
    "straight_to_ace": pgettext_lazy("San Antonio", "straight, ace high"),
    "flush": pgettext_lazy("San Antonio", "flush, %(top)s"),
    "flush_in_suit": pgettext_lazy("San Antonio", "flush in %(suit)s, %(top)s"),
    "full_house": pgettext_lazy("San Antonio", "full house, %(many)s over %(more)s"),
    "four": pgettext_lazy("San Antonio", "four %(many)s"),
    "straight_flush": pgettext_lazy("San Antonio", "straight flush, %(top)s"),
    "straight_flush_in_suit": pgettext_lazy("San Antonio", "straight flush in %(suit)s, %(top)s"),
    "royal_flush": pgettext_lazy("San Antonio", "royal flush"),
}
_ONE: Words = {
    "2": pgettext_lazy("card", "two"),
    "3": pgettext_lazy("card", "three"),
    "4": pgettext_lazy("card", "four"),
    "5": pgettext_lazy("card", "five"),
    "6": pgettext_lazy("card", "six"),
    "7": pgettext_lazy("card", "seven"),
    "8": pgettext_lazy("card", "eight"),
    "9": pgettext_lazy("card", "nine"),
    "T": pgettext_lazy("card", "ten"),
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
    "A": pgettext_lazy("card", "ace"),
}
_MANY: Words = {
    "2": pgettext_lazy("cards", "twos"),
    "3": pgettext_lazy("cards", "threes"),
    "4": pgettext_lazy("cards", "fours"),
    "5": pgettext_lazy("cards", "fives"),
    "6": pgettext_lazy("cards", "sixes"),
    "7": pgettext_lazy("cards", "sevens"),
    "8": pgettext_lazy("cards", "eights"),
    "9": pgettext_lazy("cards", "nines"),
    "T": pgettext_lazy("cards", "tens"),
    "J": pgettext_lazy("cards", "jacks"),
    "Q": pgettext_lazy("cards", "queens"),
    "K": pgettext_lazy("cards", "kings"),
    "A": pgettext_lazy("cards", "aces"),
}
_TOP: Words = {
    "2": pgettext_lazy("highest card", "two high"),
    "3": pgettext_lazy("highest card", "three high"),
    "4": pgettext_lazy("highest card", "four high"),
    "5": pgettext_lazy("highest card", "five high"),
    "6": pgettext_lazy("highest card", "six high"),
    "7": pgettext_lazy("highest card", "seven high"),
    "8": pgettext_lazy("highest card", "eight high"),
    "9": pgettext_lazy("highest card", "nine high"),
    "T": pgettext_lazy("highest card", "ten high"),
    "J": pgettext_lazy("highest card", "jack high"),
    "Q": pgettext_lazy("highest card", "queen high"),
    "K": pgettext_lazy("highest card", "king high"),
    "A": pgettext_lazy("highest card", "ace high"),
}

SETS: Mapping[str, tuple[Words, Words]] = {
    "standard": (_SHORT, _LONG),
    "vivaldi": (_SHORT_VIVALDI, _LONG_VIVALDI),
    "san_antonio": (_SHORT_SAN_ANTONIO, _LONG_SAN_ANTONIO),
}
"""House setting ``hand_names`` → its words alone, and with ranks."""
_MAIN_CARDS = {"high_card": 1, "pair": 2, "two_pair": 4, "three": 3, "flush": 1, "four": 4}
"""Category → how many of its cards name it; the others hold no side card."""
_SUIT_FIRST = ("flush", "straight_flush")


def category_name(category: str, house: HouseRules) -> str:
    """One of ``ranking.CATEGORIES`` alone: "two pair", "full house"."""
    return str(SETS[house.hand_names][0][category])


def short_name(value: HandValue, house: HouseRules) -> str:
    """The hand in a word or two: "two pair"."""
    return category_name(value.category, house)


def long_name(value: HandValue, house: HouseRules, others: Iterable[HandValue] = ()) -> str:
    """The hand with its ranks: "full house, sevens over twos".

    ``others`` are the hands that it is compared with: what tells it from them is named too.
    """
    name = _with_ranks(value, house)
    peers = [other for other in others if _alike(value, other, house)]
    beside = _beside(value)
    deciding = max((_first_difference(beside, _beside(other)) for other in peers), default=0)
    if deciding:
        name = _with_beside(name, value.category, beside[:deciding])
    if house.suits == "vivaldi" and any(_only_suits_differ(value, other) for other in peers):
        name = gettext("%(hand)s, with the %(card)s") % {"hand": name, "card": card_name(_top_card(value))}
    return name


def names(values: Mapping[int, HandValue], house: HouseRules) -> dict[int, str]:
    """Seat → the long name of its hand, each told from the others."""
    return {
        seat: long_name(value, house, (other for at, other in values.items() if at != seat))
        for seat, value in values.items()
    }


def card_name(card: str) -> str:
    """A card as people read it: "10♦" of "Td"."""
    return card[0].replace("T", "10") + SIGNS[card[1]]


def cards_name(cards: Iterable[str]) -> str:
    """Cards as people read them: "A♥ K♦"."""
    return " ".join(card_name(one) for one in cards)


def _with_ranks(value: HandValue, house: HouseRules) -> str:
    words = SETS[house.hand_names][1]
    which = value.category
    if which in _SUIT_FIRST and house.suits == "vivaldi":
        which += "_in_suit"
    elif which == "straight" and value.ranks[0] == "A":
        which = "straight_to_ace"
    return str(words[which]) % {
        "one": _ONE[value.ranks[0]],
        "many": _MANY[value.ranks[0]],
        "more": _MANY[value.ranks[-1]],
        "top": _TOP[value.ranks[0]],
        "suit": SUITS[value.best[0][1]],
    }


def _alike(value: HandValue, other: HandValue, house: HouseRules) -> bool:
    """Whether the ranks that name them are the same, so that something else must tell them apart."""
    same = (value.category, value.ranks) == (other.category, other.ranks)
    by_suit = value.category in _SUIT_FIRST and house.suits == "vivaldi"
    return same and not (by_suit and value.best[0][1] != other.best[0][1])


def _beside(value: HandValue) -> str:
    """The ranks of the side cards, highest first."""
    main = _MAIN_CARDS.get(value.category, len(value.best))
    return "".join(card[0] for card in value.best[main:])


def _first_difference(mine: str, theirs: str) -> int:
    """How many side cards must be named until the two differ; 0 where they never do."""
    for count in range(1, len(mine) + 1):
        if mine[:count] != theirs[:count]:
            return count
    return 0


def _with_beside(name: str, category: str, ranks: str) -> str:
    words = {"hand": name, "cards": figures.listed([str(_ONE[rank]) for rank in ranks])}
    if category in ("high_card", "flush"):
        return gettext("%(hand)s, then %(cards)s") % words
    return ngettext("%(hand)s, %(cards)s kicker", "%(hand)s, %(cards)s kickers", len(ranks)) % words


def _only_suits_differ(value: HandValue, other: HandValue) -> bool:
    return _beside(value) == _beside(other) and value.key != other.key


def _top_card(value: HandValue) -> str:
    """The card whose suit decides (VIV-36): ``best`` has it first."""
    return value.best[0]
