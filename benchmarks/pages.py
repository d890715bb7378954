"""What a page costs, stage by stage, beside a bare lxml parse of the same bytes.

Real pages from ../shared where they are, and else the demo's articles; folders or files can be
named instead: ``python -m benchmarks.pages FOLDER_OR_FILE…``. Times are processor time, the best
of three rounds over all pages. Pages that are too small for a page's cost to matter are left out.
The last table shows whether a stage stays linear: its cost per byte on a page and on one that is
eight times as long.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lxml import html as lxml_html

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.rendering import render_page
from annotator.material.corpus.markup.tokens import tokenize_page

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 3
SMALLEST = 20_000
BARE = "bare lxml parse"


def read_pages(names: Sequence[str]) -> list[bytes]:
    """The pages in ``names``, or the real ones, or the demo's."""
    folders = [Path(name) for name in names] or [ROOT.parent / "shared" / "data" / "pages"]
    if not folders[0].exists():
        folders = [ROOT / "annotator" / "running" / "demo" / "articles"]
    files = [
        file
        for folder in folders
        for file in (sorted(folder.glob("*.html")) if folder.is_dir() else [folder])
    ]
    return [page for page in map(Path.read_bytes, files) if len(page) >= SMALLEST]


def best_of(work: Callable[[Any], object], values: Sequence[Any]) -> tuple[float, list[Any]]:
    """The fewest seconds that ``work`` took for all ``values``, and what it gave."""
    seconds, results = [], []
    for _ in range(ROUNDS):
        began = time.process_time()
        results = [work(value) for value in values]
        seconds.append(time.process_time() - began)
    return min(seconds), results


def measure(raw: Sequence[bytes]) -> dict[str, float]:
    """Seconds of each stage for all pages. The bytes that count are those of the raw pages."""
    seconds: dict[str, float] = {}

    def stage(name: str, work: Callable[[Any], object], values: Sequence[Any]) -> list[Any]:
        seconds[name], results = best_of(work, values)
        return results

    stage(BARE, lxml_html.document_fromstring, raw)
    frozen = stage("clean", clean_page, raw)
    tokens = stage("tokens", tokenize_page, frozen)
    candidates = stage("candidates", find_candidates, tokens)
    pages = list(zip(frozen, tokens, candidates, strict=True))
    stage("render", lambda page: render_page(*page, title="Page"), pages)
    return seconds


def print_stages(raw: Sequence[bytes]) -> None:
    megabytes = sum(map(len, raw)) / 1e6
    seconds = measure(raw)
    seconds["all of ours"] = sum(seconds.values()) - seconds[BARE]
    print(f"{len(raw)} pages, {megabytes:.1f} MB\n")
    print(f"{'stage':18}{'pages/s':>9}{'MB/s':>9}{'times lxml':>12}")
    for name, spent in seconds.items():
        rate, speed = len(raw) / spent, megabytes / spent
        print(f"{name:18}{rate:9.1f}{speed:9.1f}{spent / seconds[BARE]:12.1f}")


def print_growth(page: bytes) -> None:
    """Cost per byte of eight pages in one, beside that of one page."""
    body = page.partition(b"</HEAD>")[2] or page
    once, eight = measure([body]), measure([body * 8])
    print(f"\n{'cost per byte, 8 pages in one : 1':40}")
    for name in once:
        print(f"{name:18}{eight[name] / once[name] / 8:9.2f}")


def main() -> None:
    raw = read_pages(sys.argv[1:])
    if not raw:
        raise SystemExit(f"No page of at least {SMALLEST:,} bytes there.")
    print_stages(raw)
    print_growth(sorted(raw, key=len)[len(raw) // 2])


if __name__ == "__main__":
    main()
