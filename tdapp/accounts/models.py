"""People who sign in, the devices they signed in on, and the links that let them in."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class UserManager(BaseUserManager["User"]):
    """Finds users by their name, whatever its case, as Django's authentication expects."""

    def called(self, name: str) -> User | None:
        """The user of that name; SQLite itself knows no case beyond ASCII, and users are few."""
        return next((user for user in self.order_by("pk") if user.name.casefold() == name.casefold()), None)

    def get_by_natural_key(self, username: str | None) -> User:
        user = self.called(username or "")
        if user is None:
            raise self.model.DoesNotExist
        return user


class User(AbstractBaseUser):
    """Somebody who signs in: a director, a floor person or a scorekeeper.

    What they may do is their membership of a tour, never a flag here.  ``language`` is the one they
    chose; empty where nobody chose, so that the browser's own decides.
    """

    name = models.CharField(max_length=60, unique=True)
    language = models.CharField(max_length=8, blank=True, choices=[("en", "English"), ("es", "Español")])
    is_active = models.BooleanField(default=True)

    USERNAME_FIELD = "name"
    objects = UserManager()

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """One browser that signed in; it can be signed out from the desk (DESIGN 10)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    label = models.CharField(max_length=120, blank=True)
    signed_in_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    signed_out_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} · {self.label}"


class SignInLink(models.Model):
    """A single-use link, stored only as a hash, that lives fifteen minutes."""

    PURPOSES = [("first", "first director"), ("sign_in", "sign in"), ("phone", "continue on a phone")]

    token_hash = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="sign_in_links"
    )
    purpose = models.CharField(max_length=10, choices=PURPOSES)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.purpose} link for {self.user or 'nobody yet'}"
