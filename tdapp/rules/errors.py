"""What a rule says when it refuses: a code and its parameters, never text for people.

The sentence a person reads is made in ``tdapp.web.messages`` from the code, in the
language of the viewer.  Example: ``RuleError("winner_folded", seat=4)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self


class RuleError(Exception):
    """An act that the rules or the journal refuse.

    ``code`` is a stable identifier in snake_case, ``params`` holds ids, numbers and
    codes.  ``overrule`` is True where the director may pass it with one tap
    (the act is then repeated with that code among its ``overruled`` ones).
    """

    def __init__(self, code: str, *, overrule: bool = False, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
        self.overrule = overrule

    def with_params(self, **params: object) -> Self:
        """The same refusal, told more exactly."""
        return type(self)(self.code, overrule=self.overrule, **{**self.params, **params})

    def __str__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code}({shown})"


@dataclass(frozen=True)
class Remark:
    """Something odd that is said and stops nothing: a code and its parameters, as in RuleError."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
