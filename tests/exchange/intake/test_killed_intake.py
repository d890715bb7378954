"""A query log and the search for pages, with real workers that are killed with -9."""

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.exchange.imports.wiki_server import Wiki, page, serve_wiki
from tests.workspace.jobs.real_worker import Platform

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("spacy") is None and not os.environ.get("CI"),
        reason="spaCy is not installed: make nlp",
    ),
]

KEPT = [f"who owned most of the {number} railroads in ohio" for number in range(1_000)]
SHORT = 11_000
PAGES = 200
HTML = "<html><body><p>Most of these railroads were owned by their towns.</p></body></html>"


@pytest.fixture
def wiki() -> Iterator[Wiki]:
    """Five questions each get the same page."""
    with serve_wiki() as wiki:
        for number, question in enumerate(KEPT):
            key = f"Railroad_{number % PAGES}"
            # Of two wordings that are as frequent, the first by the alphabet is shown.
            wiki.answers[f"?{question.title()}"] = {"pages": [{"key": key}]}
            wiki.answers[key] = page(key.replace("_", " "), f"{HTML}<!-- {key} -->")
        yield wiki


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Each query in two wordings, issued by two people within an hour."""
    texts = KEPT + [f"weather in place {number}" for number in range(SHORT)]
    lines = ["query,user,time"]
    for hour, user in (("08:00:00", "a"), ("09:00:00", "b")):
        lines += [
            f"{text if user == 'a' else text.title()},{user},2026-01-01T{hour}" for text in texts
        ]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines))
    return path


def test_a_log_and_its_pages_survive_workers_that_are_killed(
    platform: Platform, log: Path, wiki: Wiki
) -> None:
    for slug in ("calm", "killed", "cancelled"):
        platform.manage("create_project", slug, "--kind", "nq", "--title", slug, "--overlap", "1")
    platform.manage("import_queries", "calm", str(log))

    job = platform.queue("killed", "import_queries", paths=[str(log)])
    for done in (500, 4_000):
        with platform.worker() as worker:
            seen = platform.wait_until(job, done=done)
            worker.kill()
        assert (seen["state"], seen["total"]) == ("running", len(KEPT) + SHORT)
    with platform.worker():
        seen = platform.wait_until(job, state="succeeded")
    assert seen["done"] == len(KEPT) + SHORT
    assert (
        seen["message"] == "Kept 1,000 of 12,000 new queries. Left out 11,000: too short (11,000)."
    )
    queries = platform.queries("killed")
    assert queries == platform.queries("calm")
    assert {(count, *periods, shown) for _, _, count, periods, _, _, shown in queries} == {
        (2, 0, 3600, True)
    }

    job = platform.queue("cancelled", "import_queries", paths=[str(log)])
    with platform.worker():
        platform.wait_until(job, done=500)
        platform.cancel(job)
        platform.wait_until(job, state="cancelled")
    assert platform.queries("cancelled") == []

    fetching = {"FETCH_SITE": wiki.site, "FETCH_HOSTS": "127.0.0.1"}
    job = platform.queue("killed", "find_pages", provider="wiki")
    for done in (100, 500):
        with platform.worker(**fetching) as worker:
            platform.wait_until(job, done=done)
            worker.kill()
    with platform.worker(**fetching):
        seen = platform.wait_until(job, state="succeeded")
        assert (
            seen["message"] == "Found pages for 1,000 of 1,000 questions. Their import has started."
        )
    assert wiki.asked.keys() == {*wiki.answers}
    # An answer that is on its way when the worker is killed has to be asked for again.
    asked_again = [name for name, times in wiki.asked.items() if times > 1]
    assert wiki.asked.total() - len(wiki.answers) == len(asked_again) <= 2
