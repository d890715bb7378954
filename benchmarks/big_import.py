"""What a large file of Natural Questions costs: the import's memory while it runs, and its rate.

    python -m benchmarks.big_import --bytes 1000000000

writes a ``.jsonl.gz`` of that many compressed bytes, imports it with the very command that people
use, and prints the process's memory every few minutes: a flat curve is the point. The examples
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
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
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
    from annotator.corpus.markup.candidates import find_candidates
    from annotator.corpus.markup.cleaning import clean_page
    from annotator.corpus.markup.tokens import tokenize_page
    from annotator.formats.natural_questions import OriginalExample, to_original

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


def watch_import(path: Path, environment: dict[str, str]) -> float:
    """Import ``path`` in a process of its own and print its memory; the seconds that it took."""
    command = [sys.executable, "manage.py", "import_nq", "big", str(path), "--annotations"]
    began = shown = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    print(f"{'minutes':>8}{'MiB now':>10}{'MiB peak':>10}", flush=True)
    while True:
        try:
            process.wait(timeout=1)
            break
        except subprocess.TimeoutExpired:
            if time.monotonic() - shown < SHOWN_EVERY_SECONDS:
                continue
        shown = time.monotonic()
        now, peak = memory_of(process.pid)
        print(f"{(shown - began) / 60:8.1f}{now:10.0f}{peak:10.0f}", flush=True)
    if process.returncode:
        raise SystemExit(process.returncode)
    return time.monotonic() - began


def memory_of(pid: int) -> tuple[float, float]:
    """MiB that a process holds, and the most it ever held; zeros where there is no ``/proc``."""
    path = Path(f"/proc/{pid}/status")
    if not path.exists():
        return 0, 0
    lines = dict(line.split(":", 1) for line in path.read_text("utf-8").splitlines())
    now, peak = (int(lines.get(name, "0 kB").split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, peak


def main() -> None:
    """Write, import, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.big_import", description=__doc__)
    parser.add_argument("--bytes", type=int, default=20_000_000, help="compressed, 20 MB")
    parser.add_argument("--file", type=Path, help="where the file is, or goes to and stays")
    parser.add_argument("--write-only", action="store_true", help="import nothing")
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
        if not options.write_only:
            import_file(path, folder)
    finally:
        shutil.rmtree(folder)


def import_file(path: Path, folder: Path) -> None:
    """Import ``path`` into a new project and print what it took."""
    environment = {**os.environ, "DATA_DIR": str(folder), "DEMO": "0"}
    run_command("migrate", "--verbosity", "0", environment=environment)
    create = ["create_project", "big", "--kind", "nq", "--title", "Big", "--overlap", "1"]
    run_command(*create, environment=environment)
    seconds = watch_import(path, environment)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / MIB
    size = path.stat().st_size / 1e6
    print(
        f"{size:,.0f} MB in {seconds:,.0f} s ({size / seconds:.2f} MB/s), {peak:.0f} MiB at most",
        flush=True,
    )


if __name__ == "__main__":
    main()
