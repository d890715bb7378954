"""What scoring predictions on Natural Questions costs, and how it grows.

    SIZES=1000,7830 python -m benchmarks evaluation [--official DIR]

makes a gold file of each size from real pages (the development set has 7,830 examples), scores
predictions for it with ``evaluate_nq``, and prints seconds by the clock and of processor, peak
memory, and each size's ratio to the first. ``--official`` names a folder with the official
``nq_eval.py`` in a form that this Python runs; the same files are then scored with it.
"""

import argparse
import itertools
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from isal import igzip

from benchmarks.big_import import MIB, read_patterns
from scripts.bootstrap import ROOT

SIZES = [int(size) for size in os.environ.get("SIZES", "100,400").split(",")]


class Cost(NamedTuple):
    """Of one process: seconds by the clock, seconds of processor, peak memory in MiB."""

    clock: float
    processor: float
    memory: float


def main() -> int:
    """Print the table; 1 where a program failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluation", description=__doc__)
    parser.add_argument("--official", type=Path, metavar="DIR")
    official = parser.parse_args().official
    print(f"{'':12}{'examples':>10}{'seconds':>10}{'processor':>11}{'MiB':>8}{'growth':>9}")
    first: dict[str, tuple[int, Cost]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            gold, predictions = Path(folder) / "gold.jsonl.gz", Path(folder) / "predictions.json"
            write_files(gold, predictions, size)
            for name, command in commands(gold, predictions, official).items():
                cost = run(command)
                if cost is None:
                    return 1
                begun, before = first.setdefault(name, (size, cost))
                growth = (cost.processor / before.processor) / (size / begun)
                print(
                    f"{name:12}{size:>10,}{cost.clock:>10.1f}{cost.processor:>11.1f}"
                    f"{cost.memory:>8.0f}{growth:>9.2f}",
                    flush=True,
                )
    return 0


def write_files(gold: Path, predictions: Path, size: int) -> None:
    """A gold file of ``size`` examples, and a prediction with a random score for each.

    Examples of one pattern differ in their ids alone. The rest of the line is compressed once and
    follows each id as a gzip member of its own, so a gigabyte is written in seconds.
    """
    patterns = [_pattern(each.make(0)) for each in itertools.islice(read_patterns(), 5)]
    draw = random.Random(size)
    predicted: list[dict[str, Any]] = []
    with gold.open("wb") as file:
        for number in range(size):
            annotations, rest = patterns[number % len(patterns)]
            file.write(igzip.compress(b'{"example_id":%d,' % number) + rest)
            answer = draw.choice(annotations) if annotations else {}
            predicted.append(
                {
                    "example_id": number,
                    "long_answer": answer.get("long_answer"),
                    "long_answer_score": draw.random(),
                    "short_answers": answer.get("short_answers", []),
                    "short_answers_score": draw.random(),
                    "yes_no_answer": answer.get("yes_no_answer", "NONE"),
                }
            )
    predictions.write_text(json.dumps({"predictions": predicted}), encoding="utf-8")


def _pattern(line: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """An example's annotations, and its line behind the id, compressed."""
    value = orjson.loads(line)
    del value["example_id"]
    rest = orjson.dumps(value).removeprefix(b"{") + b"\n"
    return value["annotations"], igzip.compress(rest, compresslevel=1)


def commands(gold: Path, predictions: Path, official: Path | None) -> dict[str, list[str]]:
    """What is run, by its name in the table."""
    own = [str(ROOT / "manage.py"), "evaluate_nq", "--gold", str(gold)]
    found = {"evaluate_nq": [sys.executable, *own, "--predictions", str(predictions)]}
    if official:
        paths = [f"--gold_path={gold}", f"--predictions_path={predictions}"]
        found["official"] = [sys.executable, str(official / "nq_eval.py"), *paths]
    return found


def run(command: list[str]) -> Cost | None:
    """What a program cost; None where it failed."""
    begun = time.monotonic()
    process = os.posix_spawn(
        command[0],
        command,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(process, 0)
    if status:
        print(f"{command[1]} ended with {os.waitstatus_to_exitcode(status)}", file=sys.stderr)
        return None
    memory = used.ru_maxrss * 1024 / MIB
    return Cost(time.monotonic() - begun, used.ru_utime + used.ru_stime, memory)


if __name__ == "__main__":
    raise SystemExit(main())
