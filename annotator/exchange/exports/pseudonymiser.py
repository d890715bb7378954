"""Removing the names of a project's people from the words of its history."""

import re
import unicodedata
from typing import Any

from annotator.foundation.names.naming import name_key
from annotator.workspace.projects.models import Membership, Project

NAMING = frozenset({"user", "username", "display_name", "email"})
"""Keys of details that hold a person's name and nothing else."""

WORDS = frozenset({"note", "reason", "concern", "justification", "comment", "name", "system"})
"""Keys of texts that somebody wrote; ``name`` and ``system`` are names of systems."""

_HIDDEN = "(name)"
_SHORTEST = 3


class Pseudonymiser:
    """Replaces the names of current and former members by their pseudonyms."""

    def __init__(self, project: Project) -> None:
        self._pseudonyms: dict[str, str] = {}
        names: set[str] = set()
        members = Membership.objects.filter(project=project).select_related("user")
        for member in members.order_by("pk"):
            user = member.user
            for name in (user.username, user.display_name, user.email):
                if len(name) >= _SHORTEST:
                    names.add(name)
                    self._pseudonyms.setdefault(name_key(name), member.pseudonym)
        longest_first = sorted(names, key=lambda name: (-len(name), name))
        choices = "|".join(re.escape(_composed(name)) for name in longest_first) or "(?!)"
        self._names = re.compile(rf"(?<!\w)(?:{choices})(?!\w)", re.IGNORECASE)

    def hide(self, details: dict[str, Any]) -> dict[str, Any]:
        """``details`` without names, whether alone or in notes and reasons."""
        return {key: self._hide_value(key, value) for key, value in details.items()}

    def _hide_value(self, key: str, value: Any) -> Any:
        if not isinstance(value, str) or not value:
            return value
        if key in NAMING:
            return self._pseudonyms.get(name_key(value), _HIDDEN)
        if key in WORDS:
            return self._names.sub(self._hide_name, _composed(value))
        return value

    def _hide_name(self, found: re.Match[str]) -> str:
        # Without regard to case, i with and without a dot are one letter; in a name they are two.
        return self._pseudonyms.get(name_key(found[0]), _HIDDEN)


def _composed(text: str) -> str:
    """The text with each letter and its marks as one character, where there is one."""
    return unicodedata.normalize("NFC", text)
