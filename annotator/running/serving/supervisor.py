"""Run several programs side by side: start, restart what ends, stop all of it.

Each program leads a session and process group of its own, so that Ctrl-C reaches the supervisor
alone, which then asks each program to finish, and so that nothing of a program outlives it.
"""

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

MOST_DOUBLINGS = 30
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, kw_only=True)
class Program:
    """Something to keep running."""

    name: str
    command: Sequence[str]
    stop: signal.Signals = signal.SIGTERM
    """By which it ends once it has done what is under way."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long the supervisor waits for what, in seconds."""

    grace: float = 15.0
    """From the request to stop to the kill."""
    settled: float = 5.0
    """A program that ran this long started well; one that ends sooner is restarted later."""
    first_pause: float = 0.5
    longest_pause: float = 30.0
    probe: float = 0.2
    """Between two looks at whether everything is up."""
    failures_before_ready: int = 3
    """So many early ends of one program, before everything was up once, end the run."""

    def pause(self, early_ends: int) -> float:
        """Before the start of a program that ended early so many times: each pause is twice the
        one before.
        """
        if not early_ends:
            return 0.0
        # No float is as large as 2 to the power of 1,024.
        doubled = self.first_pause * 2.0 ** min(early_ends - 1, MOST_DOUBLINGS)
        return min(doubled, self.longest_pause)


class Child:
    """A program, its process while it runs, and when to start it again while it doesn't."""

    def __init__(self, program: Program) -> None:
        """Nothing is started yet."""
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.handle: int | None = None
        self.started_at = 0.0
        self.restart_at: float | None = None
        self.early_ends = 0

    def start(self) -> int:
        """Start the process in a session of its own; a handle that is readable once it ended.

        Raises ``OSError``, and nothing runs then.
        """
        process = subprocess.Popen(
            self.program.command,
            env=dict(self.program.environment),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self.handle = os.pidfd_open(process.pid)
        except OSError:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        self.process = process
        self.started_at = time.monotonic()
        self.restart_at = None
        return self.handle

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program's first process, which knows how to end its own."""
        if self.process is not None:
            self.process.send_signal(number)

    def reap(self) -> int:
        """Collect the ended process and kill what it left in its group; the exit code."""
        if self.process is None or self.handle is None:
            raise RuntimeError(f"{self.program.name} is not running")
        # The ended process is not collected yet, so its number can't belong to anybody else.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait()
        os.close(self.handle)
        self.process = self.handle = None
        return code


class Supervisor:
    """Keeps programs running until a stop signal comes."""

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        is_ready: Callable[[], bool],
        on_ready: Callable[[], None],
        say: Callable[[str], None],
        patience: Patience | None = None,
    ) -> None:
        """Take what to run, how to see that it is up, and what to do then.

        `is_ready` must answer within about a second; it is asked until it says yes once.
        """
        self._children = [Child(program) for program in programs]
        self._is_ready = is_ready
        self._on_ready = on_ready
        self._say = say
        self._patience = patience or Patience()
        self._selector = selectors.DefaultSelector()
        self._signals: list[int] = []
        self._ready = False

    def run(self) -> int:
        """Run until a stop signal (0), or until a program never came up (1)."""
        failed = False
        with self._catch_signals():
            try:
                for child in self._children:
                    self._start(child)
                while not self._signals and not failed:
                    self._wait(self._seconds_to_next_event())
                    failed = self._restart_what_ended()
                    self._look_whether_ready()
            finally:
                self._stop()
        return 1 if failed else 0

    # Starting and restarting ------------------------------------------------------------------

    def _start(self, child: Child) -> None:
        try:
            self._selector.register(child.start(), selectors.EVENT_READ, child)
        except OSError as error:
            # Too little memory for another process, for example. It passes, and the others go on.
            self._count_early_end(child)
            reason = error.strerror or error
            self._say(f"{child.program.name} can't be started ({reason}), trying again")

    def _restart_what_ended(self) -> bool:
        """Start again whose time has come; True when a program will not come up."""
        for child in self._children:
            if child.restart_at is not None and child.restart_at <= time.monotonic():
                self._start(child)
        return not self._ready and any(
            child.early_ends >= self._patience.failures_before_ready for child in self._children
        )

    def _schedule_restart(self, child: Child, code: int) -> None:
        if time.monotonic() - child.started_at >= self._patience.settled:
            child.early_ends = 0
            child.restart_at = time.monotonic()
        else:
            self._count_early_end(child)
        self._say(f"{child.program.name} ended ({describe_exit(code)}), starting it again")

    def _count_early_end(self, child: Child) -> None:
        child.early_ends += 1
        child.restart_at = time.monotonic() + self._patience.pause(child.early_ends)

    def _look_whether_ready(self) -> None:
        if not self._ready and not self._signals and self._is_ready():
            self._ready = True
            self._on_ready()

    # Waiting ----------------------------------------------------------------------------------

    def _seconds_to_next_event(self) -> float | None:
        waits = [
            max(0.0, child.restart_at - time.monotonic())
            for child in self._children
            if child.restart_at is not None
        ]
        if not self._ready:
            waits.append(self._patience.probe)
        return min(waits, default=None)

    def _wait(self, seconds: float | None, *, restart: bool = True) -> None:
        """Wait for a signal, the end of a child or the time; collect the children that ended."""
        for key, _ in self._selector.select(seconds):
            if isinstance(key.data, Child):
                self._selector.unregister(key.fileobj)
                code = key.data.reap()
                if restart and not self._signals:
                    self._schedule_restart(key.data, code)
            elif isinstance(key.fileobj, socket.socket):
                key.fileobj.recv(64)

    @contextlib.contextmanager
    def _catch_signals(self) -> Iterator[None]:
        """Note stop signals and wake the wait; the handlers before are put back at the end."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)  # noqa: FBT003 - takes no keyword
        self._selector.register(ours, selectors.EVENT_READ)
        wakeup = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        # Under nohup the end of the terminal is ignored, and stays so.
        wanted = [
            number
            for number in STOP_SIGNALS
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
        ]
        before = {
            number: signal.signal(number, lambda caught, _: self._signals.append(caught))
            for number in wanted
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(wakeup)
            self._selector.close()
            ours.close()
            theirs.close()

    # Stopping ---------------------------------------------------------------------------------

    def _stop(self) -> None:
        """Ask every program to finish, wait, and kill what doesn't; a second Ctrl-C kills now."""
        self._say("Stopping; a second Ctrl-C does not wait for work under way")
        for child in self._children:
            child.signal(child.program.stop)
        deadline = time.monotonic() + self._patience.grace
        # Anyone who ends a whole process group makes SIGTERM arrive twice, by way of make as well:
        # that doesn't mean haste.
        while self._running() and signal.SIGINT not in self._signals[1:]:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._wait(left, restart=False)
        for child in self._running():
            self._say(f"{child.program.name} did not finish in time and is ended")
            child.signal(signal.SIGKILL)
        while self._running():
            self._wait(None, restart=False)

    def _running(self) -> list[Child]:
        return [child for child in self._children if child.process is not None]


def describe_exit(code: int) -> str:
    """An exit code in words: ``exit code 3`` or ``signal SIGKILL``."""
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
