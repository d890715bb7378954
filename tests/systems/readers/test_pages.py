"""What a reader sees of a page, and the one answer that an example teaches."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats.candidate_boxes import Box
from annotator.material.formats.problems import LineError
from annotator.measures.answer_match import Span
from annotator.systems.readers.model.labels import label_of
from annotator.systems.readers.model.pages import (
    MOST_PASSAGE_WORDS,
    PageToken,
    Reading,
    ReadPage,
    question_words,
    read_reading,
)
from annotator.systems.readers.model.pruning import MOST_PASSAGES, likely_passages

TOKENS = ["Plumb", "<P>", "A", "bob", "hangs", "</P>", "<Ul>", "<Li>", "Lead", "</Li>", "</Ul>"]
PARAGRAPH, LIST, ITEM = (1, 6), (6, 11), (7, 10)


def span(tokens: tuple[int, int] | None) -> dict[str, int]:
    start, end = tokens or (-1, -1)
    return {"start_token": start, "end_token": end}


def annotation(
    long: tuple[int, int] | None, *short: tuple[int, int], yes_no: str = "NONE"
) -> dict[str, Any]:
    return {
        "long_answer": span(long),
        "short_answers": [span(each) for each in short],
        "yes_no_answer": yes_no,
    }


def reading(*annotations: dict[str, Any], tokens: list[str] = TOKENS) -> Reading:
    boxes = [(PARAGRAPH, True), (LIST, True), (ITEM, False)] if tokens is TOKENS else []
    return read_reading(
        {
            "example_id": 1,
            "question_text": "Who hangs what?",
            "document_url": "https://en.wikipedia.org/wiki/Plumb_bob",
            "document_text": " ".join(tokens),
            "long_answer_candidates": [
                span(box) | {"top_level": is_top}
                for box, is_top in boxes or [((0, len(tokens)), True)]
            ],
            "annotations": list(annotations),
        }
    )


def test_passages_are_top_level_candidates_without_tags_in_lower_case() -> None:
    passages = reading().page.passages
    assert [each.words for each in passages] == [("a", "bob", "hangs"), ("lead",)]
    assert [each.tokens for each in passages] == [(2, 3, 4), (8,)]


def test_a_span_of_words_is_one_of_tokens_on_the_page() -> None:
    paragraph = reading().page.passages[0]
    assert paragraph.span(1, 2) == Span(None, (3, 5))
    assert paragraph.words_of(Span(None, (3, 5))) == (1, 2)
    assert paragraph.words_of(Span(None, (8, 9))) is None


def test_a_span_that_ends_beyond_the_words_that_are_read_is_not_found() -> None:
    (passage,) = reading(tokens=["w"] * (MOST_PASSAGE_WORDS + 5)).page.passages
    assert len(passage.words) == MOST_PASSAGE_WORDS
    assert passage.words_of(Span(None, (248, 250))) == (248, 249)
    assert passage.words_of(Span(None, (248, 252))) is None


@pytest.mark.parametrize(
    ("token", "field"),
    [
        ({"token": "A", "start_byte": "0", "end_byte": 1, "html_token": False}, ".start_byte"),
        ({"start_byte": 0, "end_byte": 1, "html_token": False}, ".token"),
        ({"token": "A", "start_byte": 0, "end_byte": 1}, ".html_token"),
        ("A", ""),
    ],
)
def test_a_token_that_is_none_is_named(token: Any, field: str) -> None:
    line = {
        "example_id": 1,
        "question_text": "Who hangs what?",
        "document_url": "https://en.wikipedia.org/wiki/Plumb_bob",
        "document_tokens": [token],
        "long_answer_candidates": [span((0, 1)) | {"top_level": True}],
        "annotations": [],
    }
    with pytest.raises(LineError) as refused:
        read_reading(line)
    assert [each.field for each in refused.value.problems] == [f"document_tokens[0]{field}"]


def test_questions_are_split_at_blanks_and_before_their_mark() -> None:
    assert question_words("Who hangs what?") == ("who", "hangs", "what", "?")


def test_the_label_is_the_most_frequent_long_answer_with_its_shortest_span() -> None:
    label = label_of(
        reading(
            annotation(PARAGRAPH, (2, 5)),
            annotation(PARAGRAPH, (3, 4)),
            annotation(LIST, (8, 9)),
        )
    )
    assert label.passage is not None
    assert (label.passage.order, label.words) == (0, (1, 1))


def test_one_long_answer_among_five_annotations_teaches_no_answer() -> None:
    label = label_of(reading(annotation(PARAGRAPH), *[annotation(None)] * 4))
    assert label.passage is None


def test_a_single_annotation_teaches_its_own_answer() -> None:
    label = label_of(reading(annotation(PARAGRAPH)))
    assert label.passage is not None
    assert label.words is None


def test_a_nested_long_answer_teaches_the_top_level_candidate_around_it() -> None:
    label = label_of(reading(annotation(ITEM, (8, 9))))
    assert label.passage is not None
    assert (label.passage.order, label.words) == (1, (0, 0))


def test_a_short_answer_that_fewer_than_half_gave_is_not_taught() -> None:
    label = label_of(
        reading(annotation(PARAGRAPH, (3, 4)), annotation(PARAGRAPH), annotation(PARAGRAPH))
    )
    assert label.words is None


def test_sixteen_passages_are_read_those_with_rare_shared_words_first() -> None:
    tokens = [token for number in range(30) for token in ("<P>", "the", f"w{number}", "</P>")]
    page = read_reading(
        {
            "example_id": 1,
            "question_text": "the w29",
            "document_url": "x",
            "document_text": " ".join(tokens),
            "long_answer_candidates": [
                span((4 * number, 4 * number + 4)) | {"top_level": True} for number in range(30)
            ],
            "annotations": [],
        }
    )
    kept = likely_passages(page.question, page.page.passages)
    # Everybody has "the", so the others are as they come.
    assert [each.order for each in kept] == [*range(MOST_PASSAGES - 1), 29]


@st.composite
def pages(draw: st.DrawFn) -> tuple[list[PageToken], Box]:
    """Tokens with gaps and tags between them, and a candidate around some."""
    tokens, place = [], 0
    for length, gap, is_tag in draw(
        st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3), st.booleans()), min_size=1)
    ):
        place += gap
        tokens.append(PageToken("<B>" if is_tag else "w" * length, (place, place + length), is_tag))
        place += length
    start = draw(st.integers(0, len(tokens) - 1))
    end = draw(st.integers(start + 1, len(tokens)))
    in_bytes = (tokens[start].in_bytes[0], tokens[end - 1].in_bytes[1])
    return tokens, Box(Span(in_bytes, (start, end)), "p", top_level=True)


@given(page=pages(), data=st.data())
def test_words_and_spans_are_inverse_and_bytes_are_those_of_the_tokens(
    page: tuple[list[PageToken], Box], data: st.DataObject
) -> None:
    tokens, box = page
    for passage in ReadPage.of(tokens, [box]).passages:
        first = data.draw(st.integers(0, len(passage.words) - 1))
        last = data.draw(st.integers(first, len(passage.words) - 1))
        span = passage.span(first, last)
        assert passage.words_of(span) == (first, last)
        assert passage.words_of(Span(span.in_bytes, None)) == (first, last)
        assert span.in_tokens is not None
        start, end = span.in_tokens
        assert box.span.in_tokens is not None
        assert box.span.in_tokens[0] <= start < end <= box.span.in_tokens[1]
        ends = tokens[start].in_bytes, tokens[end - 1].in_bytes
        assert span.in_bytes == (ends[0][0], ends[1][1])
        assert not tokens[start].is_tag
        assert not tokens[end - 1].is_tag
