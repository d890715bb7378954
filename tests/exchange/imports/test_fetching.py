import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
import urllib3.util.connection
from django.core.management import call_command

from annotator.exchange.imports import fetched_visits
from annotator.exchange.imports.fetching.client import (
    FetchError,
    Limits,
    NotThereError,
    PoliteClient,
    RefusedError,
)
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference, reference_of
from annotator.exchange.imports.fetching.wiki import DisambiguationPageError, WikiPage, fetch_page
from annotator.material.corpus.models import ContextPassage, Example, PageSource, VisitedPage
from annotator.material.corpus.storage import unpack
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.kinds import Kind
from tests.exchange.imports.import_jobs import problems_of, run_import, write_lines
from tests.exchange.imports.wiki_server import LICENCE, Wiki, page, revision
from tests.factories.corpus import make_project


class Waits(list[float]):
    """Seconds that a client would have waited."""


def make_client(
    waits: Waits | None = None, hosts: tuple[str, ...] = ("127.0.0.1",), **limits: int
) -> PoliteClient:
    note = waits.append if waits is not None else lambda _: None
    return PoliteClient(hosts=hosts, agent="Plumbline (test)", wait=note, limits=Limits(**limits))


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


PARSOID = '<html><body><section><link rel="mw:PageProp/redirect" href="{}" id="mwAg"/></section>'
TURNED = "<html><body><link href='{}' class='x' rel='mw:PageProp/redirect'></body>"
SEVERAL = "<html><head><LINK REL='nofollow mw:PageProp/Redirect'\n HREF = {}></head><body></body>"
OLDER = (
    '<div class="mw-content-ltr mw-parser-output"><div class="redirectMsg"><p>Redirect to:</p>'
    '<ul class="redirectText"><li><a href="{}" title="x">x</a></li></ul></div></div>'
)


WITH_HEAD = f"<!DOCTYPE html><html><head><title>A</title></head><body>\n{OLDER}</body></html>"
OLDEST = (
    '<!-- cached --><div class="plain redirectMsg"><img src="/r.png" alt="#REDIRECT " />'
    "<span class='redirectText'><a title='x' href='{}'>x</a></span></div>"
)


@pytest.mark.parametrize("html", [PARSOID, TURNED, SEVERAL, OLDER, WITH_HEAD, OLDEST])
@pytest.mark.parametrize("href", ["./R&amp;B_music", "/wiki/R%26B_music#History"])
def test_an_answer_that_is_a_redirect_is_followed(wiki: Wiki, html: str, href: str) -> None:
    wiki.answers["Bike"] = page("Bike", html.format(href), revision=5)
    wiki.answers["R&B_music"] = page("R&B music", "<p>x</p>")
    assert fetch(wiki, "Bike").title == "R&B music"


def test_a_redirect_to_a_title_with_an_apostrophe_is_followed(wiki: Wiki) -> None:
    wiki.answers["Bobs"] = page("Bobs", PARSOID.format("./Bob's"))
    wiki.answers["Bob's"] = page("Bob's", "<p>x</p>")
    assert fetch(wiki, "Bobs").title == "Bob's"


def test_a_redirect_that_leads_to_no_article_is_told(wiki: Wiki) -> None:
    wiki.answers["A"] = page("A", PARSOID.format("./B"))
    wiki.answers["B"] = page("B", PARSOID.format("./A"))
    with pytest.raises(NotThereError, match="A leads from page to page in a circle"):
        fetch(wiki, "A")
    wiki.answers["C"] = page("C", PARSOID.format("https://example.org/wiki/C"))
    with pytest.raises(NotThereError, match="C leads to another site"):
        fetch(wiki, "C")
    wiki.answers["D"] = page("D", PARSOID.format("./Nowhere"))
    with pytest.raises(NotThereError, match="There is no page titled Nowhere"):
        fetch(wiki, "D")
    wiki.answers["#12"] = revision("A", PARSOID.format("./B"), 12)
    with pytest.raises(NotThereError, match="Revision 12 is a redirect"):
        fetch_page(make_client(), site=wiki.site, revision=12)


@pytest.mark.parametrize(
    "html",
    [
        f"<p>See {OLDER.format('/wiki/B')}</p>",
        f"<p>See:</p>{OLDER.format('/wiki/B')}",
        f"<!-- {PARSOID.format('./B')} --><p>x</p>",
        f"<p>x</p><textarea>{PARSOID.format('./B')}</textarea>",
        "<p>&lt;link rel='mw:PageProp/redirect' href='./B'></p><a href='./B'>redirectMsg</a>",
    ],
)
def test_an_article_about_redirects_is_none(wiki: Wiki, html: str) -> None:
    wiki.answers["A"] = page("A", html)
    assert fetch(wiki, "A").html == html


@pytest.mark.parametrize(
    ("charset", "text", "codec"),
    [
        ("ISO-8859-1", "Zoë", "latin-1"),
        ("ISO-8859-1", "Zoë’s", "cp1252"),
        ("windows-1251", "Москва", "cp1251"),
        ("KOI8-R", "Москва", "koi8-r"),
        ("Shift_JIS", "東京①", "cp932"),
        ("EUC-JP", "東京", "euc-jp"),
        ("ISO-2022-JP", "東京", "iso-2022-jp"),
        ("GB18030", "北京𠀀", "gb18030"),
        ("gb2312", "北京镕", "gb18030"),
        ("Big5", "台北", "big5"),
        ("EUC-KR", "서울똠", "cp949"),
        ("utf-16", "Zoë", "utf-16"),
        ("utf-16le", "Zoe", "utf-16le"),
    ],
)
def test_an_answer_in_another_charset_is_decoded(
    wiki: Wiki, charset: str, text: str, codec: str
) -> None:
    kind = {"Content-Type": f"application/json; charset={charset}"}
    answer = orjson.dumps(page("A", f"<p>{text}</p>")).decode()
    wiki.answers["A"] = [(200, kind, answer.encode(codec))]
    assert (fetch(wiki, "A").html, wiki.asked["A"]) == (f"<p>{text}</p>", 1)


@pytest.mark.parametrize(
    ("named", "meta", "codec"),
    [
        ("; charset=ISO-8859-1", "utf-8", "utf-8"),
        ("; charset=klingon", "utf-8", "utf-8-sig"),
        ("", "utf-8", "utf-8-sig"),
        ("", "windows-1251", "windows-1251"),
        ("; charset=utf-8", "windows-1251", "windows-1251"),
        ("; charset=windows-1251", "utf-8", "windows-1251"),
    ],
)
def test_a_charset_that_headers_or_page_name_wrongly_spoils_nothing(
    wiki: Wiki, named: str, meta: str, codec: str
) -> None:
    html = f'<head><meta charset="{meta}"></head><p>Москва</p>'
    answer = orjson.dumps(page("A", html)).decode().encode(codec)
    wiki.answers["A"] = [(200, {"Content-Type": f"application/json{named}"}, answer)]
    assert (fetch(wiki, "A").html, wiki.asked["A"]) == (html, 1)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=klingon"])
def test_an_answer_that_nothing_decodes_is_asked_for_once(wiki: Wiki, kind: str) -> None:
    wiki.answers["A"] = [(200, {"Content-Type": kind}, b'{"html": "Zo\xeb"}')]
    with pytest.raises(RefusedError, match="is not in the charset"):
        fetch(wiki, "A")
    assert wiki.asked["A"] == 1


def test_a_page_that_another_name_led_to_is_fetched_once(wiki: Wiki, tmp_path: Path) -> None:
    moved = {"Location": "/w/rest.php/v1/page/New_name/with_html"}
    wiki.answers["Old_name"] = [(307, moved, b"")]
    wiki.answers["New_name"] = page("New name", "<p>x</p>")

    def fill(titles: Sequence[str]) -> list[dict[str, Any]]:
        PageFile(tmp_path / "pages.jsonl").fill(
            (PageReference(wiki.site, title) for title in titles),
            fetch=lambda wanted: fetch(wiki, wanted.title),
            on_page=lambda _done, _total: None,
        )
        lines = (tmp_path / "pages.jsonl").read_bytes().splitlines()
        return [orjson.loads(line) for line in lines]

    [first] = fill(["Old name"])
    assert fill(["Old name", "New name"]) == [
        first,
        first | {"title": "New name", "key": f"{wiki.site} New name"},
    ]
    assert wiki.asked == {"Old_name": 1, "New_name": 1}


def test_a_revision_comes_by_its_number(wiki: Wiki) -> None:
    wiki.answers["#12"] = revision("Plumb bob", "<p>old</p>", 12)
    found = fetch_page(make_client(), site=wiki.site, revision=12)
    assert (found.title, found.html, found.revision) == ("Plumb bob", "<p>old</p>", 12)
    assert found.url == f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12"
    assert (found.timestamp, found.licence) == ("2026-01-31T10:00:00Z", LICENCE)


@pytest.mark.parametrize("number", [None, 12])
def test_a_wiki_without_rest_is_asked_through_its_older_api(wiki: Wiki, number: int | None) -> None:
    wiki.rest = False
    wiki.answers["#12"] = revision("Plumb bob", "<p>x</p>", 12)
    wiki.answers["Plumb_bob"] = page("Plumb bob", "<p>x</p>", 12)
    found = fetch_page(make_client(), site=wiki.site, title="Plumb bob", revision=number)
    assert found == WikiPage(
        title="Plumb bob",
        url=f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12",
        html="<p>x</p>",
        revision=12,
        timestamp="2026-01-31T10:00:00Z",
        licence=LICENCE,
    )
    assert wiki.parameters["maxlag"] == "5"
    with pytest.raises(NotThereError, match="There is no page titled Other"):
        fetch_page(make_client(), site=wiki.site, title="Other")


def test_what_is_missing_was_deleted_or_is_hidden_is_told_apart(wiki: Wiki) -> None:
    wiki.deleted["Gone"] = "2024-05-01"
    hidden = orjson.dumps({"errorKey": "rest-permission-denied-revision"})
    wiki.answers["#5"] = [(403, {}, hidden)]
    wiki.answers["log"] = None
    for wanted, sentence in (
        ({"title": "Never"}, "There is no page titled Never."),
        ({"title": "Gone"}, "Gone was deleted on 2024-05-01."),
        ({"revision": 4}, f"{wiki.site} shows no revision 4."),
        ({"revision": 5}, f"{wiki.site} shows no revision 5."),
    ):
        with pytest.raises(NotThereError) as error:
            fetch_page(make_client(), site=wiki.site, **wanted)  # type: ignore[arg-type]
        assert str(error.value) == sentence
    wiki.answers["log"] = [(200, {}, b"[]")]
    with pytest.raises(NotThereError, match="There is no page titled Gone"):
        fetch(wiki, "Gone")


@pytest.mark.parametrize("rest", [True, False])
def test_a_disambiguation_page_is_known_and_comes_if_wanted(wiki: Wiki, rest: bool) -> None:
    wiki.rest = rest
    wiki.answers["Bob"] = page("Bob", '<div id="disambigbox">may refer to</div>')
    with pytest.raises(DisambiguationPageError, match="Bob is a disambiguation page"):
        fetch(wiki, "Bob")
    found = fetch_page(make_client(), site=wiki.site, title="Bob", disambiguations=True)
    assert found.is_disambiguation


def test_a_wiki_that_lags_is_left_alone_for_a_while(wiki: Wiki) -> None:
    wiki.rest = False
    wiki.answers["A"] = page("A", "<p>x</p>")
    lag = orjson.dumps({"error": {"code": "maxlag", "info": "Waiting: 8 seconds lagged."}})
    good = orjson.dumps({"parse": {"revid": 7, "text": "<p>x</p>"}})
    wiki.answers["parse"] = [(200, {"Retry-After": "5"}, lag), (200, {}, good)]
    waits = Waits()
    assert fetch(wiki, "A", waits).html == "<p>x</p>"
    assert waits == [5.0]


def test_a_server_may_name_the_time_until_which_to_wait(wiki: Wiki) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    good = (200, {}, orjson.dumps(page("A", "<p>x</p>")))
    wiki.answers["A"] = [(429, {"Retry-After": later}, b""), good]
    waits = Waits()
    fetch(wiki, "A", waits)
    assert 30 < waits[0] <= 40


def test_all_limits_stop_a_run_with_a_sentence(wiki: Wiki) -> None:
    wiki.answers["A"] = [(503, {"Retry-After": "250"}, b"")]
    waits = Waits()
    with pytest.raises(FetchError, match="asks us to wait 17 minutes"):
        fetch(wiki, "A", waits)
    assert waits == [250.0] * 3
    wiki.answers["B"] = page("B", "x" * 50)
    client = make_client(run_bytes=400)
    fetch_page(client, site=wiki.site, title="B")
    with pytest.raises(FetchError, match="stopped after 400 bytes in all"):
        fetch_page(client, site=wiki.site, title="B")


def test_a_host_is_asked_in_its_turn(wiki: Wiki) -> None:
    turns: list[str] = []

    @contextmanager
    def turn(host: str) -> Iterator[None]:
        turns.append(f"take {host}")
        yield
        turns.append(f"leave {host}")

    wiki.answers["A"] = page("A", "<p>x</p>")
    client = PoliteClient(hosts=("127.0.0.1",), agent="test", wait=lambda _: None, turn=turn)
    fetch_page(client, site=wiki.site, title="A")
    assert turns == ["take 127.0.0.1", "leave 127.0.0.1"]


@pytest.mark.parametrize(
    ("address", "title", "number"),
    [
        ("https://en.wikipedia.org/wiki/Plumb_bob#Use", "Plumb bob", None),
        ("https://en.wikipedia.org/wiki/AC%2FDC", "AC/DC", None),
        ("https://en.wikipedia.org/wiki/%C3%89t%C3%A9", "Été", None),
        ("https://en.wikipedia.org/wiki/%C9t%E9", "Été", None),
        ("https://en.wikipedia.org/w/index.php?title=%C9t%E9&oldid=12", "Été", 12),
        ("https://en.wikipedia.org/wiki/100%25_%C9t%E9", "100% Été", None),
        ("https://en.wikipedia.org//w/index.php?title=A_b&amp;oldid=12", "A b", 12),
        ("https://en.wikipedia.org/w/index.php?oldid=12", "", 12),
        ("https://en.wikipedia.org/wiki/Special:Permalink/12", "", 12),
        ("https://en.wikipedia.org/wiki/Special:PermanentLink/12", "", 12),
        ("https://en.wikipedia.org/w/index.php?title=A&oldid=99999999999999999999", "A", None),
        ("https://en.wikipedia.org/w/index.php?title=A&oldid=x", "A", None),
        ("https://en.wikipedia.org/w/index.php?title=A_b&section=3", "A b", None),
        ("https://en.wikipedia.org/w/index.php?title=A&reg=1&amp;oldid=12", "A", 12),
        ("http://en.wikipedia.org/wiki/A_b", "A b", None),
        ("http://en.wikipedia.org:80/wiki/A_b", "A b", None),
    ],
)
def test_an_address_names_a_page_or_a_revision(
    address: str, title: str, number: int | None
) -> None:
    assert reference_of(address) == PageReference("https://en.wikipedia.org", title, number)


@pytest.mark.parametrize("variant", ["zh", "zh-tw", "zh-hans", "zh-cn"])
def test_an_address_in_one_script_of_a_wiki_names_its_page(variant: str) -> None:
    address = f"https://zh.wikipedia.org/{variant}/%E9%89%9B%E9%8C%98"
    assert reference_of(address) == PageReference("https://zh.wikipedia.org", "鉛錘")


@pytest.mark.django_db
def test_an_address_that_names_no_page_by_title_is_told_as_such(wiki: Wiki, tmp_path: Path) -> None:
    urls = ["https://en.wikipedia.org/?curid=12", "https://en.wikipedia.org/w/index.php?diff=5"]
    values = [{"question_text": "one", "document_url": url} for url in urls]
    path = write_lines(tmp_path / "q.jsonl", [json.dumps(each).encode() for each in values])
    job = run_import(make_project(), path, kind="import_pages", fetch=True, on_error="skip")
    problem = "this address names no page of a wiki by its title or revision."
    assert problems_of(job) == [(1, "document_url", problem), (2, "document_url", problem)]


@pytest.mark.django_db
def test_a_file_of_questions_is_checked_whole_before_a_page_is_fetched(
    wiki: Wiki, tmp_path: Path
) -> None:
    lines = [
        b'{"question_text": "one", "document_title": "Plumb bob"}',
        b'{"question_text": "", "document_title": "Plumb bob"}',
        b'{"question_text": 3, "document_title": "Plumb bob"}',
    ]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    job = run_import(make_project(), path, kind="import_pages", fetch=True)
    assert job.message == ("Stopped at questions.jsonl:2 and 1 other place. Nothing was imported.")
    assert [(line, field) for line, field, _ in problems_of(job)] == [
        (2, "question_text"),
        (3, "question_text"),
    ]
    assert not wiki.asked


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost", "https://x:8443"])
def test_this_machine_is_asked_over_http_and_ports_stay(site: str) -> None:
    assert reference_of(f"{site}/wiki/A") == PageReference(site, "A")


@pytest.mark.parametrize(
    "address", ["", "Plumb bob", "ftp://x/wiki/A", "https://[x", "https://x:y/wiki/A", "https://x/"]
)
def test_other_addresses_name_none(address: str) -> None:
    assert reference_of(address) is None


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


def test_a_client_gives_up_in_the_end(wiki: Wiki) -> None:
    wiki.answers["A"] = [(503, {}, b"")]
    with pytest.raises(FetchError, match="gave up after 6 tries"):
        fetch(wiki, "A", Waits())
    wiki.answers["B"] = [(429, {"Retry-After": "3600"}, b"")]
    with pytest.raises(FetchError, match="asks us to wait 60 minutes"):
        fetch(wiki, "B", Waits())
    wiki.answers["C"] = [(403, {}, b"")]
    with pytest.raises(FetchError, match="status 403"):
        fetch(wiki, "C")
    wiki.answers["D"] = [(200, {}, b'{"title": "D"}')]
    with pytest.raises(FetchError, match="has no page in it"):
        fetch(wiki, "D")
    wiki.answers["E"] = page("E", "x")
    with pytest.raises(FetchError, match="more than 5 bytes"):
        fetch_page(make_client(answer_bytes=5), site=wiki.site, title="E")


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


def test_a_name_that_leads_elsewhere_on_its_next_look_up_gets_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_up = iter(["93.184.215.14", "169.254.169.254"])
    look_up, connected = socket.getaddrinfo, []

    def refuse(address: tuple[str, int], *_: object, **__: object) -> None:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(
        socket, "getaddrinfo", lambda _host, *rest, **more: look_up(next(looked_up), *rest, **more)
    )
    monkeypatch.setattr(urllib3.util.connection, "create_connection", refuse)
    with pytest.raises(FetchError, match="a private address"):
        make_client(hosts=("wiki.test",)).get_json("https://wiki.test/")
    # The first try went to the address that was checked, and the next look-up was checked again.
    assert connected == [("93.184.215.14", 443)]


def test_loopback_is_not_reached_unless_it_is_named(wiki: Wiki) -> None:
    with pytest.raises(FetchError, match="not among the hosts"):
        fetch_page(make_client(hosts=("*.wikipedia.org",)), site=wiki.site, title="A")
    with pytest.raises(FetchError, match="a private address"):
        make_client(hosts=("local*",)).get_json(wiki.site.replace("127.0.0.1", "localhost"))


def test_after_a_kill_nothing_is_lost_or_fetched_twice(wiki: Wiki, tmp_path: Path) -> None:
    titles = [PageReference(wiki.site, title) for title in ("A", "B", "Gone", "A_", "C")]
    for title in "ABC":
        wiki.answers[title] = page(title, f"<p>{title}</p>")
    client = make_client()

    def until_the_third(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    path = tmp_path / "pages.jsonl"

    def get(wanted: PageReference) -> WikiPage:
        return fetch_page(client, site=wanted.site, title=wanted.title)

    with pytest.raises(KeyboardInterrupt):
        PageFile(path).fill(titles, fetch=get, on_page=until_the_third)
    path.write_bytes(path.read_bytes() + b'{"title": "C", "docum')
    file = PageFile(path)
    file.fill(titles, fetch=get, on_page=lambda _done, _total: None)
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    assert [line["title"] for line in lines] == ["A", "B", "C"]
    assert (file.pages, file.missing) == (3, {"Gone": "There is no page titled Gone."})
    assert file.get(titles[1], fetch=get).html == "<p>B</p>"
    with pytest.raises(NotThereError, match="no page titled Gone"):
        PageFile(path).get(titles[2], fetch=get)
    assert wiki.asked == {"A": 1, "B": 1, "C": 1, "Gone": 1, "log": 1}


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
    wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    path = tmp_path / "ambig.json"
    path.write_bytes(orjson.dumps([QUESTION]))
    make_project("asqa", kind=Kind.ASQA)
    call_command("import_ambigqa", "asqa", str(path), "--fetch")
    out, problems = capsys.readouterr()
    assert "Imported 1 example. Fetched 1 page. 1 could not be found; the reasons" in out
    assert problems == (
        "asqa-pages.jsonl: title: There is no page titled Gone. "
        "Its questions keep the title without a page.\n"
    )
    assert "Found a passage for 2 of 2 disambiguations" in out
    bob, gone = VisitedPage.objects.order_by("number")
    assert bob.page is not None
    assert bob.url == f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12"
    assert (gone.title, gone.page, gone.url) == ("Gone", None, "https://en.wikipedia.org/wiki/Gone")
    call_command("export_asqa", "asqa", str(tmp_path / "asqa.json"), "--page-sources")
    exported = orjson.loads((tmp_path / "asqa.json").read_bytes())["all"]["5"]
    assert [page["title"] for page in exported["wikipages"]] == ["Plumb bob", "Gone"]
    source, nothing = exported["page_sources"]
    assert (source["revision"], source["licence"], nothing) == (12, LICENCE, None)
    assert sorted(ContextPassage.objects.values_list("text", flat=True)) == [
        "On walls a plumb bob is used by masons.",
        "To centre tripods, surveyors use a plumb bob.",
    ]


@pytest.mark.django_db
def test_a_wiki_that_cannot_be_asked_fails_the_import_and_changes_nothing(
    wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetched_visits, "WAIT_STEP_SECONDS", 0)
    wiki.answers["Plumb_bob"] = [(403, {}, b"")]
    path = tmp_path / "ambig.json"
    path.write_bytes(orjson.dumps([QUESTION]))
    job = run_import(make_project("asqa", kind=Kind.ASQA), path, kind="import_ambigqa", fetch=True)
    assert job.state == JobState.FAILED
    assert job.message.endswith(
        "answered with status 403. Nothing was imported. Start the import again later: what was "
        "fetched is kept until then."
    )
    assert VisitedPage.objects.count() == 0


@pytest.mark.django_db
def test_a_page_that_is_refused_is_missing_and_stops_nothing(
    wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML)
    wiki.answers["Gone"] = [(403, {}, b"")]
    path = tmp_path / "ambig.json"
    path.write_bytes(orjson.dumps([QUESTION]))
    make_project("asqa", kind=Kind.ASQA)
    call_command("import_ambigqa", "asqa", str(path), "--fetch")
    out, problems = capsys.readouterr()
    assert "Fetched 1 page. 1 could not be found; the reasons" in out
    assert problems.endswith("status 403. Its questions keep the title without a page.\n")
    lines = [{"question_text": each, "document_title": each} for each in ("Gone", "Plumb bob")]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    make_project("nq")
    call_command("import_pages", "nq", str(path), "--fetch", "--on-error", "skip")
    out, problems = capsys.readouterr()
    assert out.startswith("Imported 1 example. Fetched 1 page. Refused 1 line;")
    assert "questions.jsonl:1: document_url: http" in problems
    assert problems.endswith("Import this line again later, or give it document_html.\n")
    elsewhere = {"question_text": "w", "document_url": "https://en.example.org/wiki/Plumb_bob"}
    path = write_lines(tmp_path / "elsewhere.jsonl", [elsewhere, *lines[1:]])
    make_project("other")
    call_command("import_pages", "other", str(path), "--fetch", "--on-error", "skip")
    _, problems = capsys.readouterr()
    assert problems.endswith("Give an address of a wiki among FETCH_HOSTS, or document_html.\n")


@pytest.mark.django_db
def test_questions_get_their_pages_by_revision_address_or_title(
    wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiki.answers["#11"] = revision("Plumb bob", HTML.replace("tripods", "poles"), 11)
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    by_number = f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=11"
    lines = [
        {"question_text": "by title", "document_title": "Plumb bob"},
        {"question_text": "again", "document_url": f"{wiki.site}/wiki/Plumb_bob"},
        {"question_text": "by revision", "revision": 11},
        {"question_text": "by address", "document_url": by_number},
        {"question_text": "of nothing", "document_title": "Gone"},
    ]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    make_project("nq")
    call_command("import_pages", "nq", str(path), "--fetch", "--on-error", "skip")
    out, problems = capsys.readouterr()
    assert out == "Imported 4 examples. Fetched 2 pages. Refused 1 line; the problems are listed.\n"
    assert "questions.jsonl:5: document_url: There is no page titled Gone. Correct" in problems
    found = Example.objects.order_by("position").values_list(
        "question__text", "page__url", "page__source__revision", "page__source__licence"
    )
    new = f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12"
    assert list(found) == [
        ("by title", new, 12, LICENCE),
        ("again", new, 12, LICENCE),
        ("by revision", by_number, 11, LICENCE),
        ("by address", by_number, 11, LICENCE),
    ]
    source = PageSource.objects.get(revision=12)
    assert source.revised_at == datetime(2026, 1, 31, 10, tzinfo=UTC)
    assert unpack(source.html) == HTML.encode()
    assert wiki.asked == {"Plumb_bob": 1, "#11": 1, "Gone": 1, "log": 1}


@pytest.mark.django_db
def test_a_line_that_is_refused_anyway_is_not_fetched_and_shown_as_it_stands(
    wiki: Wiki, tmp_path: Path
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML)
    lines = [
        b'{"question_text": "one", "document_title": "Plumb bob", "example_id": 5.00}',
        b'{"question_text": "two", "document_title": 1e2, "revision": 12}',
        b'{"question_text": "", "document_title": "Plumb bob"}',
    ]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    job = run_import(make_project(), path, kind="import_pages", fetch=True, on_error="skip")
    assert problems_of(job) == [
        (1, "example_id", "5.00 is not a whole number."),
        (2, "document_title", "1e2 is not a string."),
        (3, "question_text", "the text is empty."),
    ]
    assert not wiki.asked


@pytest.mark.django_db
@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_number_beyond_64_bits_is_named_or_ignored_like_any_other(
    wiki: Wiki, tmp_path: Path, on_error: str
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML)
    line = '{"question_text": "%s", "document_title": "Plumb bob", "%s": 18446744073709551621}'
    lines = [(line % each).encode() for each in (("one", "views"), ("two", "example_id"))]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    job = run_import(make_project(), path, kind="import_pages", fetch=True, on_error=on_error)
    ((number, field, problem),) = problems_of(job)
    assert (number, field) == (2, "example_id")
    assert problem.startswith("18446744073709551621 is out of range")
    if on_error == "stop":
        assert (job.state, Example.objects.count()) == (JobState.FAILED, 0)
    else:
        assert (job.state, Example.objects.count()) == (JobState.SUCCEEDED, 1)
        assert "Ignored unknown fields: views (1)" in job.message
