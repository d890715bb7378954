"""What a large file of Natural Questions costs, in and out: memory while it runs, and its rate.

    python -m benchmarks.big_import --bytes 1000000000

writes a ``.jsonl.gz`` of that many compressed bytes, imports and exports it with the very commands
that people use, and prints each process's memory every few minutes: a flat curve is the point. The
exit code is 1 where one of the two took more than ``--limit`` MiB (512). The examples
are those of ``../shared/data`` where that is, else the demo's articles; no two have the same
page: each shuffles the page's words among those of the same length, so that offsets stay right
and the page compresses as before.

The database is SQLite in a folder of its own, which is deleted at the end, or what
``DATABASE_URL`` names, which has to be empty and is left as it is. ``--file`` takes a file that is
there already; ``--write-only`` leaves it at that.
"""

import argparse
import gzip
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from benchmarks.imports import sources
from scripts.bootstrap import ROOT

SAMPLE = ROOT.parent / "shared" / "data" / "nq" / "nq_dev_sample.jsonl.gz"
SHOWN_EVERY_SECONDS = 120
SHORTEST_WORD = 2
MIB = 2**20


class Pattern:
    """A real example, of which any number with different words can be made."""

    def __init__(self, example: dict[str, Any]) -> None:
        self._example = example
        self._html: bytes = example["document_html"].encode()
        self._places: dict[int, list[int]] = defaultdict(list)
        end = 0
        for index, token in enumerate(example["document_tokens"]):
            word = token["token"].encode()
            raw = self._html[token["start_byte"] : token["end_byte"]]
            if (
                raw == word
                and token["start_byte"] >= end
                and len(raw) >= SHORTEST_WORD
                and raw.isalpha()
                and raw.islower()
            ):
                self._places[len(raw)].append(index)
            end = token["end_byte"]

    def make(self, number: int) -> bytes:
        """The line of example ``number``, without its newline."""
        draw = random.Random(number)
        html, tokens = bytearray(self._html), list(self._example["document_tokens"])
        for indexes in self._places.values():
            words = sorted({tokens[index]["token"] for index in indexes})
            others = dict(zip(words, draw.sample(words, len(words)), strict=True))
            for index in indexes:
                token = tokens[index]
                word = others[token["token"]]
                html[token["start_byte"] : token["end_byte"]] = word.encode()
                tokens[index] = {**token, "token": word}
        return orjson.dumps(
            {
                **self._example,
                "document_html": html.decode(),
                "document_tokens": tokens,
                "document_title": f"{self._example['document_title']} {number}",
                "example_id": number,
            }
        )


def read_patterns() -> Iterator[Pattern]:
    """Patterns of the shared examples and pages, else of the demo's articles."""
    from annotator.material.corpus.markup.candidates import find_candidates
    from annotator.material.corpus.markup.cleaning import clean_page
    from annotator.material.corpus.markup.tokens import tokenize_page
    from annotator.material.formats.natural_questions import OriginalExample, to_original

    if SAMPLE.exists():
        with gzip.open(SAMPLE) as file:
            for line in file:
                yield Pattern(orjson.loads(line))
    for path in sources():
        html = clean_page(path.read_bytes(), title=path.stem)
        tokens = tokenize_page(html)
        question = f"what does the article on {path.stem} say"
        yield Pattern(
            to_original(
                OriginalExample(
                    example_id=0,
                    question_text=question,
                    question_tokens=tuple(question.split()),
                    document_title=path.stem,
                    document_url=f"https://en.wikipedia.org/wiki/{path.stem}",
                    document_html=html,
                    document_tokens=tuple(tokens),
                    long_answer_candidates=tuple(find_candidates(tokens)),
                    annotations=(),
                )
            )
        )


def write_file(path: Path, size: int) -> int:
    """Fill ``path`` with at least ``size`` compressed bytes; how many examples that took."""
    patterns = list(read_patterns())
    number = 0
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
        while raw.tell() < size:
            file.write(patterns[number % len(patterns)].make(number + 1) + b"\n")
            number += 1
    return number


def run_command(*words: str, environment: dict[str, str]) -> None:
    """Run one of the project's commands to its end."""
    subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True)


@dataclass(frozen=True)
class Cost:
    """What a command took, the most memory that its own process ever held among it."""

    seconds: float
    mib: float


def watch_command(*words: str, environment: dict[str, str]) -> Cost:
    """Run one of the project's commands in a process of its own and print its memory."""
    command = [sys.executable, "manage.py", *words]
    began = shown = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    print(f"{words[0]}\n{'minutes':>8}{'MiB now':>10}{'MiB peak':>10}", flush=True)
    while True:
        # The process's own figures: those of all children together would hide the smaller one.
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        time.sleep(0.2)
        if time.monotonic() - shown < SHOWN_EVERY_SECONDS:
            continue
        shown = time.monotonic()
        now, peak = memory_of(process.pid)
        print(f"{(shown - began) / 60:8.1f}{now:10.0f}{peak:10.0f}", flush=True)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(process.returncode)
    return Cost(time.monotonic() - began, usage.ru_maxrss * 1024 / MIB)


def memory_of(pid: int) -> tuple[float, float]:
    """MiB that a process holds, and the most it ever held; zeros where there is no ``/proc``."""
    path = Path(f"/proc/{pid}/status")
    if not path.exists():
        return 0, 0
    lines = dict(line.split(":", 1) for line in path.read_text("utf-8").splitlines())
    now, peak = (int(lines.get(name, "0 kB").split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, peak


def main() -> int:
    """Write, import, export, print; 1 where that took more memory than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.big_import", description=__doc__)
    parser.add_argument("--bytes", type=int, default=20_000_000, help="compressed, 20 MB")
    parser.add_argument("--file", type=Path, help="where the file is, or goes to and stays")
    parser.add_argument("--write-only", action="store_true", help="import nothing")
    parser.add_argument("--limit", type=float, default=512, metavar="MIB", help="512")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="plumbline-big-"))
    try:
        path = options.file or folder / "big.jsonl.gz"
        if not path.exists():
            began = time.monotonic()
            examples = write_file(path, options.bytes)
            seconds = time.monotonic() - began
            print(f"{examples:,} examples in {path.stat().st_size / 1e6:,.0f} MB, ", end="")
            print(f"written in {seconds:,.0f} s", flush=True)
        if options.write_only:
            return 0
        return int(not move_both_ways(path, folder, limit=options.limit))
    finally:
        shutil.rmtree(folder)


def move_both_ways(path: Path, folder: Path, *, limit: float) -> bool:
    """Import ``path`` into a new project, export it, print what each took; whether both fitted."""
    environment = {**os.environ, "DATA_DIR": str(folder), "DEMO": "0"}
    run_command("migrate", "--verbosity", "0", environment=environment)
    create = ["create_project", "big", "--kind", "nq", "--title", "Big", "--overlap", "1"]
    run_command(*create, environment=environment)
    imported = watch_command(
        "import_nq", "big", str(path), "--annotations", environment=environment
    )
    fits = report("import", imported, path.stat().st_size, limit)
    written = folder / "export.jsonl.gz"
    exported = watch_command("export_nq", "big", str(written), environment=environment)
    return report("export", exported, written.stat().st_size, limit) and fits


def report(name: str, cost: Cost, size: int, limit: float) -> bool:
    """Print what a command took; whether it stayed within ``limit`` MiB."""
    fits = cost.mib <= limit
    megabytes = size / 1e6
    print(
        f"{name}: {megabytes:,.0f} MB in {cost.seconds:,.0f} s "
        f"({megabytes / cost.seconds:.2f} MB/s), {cost.mib:.0f} MiB at most: "
        f"{'within' if fits else 'OVER'} {limit:.0f} MiB",
        flush=True,
    )
    return fits


if __name__ == "__main__":
    raise SystemExit(main())
