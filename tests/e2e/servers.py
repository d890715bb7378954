"""One server for many tests, and an empty one for a test that is tried once more."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.e2e.server import Server


class Servers:
    """The server that tests share. ``folder`` makes the data folder of each that is started."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        """Start nothing yet."""
        self._folder = folder
        self._stack = ExitStack()
        self._server: Server | None = None
        self._made: dict[str, Any] = {}

    def current(self, *, anew: bool) -> Server:
        """The running server, the first one or one with nothing on it where ``anew``."""
        if anew:
            self.close()
        if self._server is None:
            self._server = self._stack.enter_context(Server.started(self._folder()))
        return self._server

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What ``make`` makes, made once on each server."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def close(self) -> None:
        """Stop the server and forget what was made on it."""
        for made in self._made.values():
            if hasattr(made, "close"):
                made.close()
        self._made.clear()
        self._stack.close()
        self._server = None
