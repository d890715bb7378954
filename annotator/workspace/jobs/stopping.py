"""Whether this worker was asked to end: one byte that it shares with the processes of its pool."""

import mmap

# Anonymous shared memory stays shared when the pool's processes are forked.
_asked = mmap.mmap(-1, 1)


def ask_to_stop() -> None:
    """Let every job of this worker stop at its next checkpoint."""
    _asked[0] = 1


def stop_was_asked() -> bool:
    """Whether a job had better stop now."""
    return _asked[0] == 1
