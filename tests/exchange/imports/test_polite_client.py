import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from fnmatch import fnmatch
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

import orjson
import pytest
from django.core.management import call_command
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.exchange.imports import fetched_visits
from annotator.exchange.imports.fetched_visits import polite_client
from annotator.exchange.imports.fetching import client as client_module
from annotator.exchange.imports.fetching.client import (
    FetchError,
    Limits,
    NotAskedError,
    PoliteClient,
    RefusedError,
)
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference
from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page, find_titles
from annotator.foundation.files.file_turns import take_turn
from annotator.material.corpus.models import Example
from tests.exchange.imports.import_jobs import write_lines
from tests.exchange.imports.wiki_server import Answer, Wiki, page
from tests.factories.corpus import make_project
from tests.workspace.jobs.killed_runs import WorkerKilledError, die

PIECES = st.sampled_from(
    [*"\\@/?#:;.% \t\n\0[]é。／", "443", "%5c", "https://", "evil.example", "a.wikipedia.org"]
)


@pytest.fixture
def over() -> Iterator[Event]:
    """Set at the end of the test, so that no thread of a server waits any longer."""
    over = Event()
    yield over
    over.set()


def make_client(
    waits: list[float] | None = None, hosts: tuple[str, ...] = ("127.0.0.1",), **more: Any
) -> PoliteClient:
    note = (lambda _: None) if waits is None else waits.append
    return PoliteClient(hosts=hosts, agent="Plumbline (test)", wait=note, **more)


def fetch(wiki: Wiki, title: str, waits: list[float] | None = None) -> WikiPage:
    return fetch_page(make_client(waits), site=wiki.site, title=title)


@given(
    st.lists(PIECES, max_size=5).map("".join),
    st.sampled_from(["en.wikipedia.org", ".wikipedia.org"]),
    st.lists(PIECES, max_size=3).map("".join),
)
@example("evil.example\\", ".wikipedia.org", "/wiki/X")
@example("evil.example\\@", "en.wikipedia.org", "/wiki/X")
@example("a.", ".wikipedia.org", "/wiki/X")
@example("a" * 64, ".wikipedia.org", "/wiki/X")
def test_the_host_that_is_checked_is_the_one_that_is_contacted(
    before: str, host: str, after: str
) -> None:
    contacted: list[str] = []
    checked: list[str] = []

    def look_up(name: str, *_: object, **__: object) -> None:
        # As the socket does, which fails for names that no host can have.
        contacted.append(name.encode("idna").decode())
        raise socket.gaierror

    @contextmanager
    def turn(name: str) -> Iterator[None]:
        checked.append(name)
        yield

    client = make_client(hosts=("*.wikipedia.org",), turn=turn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", look_up)
        with pytest.raises(FetchError):
            client.get_json(f"https://{before}{host}{after}")
    assert contacted == checked
    assert all(fnmatch(name, "*.wikipedia.org") for name in contacted)


AMBIGUOUS = "it has a backslash or a control character"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("https://evil.example\\.wikipedia.org/wiki/X", AMBIGUOUS),
        ("https://evil.example\\@en.wikipedia.org/", AMBIGUOUS),
        ("https://en.wikipedia.org/\0", AMBIGUOUS),
        ("https://en.wikipedia.org/\x85", AMBIGUOUS),
        ("https://me:secret@en.wikipedia.org/", "it has a user name or a password"),
        ("https://me@en.wikipedia.org/", "it has a user name or a password"),
        ("https://[en.wikipedia.org/", "it can't be read"),
        ("https://en.wikipedia.org:99999/", "it can't be read"),
        (f"https://{'a.' * 120}wikipedia.org/", "no host has such a name"),
        (f"https://{'a' * 64}.wikipedia.org/", "no host has such a name"),
        ("https://a..wikipedia.org/", "no host has such a name"),
        ("https://a b.wikipedia.org/", "it can't be read"),
        ("https://{a}.wikipedia.org/", "no host has such a name"),
    ],
)
def test_an_address_that_can_be_read_in_two_ways_is_not_asked(address: str, reason: str) -> None:
    with pytest.raises(NotAskedError) as error:
        make_client(hosts=("*.wikipedia.org",)).get_json(address)
    shown, _, said = str(error.value).partition(": this address is not requested: ")
    assert said == f"{reason}."
    assert shown.isprintable()


def test_the_longest_name_of_a_host_fits_into_the_name_of_a_file(tmp_path: Path) -> None:
    taken: list[str] = []

    def turn(name: str) -> AbstractContextManager[None]:
        taken.append(name)
        (tmp_path / f"{quote(name, safe='')}.turn").touch()
        raise TimeoutError

    host = f"{'a.' * 118}wikipedia.org"
    assert len(f"a{host}") == client_module.MAX_HOST_CHARACTERS
    with pytest.raises(TimeoutError):
        make_client(hosts=("*",), turn=turn).get_json(f"https://a{host}/")
    assert taken == [f"a{host}"]


def test_no_redirect_takes_a_key_to_a_host_that_looks_like_the_right_one(wiki: Wiki) -> None:
    for target in ("https://evil.example\\@127.0.0.1/", "https://127.0.0.1@evil.example/"):
        wiki.answers["A"] = [(302, {"Location": target}, b"")]
        with pytest.raises(RefusedError, match="not requested"):
            fetch_page(make_client(headers={"X-Key": "hush"}), site=wiki.site, title="A")


def test_a_redirect_has_its_target_in_utf_8(wiki: Wiki) -> None:
    target = "/w/rest.php/v1/page/Zoë/with_html"
    wiki.answers["Zoë"] = page("Zoë", "<p>x</p>")
    # The server writes its headers as Latin-1: this way the bytes on the line are UTF-8.
    wiki.answers["A"] = [(302, {"Location": target.encode().decode("latin-1")}, b"")]
    assert fetch(wiki, "A").title == "Zoë"
    wiki.answers["B"] = [(302, {"Location": target}, b"")]
    with pytest.raises(RefusedError, match="redirects to something that is not an address"):
        fetch(wiki, "B")


def one_byte(over: Event) -> Iterator[bytes]:
    yield b"{"
    over.wait()


@contextmanager
def dripping(opening: bytes, over: Event) -> Iterator[str]:
    """The address of a server that sends ``opening`` and then a byte again and again."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    Thread(target=drip, args=(connection,), daemon=True).start()

        def drip(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                connection.sendall(opening)
                while not over.wait(0.005):
                    connection.sendall(b"x")

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


@pytest.mark.parametrize(
    "opening",
    [
        b"HTTP/1.1 2",
        b"HTTP/1.1 200 OK\r\nX: ",
        b"HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;",
    ],
    ids=["status", "header", "body", "chunk size"],
)
def test_a_server_that_sends_a_byte_now_and_then_is_not_waited_for(
    opening: bytes, over: Event
) -> None:
    impatient = Limits(tries=2, answer_seconds=0.05)
    with (
        dripping(opening, over) as address,
        pytest.raises(RefusedError, match="the answer came too slowly"),
    ):
        make_client(limits=impatient).get_json(address)


def test_what_a_redirect_says_besides_is_not_read(wiki: Wiki, over: Event) -> None:
    moved = {"Location": "/w/rest.php/v1/page/B/with_html", "Content-Length": "30000"}
    wiki.answers["A"] = [(302, moved, one_byte(over))]
    wiki.answers["B"] = page("B", "<p>x</p>")
    client = make_client(limits=Limits(tries=1))
    assert fetch_page(client, site=wiki.site, title="A").title == "B"


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ((500, {}, b""), 500),
        ((502, {}, b""), 502),
        ((504, {"Retry-After": "3600"}, b""), 504),
        ((200, {}, b"<html>not JSON</html>"), 0),
        ((200, {"Content-Length": "500"}, b'{"html": "cut'), 0),
        ((200, {"Content-Encoding": "gzip"}, b"no gzip"), 0),
    ],
)
def test_a_page_that_fails_each_time_is_refused_and_the_others_come(
    wiki: Wiki, tmp_path: Path, answer: Answer, status: int
) -> None:
    wiki.answers["A"], wiki.answers["B"] = [answer], page("B", "<p>x</p>")
    with pytest.raises(RefusedError) as error:
        fetch(wiki, "A")
    assert error.value.status == status
    file = PageFile(tmp_path / "pages.jsonl")
    file.fill(
        (PageReference(wiki.site, title) for title in "AB"),
        fetch=lambda wanted: fetch(wiki, wanted.title),
        on_page=lambda _done, _total: None,
    )
    assert (file.pages, list(file.missing)) == (1, ["A"])


def test_a_page_that_is_never_answered_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(RefusedError, match=r"gave up after 6 tries \(ReadTimeout\)"):
            make_client(limits=Limits(read_seconds=0.01)).get_json(f"http://127.0.0.1:{port}/")


LAG = orjson.dumps({"error": {"code": "maxlag"}})


@pytest.mark.parametrize("answer", [(429, {}, b""), (503, {}, b""), (200, {}, LAG)])
def test_a_server_that_is_busy_refuses_no_single_page(wiki: Wiki, answer: Answer) -> None:
    wiki.answers["A"] = [answer]
    with pytest.raises(FetchError, match="gave up after 6 tries") as error:
        fetch(wiki, "A")
    assert not isinstance(error.value, RefusedError)


def test_a_server_that_is_away_refuses_no_single_page() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(FetchError, match=r"gave up after 6 tries \(ConnectionError\)") as error:
        make_client().get_json(f"http://127.0.0.1:{port}/")
    assert not isinstance(error.value, RefusedError)


@pytest.mark.parametrize(
    "after",
    [
        "0",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Mon, 01 Jan 99999999999 00:00:00 GMT",
        "Mon, 01 Jan 2026 00:00:00 +99999999999999999",
        "soon",
    ],
)
def test_a_busy_server_gets_its_time_whatever_it_says(wiki: Wiki, after: str) -> None:
    good: Answer = (200, {}, orjson.dumps(page("A", "<p>x</p>")))
    wiki.answers["A"] = [*[(503, {"Retry-After": after}, b"")] * 3, good]
    waits: list[float] = []
    assert fetch(wiki, "A", waits).title == "A"
    assert waits == [1.0, 2.0, 4.0]


def test_a_search_refuses_one_question(wiki: Wiki) -> None:
    def find(question: str) -> list[str]:
        return find_titles(make_client(), site=wiki.site, question=question, most=5)

    failed = orjson.dumps({"errorKey": "rest-search-error"})
    wiki.answers["?who is too long"] = [(500, {}, failed)]
    wiki.answers["?who"] = {"pages": [{"key": "Bob_A"}]}
    with pytest.raises(RefusedError) as error:
        find("who is too long")
    assert error.value.status == 500
    assert find("who") == ["Bob A"]
    wiki.rest = False
    del wiki.answers["?who is too long"]
    refusal = orjson.dumps({"error": {"code": "search-text-too-long", "info": "…"}})
    wiki.answers["search"] = [(200, {}, refusal)]
    with pytest.raises(RefusedError, match="the error 'search-text-too-long'") as error:
        find("who is too long")
    assert error.value.status == 400


def test_a_program_that_keeps_a_host_for_too_long_is_not_waited_for(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.FETCH_HOSTS = tmp_path, ["127.0.0.1"]
    monkeypatch.setattr(fetched_visits, "WAIT_STEP_SECONDS", 0.001)
    (tmp_path / "fetching").mkdir()
    client = polite_client(die)
    with closing(take_turn(tmp_path / "fetching" / "127.0.0.1.turn", seconds=0)):
        with pytest.raises(WorkerKilledError):
            client.get_json("http://127.0.0.1/")
        monkeypatch.setattr(fetched_visits, "MOST_TURN_SECONDS", 0)
        with pytest.raises(FetchError, match=r"Another program has kept 127\.0\.0\.1 for"):
            client.get_json("http://127.0.0.1/")


@pytest.mark.django_db
def test_addresses_that_this_site_does_not_ask_stop_no_import(
    wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiki.answers["Bob"] = page("Bob", "<html><body><p>Bob builds a wall of clay.</p></body></html>")
    addresses = [f"https://example.org/wiki/{number}" for number in range(4)]
    addresses += [f"http://example.org/wiki/{number}" for number in range(4, 8)]
    lines = [{"question_text": each, "document_url": each} for each in addresses]
    lines.append({"question_text": "who builds", "document_title": "Bob"})
    path = write_lines(tmp_path / "questions.jsonl", lines)
    make_project("nq")
    call_command("import_pages", "nq", str(path), "--fetch", "--on-error", "skip")
    out, problems = capsys.readouterr()
    assert out == "Imported 1 example. Fetched 1 page. Refused 8 lines; the problems are listed.\n"
    assert problems.count("example.org is not among the hosts that this site may contact") == 8
    assert Example.objects.get().question.text == "who builds"


def test_five_redirects_to_hosts_that_are_not_asked_end_a_run(wiki: Wiki, tmp_path: Path) -> None:
    for title in "ABCDEF":
        wiki.answers[title] = [(302, {"Location": "https://example.org/"}, b"")]
    with pytest.raises(FetchError, match="Stopped after 5 in a row"):
        PageFile(tmp_path / "pages.jsonl").fill(
            (PageReference(wiki.site, title) for title in "ABCDEF"),
            fetch=lambda wanted: fetch(wiki, wanted.title),
            on_page=lambda _done, _total: None,
        )
    assert "F" not in wiki.asked
