"""Start a process and talk to it: wait for what it says, and for the end of processes."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from annotator.running.serving.run_lock import wait_for_end

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_SECONDS = 600


class Conversation:
    """A started supervisor and what it has said so far."""

    def __init__(
        self, folder: Path, programs: dict[str, str], *, grace: float = 20, nohup: bool = False
    ) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.running.serving.supervised",
                str(folder),
                json.dumps(programs),
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            env={**os.environ, "GRACE": str(grace), **({"NOHUP": "1"} if nohup else {})},
        )
        self.said = ""

    def expect(self, pattern: str) -> re.Match[str]:
        """Wait for a line that matches, and forget everything up to and with it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        assert self.process.stdout is not None
        while not (found := re.search(rf"^{pattern}\n", self.said, re.MULTILINE)):
            left = deadline - time.monotonic()
            readable, _, _ = select.select([self.process.stdout], [], [], max(0.0, left))
            chunk = os.read(self.process.stdout.fileno(), 65536) if readable else b""
            assert chunk, f"{pattern!r} was not said; what was: {self.said!r}"
            self.said += chunk.decode()
        self.said = self.said[found.end() :]
        return found

    def expect_process(self, name: str) -> int:
        """Wait for a program's line ``NAME PID``; the process id."""
        return int(self.expect(rf"{name} (\d+)")[1])

    def become_ready(self) -> None:
        """Let the supervisor see that everything is up."""
        (self.folder / "up").touch()
        self.expect("ready")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE_SECONDS)


def has_ended(process: int) -> bool:
    """Wait for the end of any process; whether it came. A zombie has ended."""
    wait_for_end({process}, seconds=PATIENCE_SECONDS)
    return is_gone(process)


def is_gone(process: int) -> bool:
    """Whether a process has ended by now."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return True
    return status.rpartition(")")[2].split()[0] in {"Z", "X"}
