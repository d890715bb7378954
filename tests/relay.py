"""A port in front of a server, which tests can freeze."""

import contextlib
import socket
from collections.abc import Iterator
from threading import Event, Thread
from urllib.parse import urlsplit


class Relay(Thread):
    """Passes on what comes, to a server and back, until it is frozen.

    Then it goes on taking connections and bytes, as the machine of a frozen server does.
    """

    def __init__(self, server: tuple[str, int]) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.flows = Event()
        self.flows.set()

    def run(self) -> None:
        """Take connections until the relay is closed."""
        with contextlib.suppress(OSError):
            while True:
                client = self._socket.accept()[0]
                server = socket.create_connection(self._server)
                for ends in ((client, server), (server, client)):
                    Thread(target=self._pass_on, args=ends, daemon=True).start()

    def close(self) -> None:
        """Take no more connections, and let those go that there are."""
        self.flows.set()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError), source:
            while data := source.recv(65536):
                self.flows.wait()
                target.sendall(data)
            self.flows.wait()
            target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def relay_to(url: str) -> Iterator[tuple[Relay, str]]:
    """A relay in front of a database's server, and the database's address through it."""
    parts = urlsplit(url)
    relay = Relay((parts.hostname or "127.0.0.1", parts.port or 5432))
    relay.start()
    people, at, _ = parts.netloc.rpartition("@")
    try:
        yield relay, parts._replace(netloc=f"{people}{at}127.0.0.1:{relay.port}").geturl()
    finally:
        relay.close()
