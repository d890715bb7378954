"""The base of all management commands: the errors, the last line, the exit status."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NoReturn

import orjson
from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError

from annotator.exceptions import DomainError
from annotator.foundation.database.database_waits import is_lock_kept
from annotator.foundation.files.full_disk import is_disk_full
from annotator.foundation.files.published_files import published_file

BUSY = "The database is busy: another program keeps it locked. Wait until that has ended."
FULL = "The server's disk is full: free some space."
TRY_AGAIN = "Then run the command again."


def passing_problem(error: Exception) -> str | None:
    """What is wrong, if ``error`` of the database or a file passes by itself or with more room."""
    if is_disk_full(error):
        return FULL
    return BUSY if is_lock_kept(error) else None


class PlumblineCommand(BaseCommand):
    """Exits with 0 on success and with 1 on bad input, with a line per problem on standard error.

    With ``--json``, the last line of standard output is one JSON object.
    """

    def run_from_argv(self, argv: list[str]) -> None:
        """Run; wrong arguments are bad input like any other."""
        for argument in argv:
            try:
                argument.encode()
            except UnicodeEncodeError:
                self.fail(ascii(argument), "This is not UTF-8. Write it in UTF-8.")
        try:
            super().run_from_argv(argv)
        except SystemExit as end:
            raise SystemExit(1 if end.code else 0) from None
        except KeyboardInterrupt:
            self.fail("Stopped by Ctrl-C.")
        except EOFError:
            # Ctrl-D, where the command asked something.
            self.fail("Nobody answered the question, so nothing was done.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument(
            "--json", action="store_true", help="print one JSON object as the last line"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run, and say what is wrong in the terminal's form."""
        try:
            return super().execute(*args, **options)
        except DomainError as error:
            fields = error.fields or {"": ""}
            for field, fix in fields.items():
                self.refuse(*filter(None, (field, _told(error.detail, field, fix))))
            raise SystemExit(1) from error
        except (OperationalError, InterfaceError, OSError) as error:
            problem = passing_problem(error)
            if problem is None:
                raise
            notes = getattr(error, "__notes__", [TRY_AGAIN])
            self.refuse(" ".join([problem, *notes]))
            raise SystemExit(1) from error

    def refuse(self, *parts: object) -> None:
        """Write one problem to standard error."""
        self.stderr.write(": ".join(str(part) for part in parts), self.style.ERROR)

    def fail(self, *parts: object) -> NoReturn:
        """Write one problem to standard error and exit with 1."""
        self.refuse(*parts)
        raise SystemExit(1)

    def refuse_all(self, problems: Iterable[object]) -> NoReturn:
        """Write each problem to standard error and exit with 1."""
        for problem in problems:
            self.refuse(problem)
        raise SystemExit(1)

    def refuse_pipes(self, names: Iterable[str]) -> None:
        """Exit with 1 for a path to something else than a file, such as a pipe.

        Jobs read their files twice, and opening a pipe may wait for ever.
        """
        for name in names:
            try:
                mode = Path(name).stat().st_mode
            except OSError:
                # The job says why it can't be read.
                continue
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                self.fail(
                    name, "This is not a file. Save what it delivers to a file, and give that."
                )

    def read_bytes(self, path: str | Path) -> bytes:
        """The bytes of a small file; exits with 1 where it can't be read."""
        try:
            return Path(path).read_bytes()
        except OSError as error:
            self.fail(path, f"The file can't be read ({error.strerror}). Check its path.")

    def read_text(self, path: str, *, longest: int | None = None) -> str:
        """The text of a small file, its lines ended by line feeds alone; exits with 1 where it
        can't be read, is not text in UTF-8, or has more than ``longest`` characters.
        """
        try:
            text = self.read_bytes(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            # UTF-16 without a byte order mark is UTF-8 with a NUL beside each letter.
            self.fail(path, "The file is not text in UTF-8. Save it as text in UTF-8.")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if longest is not None and len(text) > longest:
            had = f"The text has {len(text):,} characters; the limit is {longest:,}."
            self.fail(path, f"{had} Shorten it.")
        return text

    @contextmanager
    def writing(self, path: str | Path | None = None) -> Iterator[None]:
        """Exit with 1 where the block can't write: ``path``, or else what the error names."""
        try:
            yield
        except OSError as error:
            place = path or error.filename or ""
            self.fail(place, f"It can't be written ({error.strerror}). Check the path.")

    def place_to_write(self, path: Path) -> Path:
        """The file that ``path`` leads to, there or not; exits with 1 where it leads nowhere, such
        as through links in a circle.

        What is there and isn't a file keeps its path: /dev/stdout can lead to a nameless pipe.
        """
        place = Path(os.path.realpath(path))
        with self.writing(path), suppress(FileNotFoundError):
            path.stat()
            if not place.is_file():
                return path.absolute()
        return place

    @contextmanager
    def published(self, path: Path) -> Iterator[IO[bytes]]:
        """A file for the block to write, which appears whole where ``path`` leads; exits with 1
        where it can't be written.
        """
        with self.writing(path), published_file(self.place_to_write(path)) as file:
            yield file

    def report(self, sentence: str, values: dict[str, Any], *, as_json: bool) -> None:
        """Write the outcome to standard output."""
        if sentence:
            self.stdout.write(sentence)
        if as_json:
            self.stdout.write(orjson.dumps(values).decode())


def _told(detail: str, field: str, fix: str) -> str:
    """What is wrong with a field and what to do; ``detail`` may name field and fix already."""
    if fix and f"{field}: {fix}" in detail:
        return fix
    return detail if fix in detail else f"{detail} {fix}"
