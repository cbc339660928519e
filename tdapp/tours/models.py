"""A tour (circuit), its seasons and its members."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.accounts.models import User
from tdapp.accounts.roles import Role
from tdapp.journal.codes import new_code
from tdapp.journal.models import Journaled, Stream

LANGUAGES = [("en", "English"), ("es", "Español")]


class Tour(Journaled):
    """A circuit of opens, with the currency, time zone and language its opens start from."""

    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="tour")
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=80)
    currency = models.CharField(max_length=3)
    minor_digits = models.SmallIntegerField()
    time_zone = models.CharField(max_length=60)
    language = models.CharField(max_length=8, choices=LANGUAGES)

    def __str__(self) -> str:
        return self.name


class Season(Journaled):
    """One run of a tour, with the formula of its points (RULES 4.7)."""

    FORMULAS = [("linear", "n − r + 1")]
    TIES = [("average", "average of the tied places"), ("better", "the better place")]

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    formula = models.CharField(max_length=20, choices=FORMULAS, default="linear")
    tied_points = models.CharField(max_length=10, choices=TIES, default="average")

    def __str__(self) -> str:
        return self.name


class Membership(Journaled):
    """What a user may do in a tour."""

    ROLES = [(role.value, role.value) for role in Role]

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=ROLES)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tour", "user"],
                condition=models.Q(voided=False),
                name="one_membership_per_user_and_tour",
                violation_error_code="member_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.tour}"
