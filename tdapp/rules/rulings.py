"""Rulings with a figure: hands to sit out, and what a vote decides.

Decides RULES 2.11 (T-2.11a) and VIV-33.  Units: hands, rounds of the table, votes.
Worked example: two rounds at a table of eight are 16 hands, even if the table shrinks.
"""

from __future__ import annotations

from tdapp.rules.errors import RuleError

MOST_ROUNDS = 20
"""More rounds than that are a disqualification."""

SIDES = ("for", "against")


def penalty_hands(players: int, rounds: int) -> int:
    """The hands of a missed-round penalty; ``players`` at the table when given, the offender included.

    A misdeal and its redeal count as one hand, which is for whoever counts them.
    RuleError: ``penalty_rounds`` (most), ``too_few_players`` (players).
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError("penalty_rounds", most=MOST_ROUNDS)
    if players < 2:
        raise RuleError("too_few_players", players=players)
    return players * rounds


def outcome(votes_for: int, votes_against: int) -> str:
    """ "for", "against", or "open_hand": a tie is played out by one of each side (VIV-33).

    RuleError: ``nobody_voted``, ``votes_negative``.
    """
    if votes_for < 0 or votes_against < 0:
        raise RuleError("votes_negative")
    if votes_for + votes_against == 0:
        raise RuleError("nobody_voted")
    if votes_for == votes_against:
        return "open_hand"
    return "for" if votes_for > votes_against else "against"
