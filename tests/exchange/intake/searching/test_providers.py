from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.imports.fetching.client import FetchError
from annotator.exchange.intake.searching.provider import titles_of
from annotator.exchange.intake.searching.results import ResultFile
from annotator.exchange.intake.searching.service import (
    ServiceSearch,
    flaw_of_address,
    flaw_of_headers,
    texts_at,
)
from annotator.material.formats.problems import FormatError

SITE = "https://en.wikipedia.org"
JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("addresses", "titles"),
    [
        ([f"{SITE}/wiki/Plumb_bob"], ["Plumb bob"]),
        ([f"{SITE}//w/index.php?title=B_b&oldid=5"], ["B b"]),
        (["https://example.org/wiki/A", f" {SITE}/wiki/A%C3%A9#History"], ["Aé"]),
        (["https://en.m.wikipedia.org/wiki/Plumb_bob"], ["Plumb bob"]),
        ([f"{SITE}/wiki/Talk:A", f"{SITE}/wiki/User_talk:A", f"{SITE}/wiki/2001:_A"], ["2001: A"]),
        (["https://de.wikipedia.org/wiki/Lot", "https://[broken", SITE, f"{SITE}/wiki/"], []),
        ([f"{SITE}/wiki/B", f"{SITE}/wiki/A", f"{SITE}/wiki/B#C"], ["B", "A"]),
        ([*["https://example.org/"] * 4, f"{SITE}/wiki/Fifth", f"{SITE}/wiki/Sixth"], ["Fifth"]),
        ([], []),
    ],
)
def test_the_wikis_articles_among_five_results_are_tried_in_turn(
    addresses: list[str], titles: list[str]
) -> None:
    assert titles_of(addresses, site=SITE) == titles


@given(st.lists(st.text(max_size=20) | st.text(max_size=9).map(f"{SITE}/wiki/".__add__)))
def test_any_address_can_be_looked_at(addresses: list[str]) -> None:
    assert "" not in titles_of(addresses, site=SITE)


class Service:
    """Answers in turn, and notes what was asked."""

    def __init__(self, *answers: Any) -> None:
        self._answers: Iterator[Any] = iter(answers)
        self.asked: list[str] = []

    def get_json(self, url: str) -> Any:
        self.asked.append(url)
        return next(self._answers)


def search(service: Service, path: str = "hits.url") -> ServiceSearch:
    address = "https://s.example.org/{query}?n={limit}"
    return ServiceSearch(service, address=address, path=path)  # type: ignore[arg-type]


def test_the_question_and_the_limit_stand_in_the_address() -> None:
    service = Service({"hits": [{"url": str(number)} for number in range(9)]})
    assert search(service).search("who is {limit} & you/é?") == ["0", "1", "2", "3", "4"]
    assert service.asked == [
        "https://s.example.org/who%20is%20%7Blimit%7D%20%26%20you%2F%C3%A9%3F?n=5"
    ]


@pytest.mark.parametrize(
    ("value", "path", "found"),
    [
        ({"web": {"results": [{"url": "a"}, {"title": "b"}, {"url": "c"}]}}, "web.results.url",
         ["a", "c"]),
        (["q", ["a"]], "", ["q"]),
        ({"urls": ["a", 5, "b"]}, "urls", ["a", "b"]),
        ([{"u": ["a"]}, {"u": "b"}], "u", ["a", "b"]),
        ({"hits": None}, "hits.url", []),
        ({"hits": {}}, "hits.url", []),
    ],
)  # fmt: skip
def test_a_path_leads_through_lists(value: Any, path: str, found: list[str]) -> None:
    assert texts_at(value, path) == found


@given(JSON, st.lists(st.sampled_from("ab"), max_size=3).map(".".join))
def test_any_answer_can_be_read(value: Any, path: str) -> None:
    assert all(isinstance(text, str) for text in texts_at(value, path))


def test_a_path_that_leads_nowhere_is_told_with_what_is_there() -> None:
    wrong = search(Service(*[{"total": 3, "items": []}] * 5), path="results.url")
    assert [wrong.search("a") for _ in range(4)] == [[]] * 4
    with pytest.raises(FetchError) as error:
        wrong.search("a")
    assert str(error.value) == (
        "None of the first 5 answers of s.example.org has an address at “results.url”; the last "
        "one has total, items. Check the path."
    )
    right = search(Service({"hits": [{"url": "a"}]}, *[{}] * 6))
    assert [right.search("a") for _ in range(7)] == [["a"], *[[]] * 6]


@pytest.mark.parametrize(
    ("address", "flaw"),
    [
        ("https://s.example.org/find?q={query}&n={limit}", ""),
        ("https://s.example.org/{query}", ""),
        ("https://s.example.org/find?q=", "Put {query} where the question goes."),
        ("https://{query}.example.org/", "Put {query} where the question goes."),
        ("https://s.example.org/?q={query}&k={key}", "Use {query} and {limit} alone."),
        ("https://me:key@s.example.org/{query}",
         "Leave out the name and password. Put secrets in a header."),
        ("s.example.org/{query}", "Write it as https://search.example.org/find?q={query}."),
        ("https://s.example.org:port/{query}",
         "Write it as https://search.example.org/find?q={query}."),
        ("https://s.example.org/ {query}",
         "Write it as https://search.example.org/find?q={query}."),
    ],
)  # fmt: skip
def test_an_address_says_where_the_question_belongs(address: str, flaw: str) -> None:
    assert flaw_of_address(address) == flaw


@given(st.text(max_size=40))
def test_any_address_can_be_checked(address: str) -> None:
    assert flaw_of_address(address)


@pytest.mark.parametrize(
    ("headers", "flaw"),
    [
        ({"X-Key": "a b", "Authorization": "Bearer x"}, ""),
        ({}, ""),
        ({"X Key": "a"},
         "Write each header as Name: value, its name of letters, digits and hyphens."),
        ({"Host": "elsewhere"}, "Leave out Host: the platform sets it."),
        ({"X-Key": "a\r\nHost: b"},
         "Give X-Key a value of up to 2,000 ASCII characters in one line."),
        ({"X-Key": ""}, "Give X-Key a value of up to 2,000 ASCII characters in one line."),
        ({f"X-{number}": "a" for number in range(11)}, "Give up to 10 headers."),
    ],
)  # fmt: skip
def test_headers_are_names_and_values(headers: dict[str, str], flaw: str) -> None:
    assert flaw_of_headers(headers) == flaw


def test_results_are_found_whatever_the_case_and_order_of_words(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"query": "Who won, it?", "results": ["a"]}\n')
    results = ResultFile(path)
    assert (results.search("it who won"), results.search("who")) == (["a"], [])


def test_two_lists_of_results_for_one_query_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = '{"query": "who won", "results": ["a"]}\n'
    path.write_text(f'\n{first}{{"query": "Won, who?", "results": ["a"]}}\n')
    assert ResultFile(path).search("who won") == ["a"]
    path.write_text(f'\n{first}{{"query": "Won, who?", "results": ["b"]}}\n')
    with pytest.raises(FormatError) as error:
        ResultFile(path)
    assert str(error.value) == (
        "results.jsonl:3: query: line 2 has other results for the same query. "
        "Leave one of the two lines out."
    )


@pytest.mark.parametrize("line", ['{"query": "who"', '["who"]', '{"query": "who"}', '{"a": 1}'])
def test_a_wrong_line_of_results_is_placed(tmp_path: Path, line: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(f'{{"query": "who", "results": []}}\n{line}\n')
    with pytest.raises(FormatError) as error:
        ResultFile(path)
    assert [(each.file, each.line) for each in error.value.problems] == [("results.jsonl", 2)]
