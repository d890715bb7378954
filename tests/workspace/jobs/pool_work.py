"""Work for pools, where their processes can import it."""

import os
import signal
from pathlib import Path


def square(number: int) -> int:
    """What a pool is asked for."""
    return number * number


def refuse(number: int) -> int:
    """A mistake."""
    raise ValueError(number)


def die_once(task: tuple[Path, int]) -> int:
    """Takes its process down at the first try."""
    mark, number = task
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return number
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def die(task: object) -> None:
    """Takes down each process that is given ``task``."""
    del task
    os._exit(9)


def freeze(task: object) -> None:
    """Stops each process that is given ``task``, which stays there."""
    del task
    os.kill(os.getpid(), signal.SIGSTOP)
