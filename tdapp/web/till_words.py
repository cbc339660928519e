"""The till in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.opens.models import Open
from tdapp.web import figures


def difference(open: Open, amount: int) -> str:
    """ "2 € too much", "2 € missing", "it agrees"."""
    words = {"amount": figures.money_of(open, abs(amount))}
    if not amount:
        return _("it agrees")
    return (_("%(amount)s too much") if amount > 0 else _("%(amount)s missing")) % words
