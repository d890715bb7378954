"""Which database the settings give to Django, and how it is set up."""

from typing import Any

from environ import Env

from annotator.configuration import Configuration
from annotator.foundation.database.database_waits import CONNECT_SECONDS, KEEPALIVES, timeouts

LOCK_SECONDS = 10
"""So long anybody waits for somebody else's lock. A frozen process would keep it for ever."""


def chosen_database(given: Configuration) -> dict[str, Any]:
    """An entry of Django's ``DATABASES``: SQLite in ``DATA_DIR``, or what ``DATABASE_URL`` names.

    SQLite runs in WAL mode with immediate transactions: deferred ones fail with *database is
    locked* as soon as two writers meet. ``synchronous=FULL`` because acknowledged writes must
    survive a power cut.
    """
    if given.database_url:
        database: dict[str, Any] = dict(Env.db_url_config(given.database_url))
        database.setdefault("CONN_MAX_AGE", 60)
        database["CONN_HEALTH_CHECKS"] = True
        if database["ENGINE"] == "django.db.backends.postgresql":
            database["ENGINE"] = "annotator.foundation.database.postgresql"
        # A server that is gone without a word would hold each request for minutes.
        asked_for = database.get("OPTIONS", {})
        database["OPTIONS"] = {"connect_timeout": CONNECT_SECONDS, **KEEPALIVES, **asked_for}
        # A pooler would refuse to start a connection with these: its role has them, if anybody.
        if given.prepared_statements:
            database["OPTIONS"].setdefault("options", timeouts(lock_seconds=LOCK_SECONDS))
    else:
        database = {
            "ENGINE": "annotator.foundation.database.sqlite",
            "NAME": given.data_dir / "plumbline.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": LOCK_SECONDS,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000;"
                ),
            },
        }
    test_name = given.test_database_name
    if not given.database_url:
        # An in-memory test database is shared between threads and locks up.
        database["TEST"] = {"NAME": test_name or given.data_dir / "test.sqlite3"}
    elif test_name:
        database["TEST"] = {"NAME": test_name}
    return database
