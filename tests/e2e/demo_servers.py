"""Servers with the demo, which is loaded once and copied for each of them."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.bootstrap import ROOT
from tests.e2e.server import PATIENCE_SECONDS, Server, begin_migrated


class DemoServers:
    """``folder`` makes a data folder under a name.

    ``loaded`` is where the demo to copy lies or is put; other processes may use it, too.
    """

    def __init__(self, folder: Callable[[str], Path], loaded: Path) -> None:
        """Load nothing yet."""
        self._folder = folder
        self._loaded = loaded

    @contextmanager
    def started(self, name: str) -> Iterator[Server]:
        """A server of one's own with the demo as it is on the first start."""
        data = self._folder(name)
        # A database on a server is not copied as easily as a folder.
        if os.environ.get("E2E_SERVICES") != "1":
            shutil.copytree(self._demo(), data, dirs_exist_ok=True)
        with Server.started(data, demo=True) as server:
            yield server

    def _demo(self) -> Path:
        with self._loaded.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self._loaded.exists():
                folder = self._folder("demo-to-copy")
                load_demo(folder)
                folder.rename(self._loaded)
        return self._loaded


def load_demo(folder: Path) -> None:
    """Prepare an empty data folder as the first start does, with the demo."""
    begin_migrated(folder)
    done = subprocess.run(
        [sys.executable, "-m", "annotator.running.serving.prepare", "--demo"],
        cwd=ROOT,
        env=Server(folder).environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise AssertionError(f"the demo was not loaded:\n{done.stderr}")
