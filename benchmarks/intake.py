"""Queries per second of the filters, and pages per second of fetching from a local server."""

import importlib.util
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

QUERIES = 10_000
PAGES = 200


def main() -> None:
    """Print the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    print(f"{'':44} {'seconds':>9} {'per second':>12}")
    if importlib.util.find_spec("spacy") is None:
        print("filters with spaCy: not installed (make nlp)")
    else:
        report("tagging and filtering queries", QUERIES, filter_queries)
    report("merging queries with their near duplicates", QUERIES, merge)
    report("fetching pages of 100 kB, one after the other", PAGES, fetch_pages)


def report(what: str, number: int, work: Callable[[], float]) -> None:
    """Run, and print a line."""
    seconds = work()
    print(f"{what:44} {seconds:9.2f} {number / seconds:12,.0f}", flush=True)


def texts() -> list[str]:
    """Different queries of nine words."""
    return [f"who owned most of the {each} railroads in ohio" for each in range(QUERIES)]


def filter_queries() -> float:
    """Seconds for tagging and judging, without loading the model."""
    from annotator.exchange.intake.filtering.decision import Filters, judge
    from annotator.exchange.intake.tagger import Tagger

    tagger, filters = Tagger(), Filters()
    start = time.perf_counter()
    for text, tokens in zip(texts(), tagger.tag(texts()), strict=True):
        judge(text, tokens, filters=filters)
    return time.perf_counter() - start


def merge() -> float:
    """Seconds for finding out which queries say the same."""
    from annotator.exchange.intake.filtering.merging import merge_queries
    from annotator.material.formats.queries import LoggedQuery

    start = time.perf_counter()
    merge_queries(LoggedQuery(number, text) for number, text in enumerate(texts(), start=1))
    return time.perf_counter() - start


def fetch_pages() -> float:
    """Seconds for a file of fetched pages, each brought to the disk."""
    from annotator.exchange.imports.fetching.client import PoliteClient
    from annotator.exchange.imports.fetching.page_file import PageFile
    from annotator.exchange.imports.fetching.references import PageReference
    from annotator.exchange.imports.fetching.wiki import fetch_page
    from tests.exchange.imports.wiki_server import page, serve_wiki

    titles = [f"Page_{number}" for number in range(PAGES)]
    with serve_wiki() as wiki, tempfile.TemporaryDirectory() as folder:
        wiki.answers = {title: page(title, "<p>word</p>" * 9_000) for title in titles}
        client = PoliteClient(hosts=["127.0.0.1"], agent="Plumbline (benchmark)", wait=time.sleep)
        start = time.perf_counter()
        PageFile(Path(folder) / "pages.jsonl").fill(
            (PageReference(wiki.site, title) for title in titles),
            fetch=lambda wanted: fetch_page(client, site=wanted.site, title=wanted.title),
            on_page=lambda _done, _total: None,
        )
        return time.perf_counter() - start


if __name__ == "__main__":
    main()
