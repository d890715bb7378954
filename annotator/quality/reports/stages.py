"""What each stage of a report took."""

import re
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

_PROCESS = Path("/proc/self")
_FORGET_PEAK = "5"


class Stage(TypedDict):
    """``seconds`` of the wall clock; ``peak_bytes``: the most memory the process had during it."""

    name: str
    seconds: float
    peak_bytes: int


@dataclass(slots=True)
class Stopwatch:
    """Collects stages."""

    stages: list[Stage] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what happens inside."""
        forget_peak()
        begun = time.perf_counter()
        yield
        seconds = round(time.perf_counter() - begun, 3)
        self.stages.append(Stage(name=name, seconds=seconds, peak_bytes=peak_bytes()))


def forget_peak() -> None:
    """Let ``peak_bytes`` count from now on, where the system can do that."""
    with suppress(OSError):
        (_PROCESS / "clear_refs").write_text(_FORGET_PEAK)


def peak_bytes() -> int:
    """The most resident memory since ``forget_peak``; if the system doesn't offer that, since the
    start.
    """
    with suppress(OSError):
        found = re.search(r"^VmHWM:\s+(\d+) kB$", (_PROCESS / "status").read_text(), re.MULTILINE)
        if found:
            return int(found[1]) * 1024
    # Linux counts in units of 1,024 bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
