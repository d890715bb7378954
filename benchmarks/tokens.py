"""How fast a page becomes tokens and candidates, beside a bare lxml parse of the same bytes.

Takes the demo's articles, repeated to 500 kB, and the real pages that lie beside the project where
there are any. Times are the best of several runs, in processor time, so that other work on the
machine changes little.
"""

import time
from collections.abc import Callable
from pathlib import Path

from lxml import html as lxml_html

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.scanner import scan
from annotator.material.corpus.markup.tokens import iter_token_pieces, tokenize_page

ROOT = Path(__file__).resolve().parents[1]
PAGE_BYTES = 500_000
RUNS = 5


def read_pages() -> dict[str, bytes]:
    """Name and bytes of each page."""
    pages = {}
    articles = sorted((ROOT / "annotator/running/demo/articles").glob("*.html"))
    if bodies := [path.read_bytes() for path in articles]:
        whole = b"".join(bodies)
        pages["demo articles"] = whole * (PAGE_BYTES // len(whole) + 1)
    for path in sorted((ROOT.parent / "shared/data/pages").glob("*.html")):
        pages[path.stem] = path.read_bytes()
    return pages


def best_seconds(work: Callable[[], object]) -> float:
    """The processor time of the fastest of several runs."""
    seconds = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


def main() -> None:
    """Prints a row per page and one for all of them."""
    stages = ("lxml parse", "scan", "tokens", "candidates", "pieces")
    print(f"{'page':32} {'kB':>6}", *(f"{stage:>11}" for stage in stages), f"{'tokens/lxml':>12}")
    totals = [0.0] * len(stages)
    total_bytes = 0
    for name, page in read_pages().items():
        tokens = tokenize_page(page)
        works: list[Callable[[], object]] = [
            lambda page=page: lxml_html.document_fromstring(page),
            lambda page=page: sum(1 for _ in scan(page)),
            lambda page=page: tokenize_page(page),
            lambda tokens=tokens: find_candidates(tokens),
            lambda page=page, tokens=tokens: sum(1 for _ in iter_token_pieces(page, tokens)),
        ]
        seconds = [best_seconds(work) for work in works]
        print_row(name, len(page), seconds)
        totals = [total + value for total, value in zip(totals, seconds, strict=True)]
        total_bytes += len(page)
    if total_bytes:
        print_row("all", total_bytes, totals)
    print("MB/s; the last column is how many times as long as the parse the tokens take")


def print_row(name: str, size: int, seconds: list[float]) -> None:
    """One line of the table: MB/s of each stage, and the ratio of tokens to the parse."""
    rates = (f"{size / 1e6 / max(value, 1e-9):11.1f}" for value in seconds)
    print(f"{name:32} {size // 1000:6}", *rates, f"{seconds[2] / seconds[0]:12.1f}")


if __name__ == "__main__":
    main()
