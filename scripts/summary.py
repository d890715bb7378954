"""The table that closes a run of the checks: what came out, and how fast the machine was."""

import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.steps import Result

LOOP_STEPS = 5_000_000
SLOWEST_TESTS = 10


@dataclass(frozen=True, kw_only=True)
class Timing:
    """How long one test took, in wall seconds."""

    name: str
    seconds: float


def loop_seconds() -> float:
    """Seconds of a fixed loop: what tells a slow machine from a slow run (0.38 when idle)."""
    started = time.perf_counter()
    total = 0
    for number in range(LOOP_STEPS):
        total += number * number % 7
    return time.perf_counter() - started


def slowest_tests(folder: Path, *, most: int = SLOWEST_TESTS) -> list[Timing]:
    """The slowest tests of all the JUnit reports in ``folder``, the slowest first."""
    found = [
        Timing(
            name=f"{report.stem}: {case.get('classname', '')}::{case.get('name', '')}",
            seconds=float(case.get("time") or 0),
        )
        for report in sorted(folder.glob("*.xml"))
        for case in _cases(report)
    ]
    return sorted(found, key=lambda timing: -timing.seconds)[:most]


def _cases(report: Path) -> list[ET.Element]:
    """The test cases of a report; none where its run was killed while it wrote."""
    try:
        # The reports are our own.
        return list(ET.parse(report).iter("testcase"))  # noqa: S314
    except ET.ParseError:
        return []


def summary(
    results: Sequence[Result],
    *,
    seconds: float,
    installation_seconds: float | None = None,
    loops: Sequence[float] = (),
    slowest: Sequence[Timing] = (),
    notes: Sequence[str] = (),
) -> str:
    """A table with a row per step, what else is worth knowing, and a last line that says it all.

    ``notes`` are what a step wrote down on the way, such as a test that was tried once more;
    ``seconds`` are those of the whole run, ``loops`` those of the loop at its start and end.
    """
    width = max((len(result.step.name) for result in results), default=0)
    lines = [f"{'':8} {'':{width}} {'wall':>9} {'processor':>11}"]
    if installation_seconds is not None:
        lines.append(f"{'':8} {'Installation':{width}} {installation_seconds:7.1f} s")
    lines += [
        f"{result.outcome:8} {result.step.name:{width}} {result.seconds:7.1f} s"
        f" {result.processor_seconds:9.1f} s"
        for result in results
    ]
    if slowest:
        lines.append("\nThe slowest tests:")
        lines += [f"{timing.seconds:9.1f} s  {timing.name}" for timing in slowest]
    if notes:
        lines.append("\nTo be looked into:")
        lines += [f"  {note}" for note in notes]
    if loops:
        said = ", ".join(f"{loop:.2f} s" for loop in loops)
        lines.append(f"\nThe loop of {LOOP_STEPS:,} steps at the start and the end: {said}")
    counts = ", ".join(
        f"{sum(result.outcome == outcome for result in results)} {outcome}"
        for outcome in ("passed", "FAILED", "skipped")
    )
    minutes = f"{int(seconds) // 60} min {int(seconds) % 60} s"
    return "\n".join([*lines, f"{counts} in {minutes}"])
