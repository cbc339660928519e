"""The numbered rules of play in few words, and where each is met; ``rules_table`` adds the tests."""

from __future__ import annotations

from dataclasses import dataclass

PAGES = {
    "hand": ("settle a hand", "desk:hand"),
    "streets": ("street by street", "desk:streets"),
    "correct": ("correct a hand", "desk:hand_correct"),
    "misdeal": ("misdeal", "desk:hand_misdeal"),
    "ante": ("out for want of the ante", "desk:hand_lack_ante"),
    "rounds": ("rounds, open hands", "desk:rounds"),
    "count": ("count of a table", "desk:round_count"),
    "tables": ("tables, their buttons", "desk:tables"),
    "button": ("the button of a table", "desk:button"),
    "absent": ("an absent player", "desk:absent"),
    "rulings": ("rulings and penalties", "desk:rulings"),
    "out": ("who went out", "desk:out"),
    "clock": ("the night, its clock", "desk:night"),
    "levels": ("levels", "desk:levels"),
    "setup": ("setting an open up", "desk:setup"),
    "chips": ("chips of the room", "desk:chips"),
    "colour-up": ("colour-up", "desk:colour_up"),
    "balance": ("balance of the tables", "desk:balance"),
    "sheet": ("the rule sheet of the open", "public:rules"),
    "seats": ("seat of a player", "desk:place"),
}
"""Key → words, and the name of its address."""


@dataclass(frozen=True)
class Rule:
    """One numbered rule; ``silent`` says why no test can have its number, "" where one must."""

    number: str
    words: str
    pages: tuple[str, ...]
    silent: str = ""


_PLAY = """
SPT-01 | no-limit hold'em | hand streets
SPT-02 | best five of two own and five common cards, any number of own ones | hand
SPT-03 | small blind half the big one, cents too | levels
SPT-04 | a level is written SB/BB | levels clock
SPT-05 | least bet: the big blind | streets
SPT-06 | least raise: always the big blind | streets
SPT-07 | most: one's own chips; an all-in need be no multiple | streets
SPT-08 | the dealer's chip fixes blinds and order | button hand
SPT-09 | the button passes to the right | button
SPT-10 | betting goes to the right | streets
SPT-11 | nobody changes seat | seats
SPT-12 | to the dealer's right the small blind, then the big one | hand
SPT-13 | then two cards to each player | hand
SPT-14 | first to act: to the right of the big blind | streets
SPT-15 | call, raise or fold against the highest bet | streets
SPT-16 | a round ends when all have matched or folded | streets
SPT-17 | who alone is left takes the pot at once | hand streets
SPT-18 | the big blind's option | streets
SPT-19 | after the flop the small blind speaks first, or the next | streets
SPT-20 | without a bet: check or bet; after one: fold, call, raise | streets
SPT-21 | a street ends with one left, all matched, or all checked | streets
SPT-22 | turn: one card, the same order | streets
SPT-23 | river: one card, the same order | streets
SPT-24 | the dealer's left shows first | streets
SPT-25 | the best hand takes the pot, equal ones share it | hand
SPT-26 | no money from the pocket during a hand | hand streets
SPT-27 | bets beyond an all-in go to a separate pot | hand
SPT-28 | a check only without a bet | streets
SPT-29 | a raise is the amount above the call | streets
SPT-30 | an ante of every player, before the blinds | hand levels
SPT-31 | the pot: all chips bet so far | streets hand
SPT-32 | burn cards are not mentioned | | the sheet says nothing, and no program deals here
SPT-43 | the button moves among the survivors | button
SPT-44 | heads-up the dealer has the small blind, or as the house says | button streets
SPT-45 | order of the hands, suits never decide | hand
SA-02 | the first bettor shows first | streets
SA-03 | the first dealer by lot, then clockwise | tables
SA-04 | the dealer's chip moves to the left | button
SA-05 | 50 chips or more, blinds in proportion | setup
SA-06 | blinds rise every 20 minutes | clock levels
SA-07 | dead dealer: the chip stays at the empty seat, the small blind never dead | button
SA-08 | chips exchanged at 1:20 | colour-up
SA-09 | a hand starts when the cards are dealt | sheet clock
SA-10 | small blind half the big one | levels
SA-11 | order of the hands, the ace at both ends | hand
SA-12 | before the flop as many circuits as raises need | streets
SA-13 | flop: check or bet from the big blind to all | streets
SA-14 | turn: the same | streets
SA-15 | river: the same | streets
SA-16 | a re-raise is at least the raise before | streets
SA-17 | best five, with one or both own cards or none | hand
SA-18 | equal hands share, the rest to the nearest to the dealer | hand
SA-19 | heads-up the dealer has the small blind and speaks first | streets button
SA-20 | heads-up, who cannot cover the big blind plays what is left | hand streets
SA-21 | a re-raise over an all-in makes another pot | hand streets
SA-22 | each pot goes to the best of its own players | hand
VIV-06 | equal chips at the start of each round | rounds
VIV-07 | chips of 500 and 100 | chips
VIV-08 | a table plays until two remain; equal counts: an open hand | count rounds
VIV-09 | in the final two are counted | count
VIV-10 | tables of the first round by lot | tables
VIV-11 | firsts and seconds mixed | rounds
VIV-12 | a full deck of 52, no wild cards | hand
VIV-13 | the deal rotates anticlockwise | button
VIV-14 | one draw of up to four cards | hand
VIV-15 | the dealer who did not call the ante pays it for everybody | hand
VIV-16 | the ante grows every half hour | clock
VIV-17 | the ante grows once a player has left the table | hand clock
VIV-18 | betting in the order of the deal | streets
VIV-19 | a raiser may raise again only over another raise | streets
VIV-20 | the last raiser shows first | streets
VIV-21 | the called hand is the one that counts | hand
VIV-22 | without the whole ante one is out | ante
VIV-23 | a short player contests the first group alone | hand
VIV-24 | two short players make three groups | hand
VIV-25 | two out in one hand by what they had before; equal: an open hand | hand out rounds
VIV-26 | the first round lasts three hours, then chips are counted | count rounds
VIV-27 | who shuffles and who cuts | | what people do with their hands: nothing to decide here
VIV-28 | nobody outside the table watches | | what people do with their eyes: nothing to decide here
VIV-29 | misdeal: the antes stay, other bets go back | misdeal
VIV-30 | too many cards: out of the hand without its bets; too few: plays on | hand
VIV-31 | an attempt against the rules: disqualified | rulings
VIV-34 | diamonds, spades, hearts, clubs | hand
VIV-35 | the order of the hands, as the house has it | hand setup
VIV-36 | ties: rank, side cards, then the suit of the main combination | hand
VIV-37 | fulls: the higher trio | hand
VIV-38 | two pair: pairs, kicker, then the diamond | hand
VIV-39 | flushes: the suit first | hand
VIV-40 | the royal flush is of spades alone | hand
VIV-41 | the wheel, as the house has it | hand setup
SIS-01 | two own cards; fold, call, raise, re-raise | streets
SIS-02 | flop: check or bet from the big blind to all | streets
SIS-03 | turn: the same | streets
SIS-04 | river: the same | streets
SIS-05 | a raise is made in one motion | streets
SIS-06 | the next player may raise, all-in too | streets
SIS-07 | a raise is announced and cannot be changed | streets
SIS-08 | raises are not limited in number | streets
SIS-09 | a short winner gets only as much from each as he put in | hand
SIS-10 | a round ends when all have matched or folded | streets
SIS-11 | a raise is at least the big blind | streets
SIS-12 | a re-raise is at least the last raise | streets
SIS-13 | best five of all cards; the rest to the nearest to the button | hand
SIS-17 | vacancies are filled from other tables | balance
SIS-18 | a moved player on the big blind plays all he has | hand seats
SIS-19 | a hand starts when the dealer shuffles | sheet clock
SIS-20 | small blind to the left of the button, then the big one | hand
SIS-21 | who cannot cover a forced bet is all-in | hand
T-2.4a | nobody out: everything moves by one | button hand
T-2.4b | small blind out: dead button | button hand
T-2.4c | big blind out: no small blind | button hand
T-2.4d | both blinds out | button hand
T-2.4e | button out | button hand
T-2.6a | a raise to 5600 after 600, 1600, 3600 | streets
T-2.6b | a short all-in is no raise to be added | streets
T-2.6c | on the turn: 300, 1000, then 1700 | streets
T-2.6d | 125, 200, 500, then 800 | streets
T-2.6e | 500, two calls, then 950 | streets
T-2.6f | short all-ins add up to a full raise | streets
T-2.6g | who faces less than a full raise calls or folds | streets
T-2.6h | who faces more may raise | streets
T-2.6i | short all-ins leave the last full raise | streets
T-2.6j | the big blind may raise, the caller may not | streets
T-2.6k | a full raise opens it again | streets
T-2.11a | a penalty of rounds is a number of hands | rulings
T-2.11b | how long an absent player lasts | absent tables
2.4 | dead button, heads-up, a button at an empty seat | button hand
2.6 | least raises, short all-ins, the price of a call | streets
2.7 | showdown, odd chips, killed hands, what may still be disputed | hand streets correct
2.10 | forms and orders of the ante | hand levels
2.11 | absent players, penalties, disqualification | absent rulings
"""

_EXAMPLES = """
S01 no all-in · S02 all fold to a raise · S03 short wins main · S04 deep wins all · S05 three levels
S06 middle best · S07 folded money, uncalled turn bet · S08 raiser folds with more in
S09 bettor's hand killed by mistake · S10 short small blind · S11 short big blind, one caller
S12 short big blind, two callers · S13 big blind below the small one · S14 walk
S15 antes of everybody and an all-in · S16 less than the ante · S17 the ante is all
S18 ante and a part of the blind · S19 the published hand of ten · S20 big-blind ante, blind first
S21 the same, ante first · S22 just the ante · S23 less than the blind · S24 the whole ante is won
S25 equal all-ins, a tie · S26 main of three, side of two · S27 an odd chip in each pot · S28 layers merge
S29 odd chips to the nearest · S30 odd chips one each · S31 the button is last · S32 heads-up excess, split
S33 heads-up ante, odd chip · S34 six all-in · S35 short and deep tie · S36 absent big blind forfeits
S37 absent big blind, short all-in · S38 seven players, four pots · S39 knock-out chain
S40 a short all-in that did not reopen · S41 one short (VIV-23) · S42 two short (VIV-24)
S43 the forgotten ante (VIV-15) · S44 six cards (VIV-30) · S45 equal pairs (VIV-36)
S46 short between two folds · S47 uncalled over a side pot · S48 three tie
"""


def rules() -> list[Rule]:
    """Every numbered rule of play, in the order of the sheets."""
    found = []
    for line in _PLAY.strip().splitlines():
        number, words, pages, *silent = (part.strip() for part in line.split("|"))
        found.append(Rule(number, words, tuple(pages.split()), silent[0] if silent else ""))
    for line in _EXAMPLES.strip().splitlines():
        for part in line.split(" · "):
            number, words = part.split(" ", 1)
            found.append(Rule(number, words, ("hand",)))
    return found
