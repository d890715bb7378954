"""Checks of passwords beyond Django's."""

import re
from typing import Any

from django.core.exceptions import ValidationError

SHORTEST_PART = 3
LEAST_BESIDE_NAMES = 8


class NotTheNameValidator:
    """Refuses a password that is little more than the names of whose it is.

    Django compares password and name as wholes, so a name that is repeated, or has a few signs
    behind it, passes there.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ``ValidationError`` unless eight characters remain when the names are taken out."""
        rest = password.lower()
        for part in sorted(_parts_of_names(user), key=len, reverse=True):
            rest = rest.replace(part, "")
        if rest != password.lower() and len(rest) < LEAST_BESIDE_NAMES:
            raise ValidationError(
                "This password is little more than your name.", code="password_is_the_name"
            )

    def get_help_text(self) -> str:
        """The rule in a sentence."""
        return "Your password can't be little more than your name."


def _parts_of_names(user: Any) -> set[str]:
    names = (getattr(user, name, "") or "" for name in ("username", "display_name", "email"))
    parts = {part for name in names for part in re.split(r"[\W_]+", name.lower())}
    return {part for part in parts if len(part) >= SHORTEST_PART}
