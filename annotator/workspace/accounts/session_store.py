"""Sessions in the database, each found by a statement that is built once: the setting's engine."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter


class SessionStore(db.SessionStore):
    """Django's own. Every request of a browser looks its session up, and building the SQL for that
    took longer than many a request.
    """

    def __init__(self, session_key: str | None = None) -> None:
        # A cookie can hold anything, even a NUL, which PostgreSQL's driver refuses.
        is_plain = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if is_plain else None)

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = _BY_KEY.first(key=self.session_key, at=timezone.now())
        if found is None:
            self._session_key = None
        return found


_BY_KEY = CompiledQuery[AbstractBaseSession](
    "session_by_key",
    lambda: SessionStore.get_model_class().objects.filter(
        session_key=Parameter("key"), expire_date__gt=Parameter("at")
    ),
)
