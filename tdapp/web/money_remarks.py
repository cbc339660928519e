"""What is said of money that is odd and stops nothing: deals, tables, funds, the till, chips in play."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tdapp.web.money_refusals import above, clock_time, fund, played, size
from tdapp.web.wording import Say, Sentences, chips, money, ordinal

DEALS: Sentences = {
    "count_differs": (
        Say(
            _("%(counted)s were counted and %(expected)s are in play: count again, or use them as counted."),
            counted=chips,
            expected=chips,
        ),
    ),
    "deal_above_first": (
        Say(
            _("%(entry)s would get %(amount)s, more than the first prize (%(first)s): check it."),
            amount=money,
            first=money,
        ),
        Say(
            _("Player %(number)s would get %(amount)s, more than the first prize (%(first)s): check it."),
            amount=money,
            first=money,
        ),
    ),
    "deal_below_secured": (
        Say(
            _("%(entry)s would get %(amount)s, and %(secured)s is sure already: check it."),
            amount=money,
            secured=money,
        ),
        Say(
            _("Player %(number)s would get %(amount)s, and %(secured)s is sure already: check it."),
            amount=money,
            secured=money,
        ),
    ),
}

PRIZES: Sentences = {
    "shares_do_not_sum": (
        Say(_("The shares add up to %(percent)s %%: the pool is shared in their proportion. Check them.")),
    ),
    "places_unpayable": (
        Say(
            ngettext_lazy(
                "In units of %(unit)s only %(paid)s of %(wanted)s places can be paid: use smaller ones.",
                "In units of %(unit)s only %(paid)s of %(wanted)s places can be paid: use smaller ones.",
                "wanted",
            ),
            unit=money,
        ),
    ),
    "bracket_sum": (Say(_("Row %(bracket)s of the table adds up to %(percent)s %%: check it.")),),
    "bracket_rises": (
        Say(
            _("Row %(bracket)s of the table gives the %(place)s place more than the one above: check it."),
            place=ordinal,
        ),
    ),
    "bracket_overlaps": (
        Say(_("Row %(bracket)s of the table begins before the one above ends: that one counts. Check them.")),
    ),
    "bracket_gap": (
        Say(_("No row of the table is for %(low)s to %(high)s entries: the nearest one counts. Check it.")),
    ),
    "costs_above_pool": (
        Say(
            _("The costs (%(costs)s) are more than the pool (%(taken)s) so far: nothing is left for prizes."),
            costs=money,
            taken=money,
        ),
    ),
    "overlay_due": (
        Say(
            _("The guarantee of %(guarantee)s is not reached yet: %(overlay)s would have to be added."),
            guarantee=money,
            overlay=money,
        ),
    ),
    "set_aside_above_pool": (
        Say(
            _("Special prizes take %(set_aside)s and the pool is %(payable)s: lower them."),
            set_aside=money,
            payable=money,
        ),
    ),
    "bounty_unclaimed": (
        Say(_("Bounties of %(amount)s have no taker yet: say who knocked them out."), amount=money),
    ),
}

TILL: Sentences = {
    "fund_overdrawn": (
        Say(
            _("“%(fund)s” has paid %(missing)s more than it had: add that, or move money there."),
            fund=fund,
            missing=money,
        ),
    ),
    "method_overdrawn": (
        Say(
            _("%(missing)s more cash went out than came in: add it, or say how it was paid."),
            lambda p: p["method"] == "cash",
            missing=money,
        ),
        Say(
            _("%(missing)s more went out by transfer or card than came in: say how it was paid."),
            missing=money,
        ),
    ),
    "till_moved_since": (
        Say(
            _("The till was closed at %(at)s and %(moved)s came in since: the count no longer agrees."),
            above("moved"),
            at=clock_time,
            moved=money,
        ),
        Say(
            _("The till was closed at %(at)s and %(moved)s went out since: the count no longer agrees."),
            at=clock_time,
            moved=size,
        ),
    ),
    "till_short": (
        Say(
            _("The till is %(difference)s short: %(counted)s instead of %(expected)s. Count again."),
            difference=money,
            counted=money,
            expected=money,
        ),
    ),
    "till_over": (
        Say(
            _("The till is %(difference)s over: %(counted)s instead of %(expected)s. Count again."),
            difference=money,
            counted=money,
            expected=money,
        ),
    ),
}

CHIPS: Sentences = {
    "tables_not_counted": (
        Say(
            ngettext_lazy(
                "Table %(tables)s is not counted yet: count it too.",
                "Tables %(tables)s are not counted yet: count them too.",
                "count",
            )
        ),
    ),
    "table_count_short": (
        Say(
            _("Table %(table)s is %(difference)s short: %(counted)s instead of %(expected)s. Count again."),
            difference=chips,
            counted=chips,
            expected=chips,
        ),
    ),
    "table_count_over": (
        Say(
            _("Table %(table)s is %(difference)s over: %(counted)s instead of %(expected)s. Count again."),
            difference=chips,
            counted=chips,
            expected=chips,
        ),
    ),
    "room_count_short": (
        Say(
            _("The whole room is %(difference)s short: %(counted)s instead of %(expected)s. Count again."),
            difference=chips,
            counted=chips,
            expected=chips,
        ),
    ),
    "room_count_over": (
        Say(
            _("The whole room is %(difference)s over: %(counted)s instead of %(expected)s. Count again."),
            difference=chips,
            counted=chips,
            expected=chips,
        ),
    ),
}

PURCHASES: Sentences = {
    "rebuy_offer": (
        Say(
            _("%(entry)s may buy back in until %(until)s of play, for %(amount)s: ask."),
            lambda p: p["until"],
            until=played,
            amount=money,
        ),
        Say(
            _("%(entry)s may buy back in until the end of level %(level)s, for %(amount)s: ask."),
            lambda p: p["level"],
            amount=money,
        ),
        Say(_("%(entry)s may buy back in, for %(amount)s: ask."), amount=money),
    ),
    "add_on_offer": (
        Say(
            _("Add-ons in this break: %(chips)s in chips for %(amount)s."),
            lambda p: p["chips"],
            amount=money,
            chips=chips,
        ),
        Say(_("Add-ons in this break: %(amount)s."), amount=money),
    ),
}

MONEY: Sentences = {**PURCHASES, **DEALS, **PRIZES, **TILL, **CHIPS}
