"""The till in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.opens.models import Open
from tdapp.web import figures


def difference(open: Open, amount: int) -> str:
    """ "2 € too much", "2 € missing", "it agrees"."""
    written = figures.money_of(open, abs(amount))
    if not amount:
        return agrees()
    return too_much(written) if amount > 0 else missing(written)


def agrees() -> str:
    return _("it agrees")


def too_much(amount: str) -> str:
    """More was counted than expected."""
    return _("%(amount)s too much") % {"amount": amount}


def missing(amount: str) -> str:
    """Less was counted than expected."""
    return _("%(amount)s missing") % {"amount": amount}
