"""A process of a ``ProcessPool``: reads tasks until there are none.

The first message is the work itself, pickled; after that each message is a task, and each is
answered by its result.
"""

import gc
import os
import pickle
import signal
import sys
import traceback
from dataclasses import dataclass
from itertools import count
from typing import IO

_LENGTH_BYTES = 8
_POLITE = 19
# Processes that answer waiting people go first, and take what they need.
_TASKS_PER_COLLECTION = 64


@dataclass(frozen=True, slots=True)
class Crash:
    """An error of the work itself."""

    traceback: str


def read_message(stream: IO[bytes]) -> bytes:
    """The next message. Raises ``EOFError`` if there is none, or only a part of one."""
    head = stream.read(_LENGTH_BYTES)
    length = int.from_bytes(head, "big")
    message = stream.read(length) if len(head) == _LENGTH_BYTES else b""
    if len(head) < _LENGTH_BYTES or len(message) < length:
        raise EOFError
    return message


def write_message(stream: IO[bytes], message: bytes) -> None:
    """Send one message."""
    stream.write(len(message).to_bytes(_LENGTH_BYTES, "big"))
    stream.write(message)
    stream.flush()


def main() -> None:
    """Work until the parent closes the input, or is gone."""
    # The parent decides when to end: Ctrl-C and a supervisor's signal reach the whole group.
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    os.nice(_POLITE)
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Whatever prints must not end up between two answers.
    os.dup2(2, 1)
    try:
        work = pickle.loads(read_message(tasks))  # noqa: S301 - from our own parent
        gc.freeze()
        # Tasks leave next to no cycles: looking for them now and then is enough.
        gc.disable()
        for number in count(1):
            task = pickle.loads(read_message(tasks))  # noqa: S301 - from our own parent
            try:
                answer = work(task)
            except Exception:  # noqa: BLE001 - the parent raises it again
                answer = Crash(traceback.format_exc())
            task = None
            write_message(answers, pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
            answer = None
            if not number % _TASKS_PER_COLLECTION:
                gc.collect()
    except (EOFError, BrokenPipeError):
        os._exit(0)
