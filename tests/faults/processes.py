"""Programs that are killed and started again, with all that they start themselves."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from scripts.bootstrap import ROOT
from tests.e2e.server import processes_below

PATIENCE_SECONDS = 180
PAUSE_SECONDS = 0.1
END_SECONDS = 15


class NeverAnsweredError(Exception):
    """A program that should have come up did not."""


class Program:
    """One command, its log, and how to tell that it works."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        answers: Callable[[], bool],
        user: str | None = None,
    ) -> None:
        """Nothing is started yet. With ``user`` it runs as somebody else."""
        self.name = name
        self.log = folder / f"{name}.log"
        self._command = list(command)
        self._environment = dict(environment)
        self._answers = answers
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None
        self._below: dict[int, str] = {}
        self._launching = threading.Lock()
        self._is_held_down = True

    @property
    def is_running(self) -> bool:
        """Whether its process is there, in whatever shape."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it unless it runs, once what an earlier one left behind is gone."""
        with self._launching:
            self._is_held_down = False
            if not self.is_running:
                self._end_left_behind()
                self._launch()

    def start_again(self) -> bool:
        """Start it when it ended by itself, as a supervisor does; whether it had."""
        with self._launching:
            if self._is_held_down or self.is_running:
                return False
            self._end_left_behind()
            self._launch()
            return True

    def _launch(self) -> None:
        # They stay in this program's process group, so that anyone who ends that ends them too.
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self._user,
                group=self._user,
                extra_groups=None if self._user is None else [],
            )

    def wait_until_it_answers(self) -> None:
        """Wait, and start it again when it ends by itself, as a supervisor does."""
        pause = threading.Event()
        for _ in range(round(PATIENCE_SECONDS / PAUSE_SECONDS)):
            if self._answers():
                return
            self.start()
            pause.wait(PAUSE_SECONDS)
        raise NeverAnsweredError(f"{self.name} never answered:\n{self.tail()}")

    def children(self) -> list[int]:
        """The processes that it has started itself, in the order of their numbers."""
        if self._process is None:
            return []
        try:
            listed = list(Path(f"/proc/{self._process.pid}/task").glob("*/children"))
            texts = [file.read_text("ascii") for file in listed]
        except (FileNotFoundError, ProcessLookupError):
            return []
        return sorted(int(number) for text in texts for number in text.split())

    def kill(self, *, alone: bool = False) -> None:
        """End it at once, with all that it started; ``alone`` lets these find out by themselves."""
        if self._process is None:
            return
        with self._launching:
            self._is_held_down = True
        self._remember_below()
        end_at_once([self._process.pid, *([] if alone else self._below)])
        self._process.wait(timeout=PATIENCE_SECONDS)

    def stop(self) -> None:
        """End it softly where it listens, else at once; nothing of it is left."""
        if self._process is None:
            return
        with self._launching:
            self._is_held_down = True
        self._remember_below()
        # To PostgreSQL a fast shutdown, to the others Ctrl-C.
        self._process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=END_SECONDS)
        self.kill()
        self._end_left_behind()
        self._process = None

    def tail(self) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8", errors="replace")[-4000:]

    def _remember_below(self) -> None:
        if self._process is not None and self.is_running:
            found = {number: birth(number) for number in processes_below(self._process.pid)}
            self._below |= found

    def _end_left_behind(self) -> None:
        # A number may belong to somebody else by now.
        end_at_once(n for n, born in self._below.items() if born and birth(n) == born)
        self._below.clear()


def birth(number: int) -> str:
    """When a process was started, in the kernel's ticks; nothing when it is gone."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text("utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return stat.rpartition(")")[2].split()[19]


def end_at_once(numbers: Iterable[int]) -> None:
    """SIGKILL to each that is still there."""
    for number in list(numbers):
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
