from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.rendering import render_page
from annotator.material.formats.natural_questions import (
    is_rebuilt,
    read_example,
    read_simplified,
    to_original,
    to_simplified,
)
from annotator.material.formats.natural_questions.rebuilt_page import rebuild_page, title_of
from annotator.material.formats.natural_questions.tokens import read_tokens
from annotator.material.formats.problems import ExampleError
from tests.material.formats.nq_examples import small_example

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=" \0"), max_size=5)
TAGS = st.sampled_from(
    """
    <P> </P> <Table> </Table> <Tr> </Tr> <Td_colspan="2"> </Td> <Ul> </Ul> <Li> </Li> <H1> </H1>
    < > <P &amp; </P_x> a_b
    """.split()
)


def simplified(**changes: Any) -> dict[str, Any]:
    return to_simplified(read_example(small_example())) | changes


def problems(value: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(ExampleError) as error:
        read_simplified(value)
    return [(problem.field, problem.problem) for problem in error.value.problems]


@given(st.lists(WORDS | TAGS, min_size=1, max_size=40))
def test_a_rebuilt_page_has_the_tokens_of_its_text_at_their_bytes(words: list[str]) -> None:
    html, tokens = rebuild_page(" ".join(words))
    assert [token.replace(" ", "_") for token in tokens.token] == words
    rows = [token._asdict() for token in tokens.tokens()]
    if len(tokens.html) < len(tokens):
        assert read_tokens(rows, html) == tokens
    assert is_rebuilt(html)


@given(st.lists(WORDS | TAGS, min_size=1, max_size=20))
def test_every_word_of_a_rebuilt_page_can_be_marked(words: list[str]) -> None:
    html, tokens = rebuild_page(" ".join(["before", *words]))
    rendering = render_page(html, tokens, (), title="")
    # A line break or another blank between two spaces is a token as well, and nobody can see it.
    blank = {number for number, token in enumerate(tokens.token) if token.isspace()}
    for number in set(range(len(tokens))) - set(tokens.html) - blank:
        assert b'data-t="%d"' % number in rendering


def test_an_example_keeps_its_token_numbers_candidates_and_answers() -> None:
    original = read_example(small_example())
    read = read_simplified(simplified())
    assert to_simplified(read) == simplified()
    assert [(t.token, t.html_token) for t in read.document_tokens] == [
        (t.token, t.html_token) for t in original.document_tokens
    ]
    again = read_example(orjson.loads(orjson.dumps(to_original(read))))
    assert (again.document_html, again.annotations) == (read.document_html, read.annotations)


def test_text_that_looks_like_a_tag_stays_text_where_it_has_no_partner() -> None:
    page = rebuild_page("<P> the tag <P> and </Ul> </P>")
    assert page.tokens.html == [3, 6]


def test_the_words_before_the_first_heading_are_the_windows_title_if_they_say_so() -> None:
    titled = rebuild_page("Plumb line - wikipedia <H1> Plumb line </H1>").html.decode()
    untitled = rebuild_page("A banner <H1> Plumb line </H1>").html.decode()
    assert "<TITLE>Plumb line - wikipedia </TITLE>" in titled
    assert "<TITLE></TITLE>" in untitled


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://en.wikipedia.org//w/index.php?title=Spider-Man&amp;oldid=5", "Spider-Man"),
        ("https://en.wikipedia.org/wiki/Caf%C3%A9_society", "Café society"),
        ("", "Spider - Man"),
        ("https://[broken", "Spider - Man"),
    ],
)  # fmt: skip
def test_the_title_comes_from_the_address_or_from_the_text(url: str, title: str) -> None:
    assert title_of("Spider - Man - Wikipedia <H1> Spider - Man </H1>", url) == title


@pytest.mark.parametrize(
    ("changes", "field", "problem"),
    [
        ({"document_text": 5}, "document_text", "5 is not a string"),
        ({"document_text": "<P> </P>"}, "document_text", "the page has no text"),
        ({"document_text": "two words"}, "long_answer_candidates[0].end_token",
         "11 is not after 0 and inside the page's 2 tokens"),
        ({"document_text": "a\0b"}, "document_text",
         "the text contains a NUL character, which a database can't store"),
        ({"example_id": 2**63}, "example_id", f"{2**63} is out of range"),
        ({"annotations": 1001 * [{}]}, "annotations",
         "the list has 1,001 entries; the limit is 1,000"),
        ({"long_answer_candidates": []}, "long_answer_candidates",
         "the page has no long answer candidates"),
        ({"long_answer_candidates": [{"start_token": 1, "end_token": 3, "top_level": True}]},
         "long_answer_candidates[0].start_token",
         "'A' does not open a paragraph, table, row, list or list item"),
        ({"long_answer_candidates": [{"start_token": 1, "top_level": True}]},
         "long_answer_candidates[0].end_token", "the field is missing"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_refused_by_its_own_fields(
    changes: dict[str, Any], field: str, problem: str
) -> None:
    assert problems(simplified(**changes))[0] == (field, problem)


def test_a_long_answer_that_is_not_its_candidate_is_refused_without_a_word_of_bytes() -> None:
    value = simplified()
    value["annotations"][1]["long_answer"]["end_token"] += 1
    assert problems(value) == [
        ("annotations[1].long_answer.end_token", "12 differs from candidate 0, which has 11")
    ]


def test_a_rebuilt_page_above_the_limit_is_refused() -> None:
    [(field, problem)] = problems(simplified(document_text="é" * 10_000_001))
    assert field == "document_text"
    assert problem.startswith("the rebuilt page has 20,000,")
    assert problem.endswith(" bytes; the limit is 20,000,000")
