"""``export_person``: everything that is kept about somebody, as JSON files in a zip."""

from collections.abc import Iterator
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

import orjson
from django.conf import settings

from annotator.exchange.exports.destination import destination_of
from annotator.foundation.files.published_files import published_file
from annotator.running.personal_data.collection import parts_about
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row
from annotator.workspace.jobs.context import JobContext, JobFailedError

RESULT_NAME = "plumbline-personal-data.zip"

_INTRODUCTION = """\
This is everything that Plumbline keeps about you. Each file is a list in JSON, with one row on
each line. Passwords, keys and the contents of sessions are kept in a form that nobody can read,
and are left out. So are notes about you that only leads read, and suggestions that you were not
shown. Times are in UTC.

"""


def export_person(context: JobContext) -> str:
    """Run an ``export_person`` job; the closing sentence.

    Parameters of the job: ``user``, the account's number; ``output``, where the file goes (else
    into the job's result). A killed job starts again. Raises ``JobFailedError`` when the person was
    erased, or the file can't be written.
    """
    user = User.objects.filter(pk=context.parameters["user"], erased_at=None).first()
    if user is None:
        raise JobFailedError("This account is gone.")
    path = destination_of(context, name=RESULT_NAME)
    try:
        with published_file(path, mode=0o600) as file:
            total = _write(context, file, parts_about(user))
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be written ({error.strerror}).") from error
    return f"Exported {total:,} row{'' if total == 1 else 's'}."


def discard_export(context: JobContext) -> None:
    """Delete the file of an export that was not finished."""
    if not context.parameters.get("output"):
        context.discard_result()


def _write(context: JobContext, target: IO[bytes], parts: list[Part]) -> int:
    total = sum(part.found.count() for part in parts)
    context.save(done=0, total=total, message="Writing the files")
    done = 0
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _introduction(parts))
        for part in parts:
            with archive.open(f"{part.name}.json", "w", force_zip64=True) as file:
                for number in _write_rows(file, part.rows()):
                    done += number
                    context.save(done=done, message=part.about)
                    context.let_worker_end()
    return done


def _introduction(parts: list[Part]) -> str:
    return _INTRODUCTION + "".join(f"{part.name}.json\n    {part.about}\n" for part in parts)


def _write_rows(file: IO[bytes], rows: Iterator[Row]) -> Iterator[int]:
    """Write a list, one row on each line; yields how many rows came since it last did."""
    file.write(b"[")
    since, separator = 0, b"\n"
    for row in rows:
        file.write(separator + orjson.dumps(row, option=orjson.OPT_UTC_Z))
        since, separator = since + 1, b",\n"
        if since == settings.ROWS_AT_ONCE:
            yield since
            since = 0
    file.write(b"\n]\n")
    yield since
