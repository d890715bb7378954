"""Sessions in the database, some of which are read only once.

For those who call so often that reading their session is a sixth of each request. What a request
changes in one is read from the database from then on, since a test may take it back.
"""

from copy import deepcopy
from typing import Any, ClassVar

from annotator.workspace.accounts import session_store


class SessionStore(session_store.SessionStore):
    """Knows by heart what it has been told to; the account behind it is still looked up."""

    _known: ClassVar[dict[str, dict[str, Any]]] = {}

    def remember(self) -> None:
        """Read this session from the database for the last time, as long as it stays as it is."""
        self._known[self.session_key] = super().load()

    def load(self) -> dict[str, Any]:
        """What the session says."""
        known = self._known.get(self.session_key)
        return super().load() if known is None else deepcopy(known)

    def save(self, must_create: bool = False) -> None:  # noqa: FBT002 - Django's own signature
        """Keep it in the database."""
        self._known.pop(self.session_key, None)
        super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        """End it."""
        self._known.pop(session_key or self.session_key, None)
        super().delete(session_key)
