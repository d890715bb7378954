"""Servers with the demo, which is loaded once and copied for each of them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.bootstrap import ROOT
from tests.e2e.server import PATIENCE_SECONDS, Server


class DemoServers:
    """``folder`` makes a data folder under a name."""

    def __init__(self, folder: Callable[[str], Path]) -> None:
        """Load nothing yet."""
        self._folder = folder
        self._loaded: Path | None = None

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
        if self._loaded is None:
            folder = self._folder("demo-to-copy")
            done = subprocess.run(
                [sys.executable, "-m", "scripts.prepare", "--demo"],
                cwd=ROOT,
                env=Server(folder).environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE_SECONDS,
                check=False,
            )
            if done.returncode != 0:
                raise AssertionError(f"the demo was not loaded:\n{done.stderr}")
            self._loaded = folder
        return self._loaded
