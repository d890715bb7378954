"""What scoring predictions on Natural Questions costs, and how it grows.

    SIZES=1000,7830 python -m benchmarks evaluation [--official DIR]

makes a gold file of each size from real pages (the development set has 7,830 examples), scores
predictions for it with ``evaluate_nq``, and prints seconds by the clock and of processor, peak
memory, and each size's ratio to the first. Like the development set, gold is five files.

*plain* is the official script's work with the standard library (``plain_evaluator``), without
checks and intervals. The last column is the ratio to it, of processor time divided by the cores,
since ``evaluate_nq`` reads several files at once. ``--official`` names a folder with the official
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
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from isal import igzip

from benchmarks.big_import import MIB, read_patterns
from scripts.bootstrap import ROOT

SIZES = [int(size) for size in os.environ.get("SIZES", "100,400").split(",")]


GOLD_FILES = 5


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
    print(
        f"{'':12}{'examples':>10}{'seconds':>10}{'processor':>11}{'MiB':>8}{'growth':>9}{'ratio':>8}"
    )
    first: dict[str, tuple[int, Cost]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            gold = [Path(folder) / f"gold-{number:02}.jsonl.gz" for number in range(GOLD_FILES)]
            predictions = Path(folder) / "predictions.json"
            write_files(gold, predictions, size)
            plain = None
            for name, (command, cores) in commands(gold, predictions, official).items():
                cost = run(command)
                if cost is None:
                    return 1
                begun, before = first.setdefault(name, (size, cost))
                growth = (cost.processor / before.processor) / (size / begun)
                plain = plain or cost
                print(
                    f"{name:12}{size:>10,}{cost.clock:>10.1f}{cost.processor:>11.1f}"
                    f"{cost.memory:>8.0f}{growth:>9.2f}"
                    f"{cost.processor / cores / plain.processor:>8.2f}",
                    flush=True,
                )
    return 0


def write_files(gold: Sequence[Path], predictions: Path, size: int) -> None:
    """Gold files of ``size`` examples together, and a prediction with a random score for each.

    Examples of one pattern differ in their ids alone. The rest of the line is compressed once and
    follows each id as a gzip member of its own, so a gigabyte is written in seconds.
    """
    patterns = [_pattern(each.make(0)) for each in itertools.islice(read_patterns(), 5)]
    draw = random.Random(size)
    predicted: list[dict[str, Any]] = []
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("wb")) for path in gold]
        for number in range(size):
            annotations, rest = patterns[number % len(patterns)]
            # Pages are of different sizes, files are not.
            file = files[number // len(patterns) % len(files)]
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


def commands(
    gold: Sequence[Path], predictions: Path, official: Path | None
) -> dict[str, tuple[list[str], int]]:
    """What is run, by its name in the table, and on how many cores at once."""
    paths = list(map(str, gold))
    plain = str(ROOT / "benchmarks" / "plain_evaluator.py")
    own = [str(ROOT / "manage.py"), "evaluate_nq", "--predictions", str(predictions)]
    cores = min(len(os.sched_getaffinity(0)), len(gold))
    found = {
        "plain": ([sys.executable, plain, str(predictions), *paths], 1),
        "evaluate_nq": ([sys.executable, *own, "--gold", *paths], cores),
    }
    if official:
        pattern = gold[0].with_name("gold-*.jsonl.gz")
        paths = [f"--gold_path={pattern}", f"--predictions_path={predictions}"]
        found["official"] = ([sys.executable, str(official / "nq_eval.py"), *paths], 1)
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
