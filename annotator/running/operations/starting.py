"""The message of a program that can't start: one sentence with the fix, no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

from annotator.installation import command


@contextmanager
def say_what_is_missing() -> Iterator[None]:
    """End the process with one sentence and exit code 1 where the database is not usable.

    Any other error of the database is left as it is.
    """
    from django.db import DatabaseError

    try:
        yield
    except DatabaseError as error:
        problem = database_problem()
        if problem is None:
            raise
        raise SystemExit(problem) from error


def database_problem() -> str | None:
    """Why nothing can be read from the database, and what to do; None where something can."""
    from django.db import connection

    problem = unusable_database()
    if problem is None and "django_migrations" not in connection.introspection.table_names():
        problem = f"The database has no tables yet: {command('migrate')}"
    return problem


def unusable_database() -> str | None:
    """Why the database can't be asked anything, and what to do; None if it can."""
    from django.conf import settings
    from django.db import DatabaseError, connection

    from annotator.foundation.files.full_disk import is_disk_full

    # One that has failed in the middle of something answers nothing more.
    connection.close()
    try:
        # SQLite opens a file without looking into it.
        connection.introspection.table_names()
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        if settings.DATABASE_URL:
            place, fix = "The database", "start it, create it, or correct DATABASE_URL"
        else:
            place = settings.DATABASES["default"]["NAME"]
            fix = "correct DATA_DIR, or restore a backup"
        if is_disk_full(error):
            fix = "make room on its disk, which is full"
        return f"{place} can't be used ({reason}): {fix}"
    return None
