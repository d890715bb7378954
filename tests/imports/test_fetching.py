import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.corpus.models import ContextPassage, VisitedPage
from annotator.imports import fetched_visits
from annotator.imports.fetching import client as client_module
from annotator.imports.fetching.client import FetchError, NotThereError, PoliteClient
from annotator.imports.fetching.page_file import PageFile
from annotator.imports.fetching.wiki import WikiPage, fetch_page
from annotator.jobs.models import JobState
from annotator.projects.models import Kind
from tests.factories.corpus import make_project
from tests.imports.import_jobs import run_import
from tests.imports.wiki_server import LICENCE, Wiki, page, serve_wiki


@pytest.fixture
def wiki() -> Iterator[Wiki]:
    with serve_wiki() as wiki:
        yield wiki


class Waits(list[float]):
    """Seconds that a client would have waited."""


def make_client(
    waits: Waits | None = None, hosts: tuple[str, ...] = ("127.0.0.1",)
) -> PoliteClient:
    note = waits.append if waits is not None else lambda _: None
    return PoliteClient(hosts=hosts, agent="Plumbline (test)", wait=note)


def fetch(wiki: Wiki, title: str, waits: Waits | None = None) -> WikiPage:
    return fetch_page(make_client(waits), site=wiki.site, title=title)


def test_a_page_comes_with_its_revision_and_licence(wiki: Wiki) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", "<p>ü</p>", revision=12)
    assert fetch(wiki, "Plumb bob") == WikiPage(
        title="Plumb bob",
        url=f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12",
        html="<p>ü</p>",
        revision=12,
        timestamp="2026-01-31T10:00:00Z",
        licence=LICENCE,
    )
    assert wiki.agents == {"Plumbline (test)"}


def test_a_moved_page_is_followed_and_a_missing_one_is_not_there(wiki: Wiki) -> None:
    wiki.answers["Old_name/new"] = [
        (307, {"Location": "/w/rest.php/v1/page/New_name/with_html"}, b"")
    ]
    wiki.answers["New_name"] = page("New name", "<p>x</p>")
    assert fetch(wiki, "Old name/new").title == "New name"
    with pytest.raises(NotThereError):
        fetch(wiki, "Deleted")


def test_a_busy_server_is_asked_again_when_it_says_so(wiki: Wiki) -> None:
    good = (200, {}, orjson.dumps(page("A", "<p>x</p>")))
    wiki.answers["A"] = [(429, {"Retry-After": "7"}, b""), (503, {}, b""), (500, {}, b""), good]
    waits = Waits()
    assert fetch(wiki, "A", waits).title == "A"
    assert waits == [7.0, 2.0, 4.0]


@pytest.mark.parametrize(
    "broken",
    [
        (200, {"Content-Length": "500"}, b'{"html": "cut'),
        (200, {"Content-Encoding": "gzip"}, b"no gzip"),
        (200, {}, b"<html>not JSON</html>"),
    ],
)
def test_a_broken_answer_is_asked_for_again(wiki: Wiki, broken: tuple[int, Any, bytes]) -> None:
    wiki.answers["A"] = [broken, (200, {}, orjson.dumps(page("A", "<p>x</p>")))]
    assert (fetch(wiki, "A", Waits()).title, wiki.asked["A"]) == ("A", 2)


def test_a_client_gives_up_in_the_end(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> None:
    wiki.answers["A"] = [(503, {}, b"")]
    with pytest.raises(FetchError, match="gave up after 6 tries"):
        fetch(wiki, "A", Waits())
    wiki.answers["B"] = [(429, {"Retry-After": "3600"}, b"")]
    with pytest.raises(FetchError, match="asks to wait 60 minutes"):
        fetch(wiki, "B", Waits())
    wiki.answers["C"] = [(403, {}, b"")]
    with pytest.raises(FetchError, match="status 403"):
        fetch(wiki, "C")
    wiki.answers["D"] = [(200, {}, b'{"title": "D"}')]
    with pytest.raises(FetchError, match="has no page in it"):
        fetch(wiki, "D")
    monkeypatch.setattr(client_module, "MAX_ANSWER_BYTES", 5)
    wiki.answers["E"] = page("E", "x")
    with pytest.raises(FetchError, match="more than 5 bytes"):
        fetch(wiki, "E")


@pytest.mark.parametrize(
    ("target", "hosts", "problem"),
    [
        ("https://example.org/", ("127.0.0.1",), "example.org is not among the hosts"),
        ("https://10.0.0.1/", ("127.0.0.1", "10.0.0.1"), "a private address"),
        ("https://[fe80::1]/", ("127.0.0.1", "fe80::1"), "a private address"),
        ("https://wiki.test/", ("127.0.0.1", "*.test"), "a private address"),
        ("http://en.wikipedia.org/", ("127.0.0.1", "*.wikipedia.org"), "only https"),
        ("file:///etc/passwd", ("127.0.0.1",), "is not among the hosts"),
        ("/w/rest.php/v1/page/A/with_html", ("127.0.0.1",), "more than 5 redirects"),
    ],
)
def test_no_redirect_leads_elsewhere(
    wiki: Wiki,
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    hosts: tuple[str, ...],
    problem: str,
) -> None:
    look_up = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *rest, **more: look_up(
            "169.254.169.254" if host == "wiki.test" else host, *rest, **more
        ),
    )
    wiki.answers["A"] = [(302, {"Location": target}, b"")]
    with pytest.raises(FetchError, match=problem):
        fetch_page(make_client(hosts=hosts), site=wiki.site, title="A")


def test_loopback_is_not_reached_unless_it_is_named(wiki: Wiki) -> None:
    with pytest.raises(FetchError, match="not among the hosts"):
        fetch_page(make_client(hosts=("*.wikipedia.org",)), site=wiki.site, title="A")
    with pytest.raises(FetchError, match="a private address"):
        make_client(hosts=("local*",)).get_json(wiki.site.replace("127.0.0.1", "localhost"))


def test_after_a_kill_nothing_is_lost_or_fetched_twice(wiki: Wiki, tmp_path: Path) -> None:
    titles = ["A", "B", "Gone", "A_", "C"]
    for title in "ABC":
        wiki.answers[title] = page(title, f"<p>{title}</p>")
    client = make_client()

    def until_the_third(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    path = tmp_path / "pages.jsonl"
    get = lambda title: fetch_page(client, site=wiki.site, title=title)  # noqa: E731 - short
    with pytest.raises(KeyboardInterrupt):
        PageFile(path).fill(titles, fetch=get, on_page=until_the_third)
    path.write_bytes(path.read_bytes() + b'{"title": "C", "docum')
    file = PageFile(path)
    file.fill(titles, fetch=get, on_page=lambda _done, _total: None)
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    assert [line["title"] for line in lines] == ["A", "B", "C"]
    assert (file.pages, file.missing) == (3, {"Gone"})
    assert wiki.asked == {"A": 1, "B": 1, "C": 1, "Gone": 1}


QUESTION = {
    "id": "5",
    "question": "Who uses a plumb bob?",
    "viewed_doc_titles": ["Plumb bob", "Gone"],
    "annotations": [
        {
            "type": "multipleQAs",
            "qaPairs": [
                {"question": "Who uses a plumb bob to centre tripods?", "answer": ["surveyors"]},
                {"question": "Who uses a plumb bob on walls?", "answer": ["masons"]},
            ],
        }
    ],
}
HTML = (
    "<html><body><h1>Plumb bob</h1><p>To centre tripods, surveyors use a plumb bob.</p>"
    "<p>On walls a plumb bob is used by masons.</p></body></html>"
)


@pytest.mark.django_db
def test_fetched_pages_become_visited_pages_and_context_passages(
    wiki: Wiki, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.FETCH_SITE, settings.FETCH_HOSTS = wiki.site, ["127.0.0.1"]
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    path = tmp_path / "ambig.json"
    path.write_bytes(orjson.dumps([QUESTION]))
    make_project("asqa", kind=Kind.ASQA)
    call_command("import_ambigqa", "asqa", str(path), "--fetch")
    out = capsys.readouterr().out
    assert "Imported 1 example. Fetched 1 page. 1 is not on Wikipedia any more." in out
    assert "Found a passage for 2 of 2 disambiguations" in out
    bob, gone = VisitedPage.objects.order_by("number")
    assert bob.page is not None
    assert bob.url == f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12"
    assert (gone.title, gone.page, gone.url) == ("Gone", None, "https://en.wikipedia.org/wiki/Gone")
    assert sorted(ContextPassage.objects.values_list("text", flat=True)) == [
        "On walls a plumb bob is used by masons.",
        "To centre tripods, surveyors use a plumb bob.",
    ]


@pytest.mark.django_db
def test_a_wiki_that_cannot_be_asked_fails_the_import_and_changes_nothing(
    wiki: Wiki, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FETCH_SITE, settings.FETCH_HOSTS = wiki.site, ["127.0.0.1"]
    monkeypatch.setattr(fetched_visits, "WAIT_STEP_SECONDS", 0)
    wiki.answers["Plumb_bob"] = [(403, {}, b"")]
    path = tmp_path / "ambig.json"
    path.write_bytes(orjson.dumps([QUESTION]))
    job = run_import(make_project("asqa", kind=Kind.ASQA), path, kind="import_ambigqa", fetch=True)
    assert job.state == JobState.FAILED
    assert job.message.endswith(
        "answered with status 403. Nothing was imported. Start the import again later."
    )
    assert VisitedPage.objects.count() == 0
