"""The broker without a service: a folder with a file for each message.

Kombu's own ``filesystem`` transport publishes a message before it is complete, and a worker that
reads it too early ends with a traceback. Here a message appears complete or not at all, and one
that can't be read is set aside. docs/decisions/file-broker.md says which parts of Kombu this relies
on.
"""

import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

import structlog
from kombu.transport import virtual
from kombu.utils.json import dumps, loads

from annotator.foundation.files.published_files import published_file

log = structlog.get_logger(__name__)


QUEUE, TAKEN, UNREADABLE = "queue", "taken", "unreadable"
"""Folders of messages that wait, that somebody reads right now, and that nobody can read."""


class Channel(virtual.Channel):
    """Keeps each message as ``TIME_NAME.QUEUE.msg`` below the transport option ``folder``.

    A broadcast would need a table that processes share, so there is none: remote control is off.
    """

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        """Publish ``message``. Raises ``OSError`` if there is no room."""
        name = f"{time.time_ns():020}_{uuid.uuid4().hex}.{queue}.msg"
        with published_file(self._folder / QUEUE / name) as file:
            file.write(dumps(message).encode())

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 - Kombu's
        """The oldest message of ``queue``, which nobody else gets. Raises ``queue.Empty``."""
        for path in self._waiting(queue):
            taken = self._folder / TAKEN / path.name
            try:
                path.rename(taken)
            except OSError:
                continue  # somebody else was faster
            try:
                message = read_message(taken.read_bytes())
            except ValueError as error:
                kept = taken.rename(self._folder / UNREADABLE / path.name)
                log.warning("message_set_aside", file=str(kept), error=str(error))
                continue
            taken.unlink()
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        """How many messages wait."""
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        """Delete what waits; how many that were."""
        waiting = self._waiting(queue)
        for path in waiting:
            path.unlink(missing_ok=True)
        return len(waiting)

    @property
    def _folder(self) -> Path:
        return _folder_of(self.connection.client)

    def _waiting(self, queue: str) -> list[Path]:
        """The messages of ``queue``, oldest first. What is not whole yet begins with a point."""
        found = (self._folder / QUEUE).glob(f"[!.]*.{queue}.msg")
        return sorted(found)


class Transport(virtual.Transport):
    """Looks for messages every ``polling_interval`` seconds."""

    Channel = Channel
    driver_type = driver_name = "files"

    def establish_connection(self) -> Any:
        """Make the folders. Raises ``OSError`` if that can't be."""
        for name in (QUEUE, TAKEN, UNREADABLE):
            (_folder_of(self.client) / name).mkdir(parents=True, exist_ok=True)
        return super().establish_connection()

    def driver_version(self) -> str:
        """There is no driver."""
        return ""


def _folder_of(client: Any) -> Path:
    return Path(client.transport_options["folder"])


def read_message(content: bytes) -> dict[str, Any]:
    """A message as ``_put`` writes it. Raises ``ValueError`` for anything else."""
    message = loads(content.decode())
    properties = message.get("properties") if isinstance(message, dict) else None
    if not isinstance(properties, dict) or not {"delivery_tag", "delivery_info"} <= set(properties):
        raise ValueError("this is not a message")
    return dict(message)
