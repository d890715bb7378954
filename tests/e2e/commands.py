"""The platform's commands, run by copies of one process that has loaded the platform already.

``python manage.py`` loads it anew for each command, which takes longer than most commands that
tests begin with. What it says on a terminal is tried in ``tests/foundation/commands``.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scripts.bootstrap import ROOT


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    output: str
    errors: str


class Commands:
    """Runs commands with an environment of their own. ``close`` ends the process behind it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Start nothing yet."""
        self._environment = dict(environment)
        self._process: subprocess.Popen[str] | None = None

    def run(self, arguments: Sequence[str]) -> Done:
        """Run one command to its end."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.commands"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        pipe, answers = self._process.stdin, self._process.stdout
        if pipe is None or answers is None:
            raise RuntimeError("the commands were started without pipes")
        pipe.write(json.dumps(list(arguments)) + "\n")
        pipe.flush()
        return Done(**json.loads(answers.readline()))

    def close(self) -> None:
        """End the process, which ends when nobody speaks to it any more."""
        if self._process is not None:
            self._process.communicate()
            self._process = None


def main() -> None:
    """Run a command for each line of standard input, a list of arguments."""
    import django

    django.setup()
    # What the checks before each command look at.
    import api.addresses.endpoints  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(vars(in_a_copy(json.loads(line)))), flush=True)


def in_a_copy(arguments: list[str]) -> Done:
    """Run one command in a copy of this process."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        copy = os.fork()
        if copy == 0:
            for number, file in ((1, output), (2, errors)):
                os.dup2(file.fileno(), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            leave(arguments)
        _, status = os.waitpid(copy, 0)
        for file in (output, errors):
            file.seek(0)
        return Done(os.waitstatus_to_exitcode(status), output.read(), errors.read())


def leave(arguments: list[str]) -> None:
    """Run a command and end this process as ``manage.py`` would."""
    import traceback

    from django.core.management import execute_from_command_line

    code: object = 0
    try:
        execute_from_command_line(["manage.py", *arguments])
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - the copy ends here, whatever it was
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
