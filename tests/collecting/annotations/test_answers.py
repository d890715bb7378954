from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.collecting.annotations.answers import AnsweredSpan, CheckedAnswer, check_answer
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.factories.corpus import HTML

TOKENS = tokenize_page(HTML)
CANDIDATES = find_candidates(TOKENS)


def answer(**changes: Any) -> dict[str, Any]:
    return {
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "short_answers": [],
        "yes_no_answer": "NONE",
        **changes,
    }


def span(start: int, end: int) -> dict[str, int]:
    return {"start_token": start, "end_token": end}


def check(**changes: Any) -> Any:
    return check_answer(answer(**changes), tokens=TOKENS, candidates=CANDIDATES)


def code_of(**changes: Any) -> str:
    with pytest.raises(InvalidInputError) as refused:
        check(**changes)
    return refused.value.code


def words_from(text: str) -> tuple[int, int]:
    """Token numbers of the first place where the words of ``text`` stand."""
    words = text.split()
    for start in range(len(TOKENS)):
        if [token.token for token in TOKENS[start : start + len(words)]] == words:
            return start, start + len(words)
    raise AssertionError(text)


def test_check_answer_gives_the_bytes_of_a_span() -> None:
    start, end = words_from("a vertical line")
    checked = check(short_answers=[span(start, end)])
    (short,) = checked.short_answers
    assert HTML[short.start_byte : short.end_byte] == b"a vertical line"
    assert short.text == "a vertical line"
    assert checked.tag == "P"
    assert checked.preview.startswith("A plumb bob is a weight hung from a string .")


def test_the_words_of_an_answer_have_no_character_that_postgresql_refuses() -> None:
    tokens = tokenize_page(b"<p>a plumb\0bob</p>")
    checked = check_answer(
        answer(short_answers=[span(2, 5)]), tokens=tokens, candidates=find_candidates(tokens)
    )
    assert checked.preview == "a plumb \ufffd bob"
    assert checked.short_answers[0].text == "plumb \ufffd bob"


def test_an_answer_has_at_most_as_many_short_answers_as_can_be_counted() -> None:
    words = 10_001
    page = b"<p>" + b"a " * words + b"</p>"
    tokens = tokenize_page(page)
    spans = [span(start, start + 1) for start in range(1, words + 1)]

    def check_page(spans: list[dict[str, int]]) -> CheckedAnswer:
        candidates = find_candidates(tokens)
        return check_answer(answer(short_answers=spans), tokens=tokens, candidates=candidates)

    assert len(check_page(spans[1:]).short_answers) == 10_000
    with pytest.raises(InvalidInputError) as refused:
        check_page(spans)
    assert refused.value.code == "too_many_short_answers"
    assert refused.value.fields == {"short_answers": "Mark at most 10,000."}


def test_check_answer_puts_spans_into_the_order_of_the_page() -> None:
    string, line = words_from("string"), words_from("vertical line")
    checked = check(short_answers=[span(*line), span(*string)])
    assert [s.text for s in checked.short_answers] == ["string", "vertical line"]


def test_check_answer_accepts_yes_no_and_none() -> None:
    assert [check(yes_no_answer=value).yes_no_answer for value in ("YES", "NO", "NONE")] == [
        "YES",
        "NO",
        "NONE",
    ]


def test_check_answer_accepts_no_answer_and_a_bad_question() -> None:
    assert check(long_answer=None).candidate is None
    assert check(question_quality="bad", long_answer=None).question_quality == "bad"


@pytest.mark.parametrize(
    "changes",
    [
        {"long_answer": {"candidate_index": 0}},
        {"long_answer": None, "short_answers": [span(1, 2)]},
        {"long_answer": None, "yes_no_answer": "YES"},
    ],
)
def test_check_answer_refuses_an_answer_on_a_bad_question(changes: dict[str, Any]) -> None:
    assert code_of(question_quality="bad", **changes) == "answer_on_bad_question"


def test_check_answer_refuses_a_short_answer_without_a_long_answer() -> None:
    box = CANDIDATES[0]
    spans = [span(box.start_token + 1, box.start_token + 2)]
    assert code_of(long_answer=None, short_answers=spans) == "short_answer_without_long_answer"
    assert code_of(long_answer=None, yes_no_answer="NO") == "short_answer_without_long_answer"


@pytest.mark.parametrize("index", [len(CANDIDATES), 10_000, -1])
def test_check_answer_refuses_a_candidate_of_another_page(index: int) -> None:
    assert code_of(long_answer={"candidate_index": index}) == "unknown_candidate"


def test_check_answer_refuses_yes_beside_spans() -> None:
    box = CANDIDATES[0]
    spans = [span(box.start_token + 1, box.start_token + 2)]
    assert code_of(short_answers=spans, yes_no_answer="YES") == "yes_no_beside_spans"


def test_check_answer_refuses_overlapping_spans() -> None:
    first = CANDIDATES[0].start_token + 1
    assert code_of(short_answers=[span(first, first + 3), span(first + 2, first + 4)]) == (
        "overlapping_spans"
    )


def test_check_answer_refuses_an_empty_span() -> None:
    box = CANDIDATES[0]
    assert code_of(short_answers=[span(box.start_token + 1, box.start_token + 1)]) == "empty_span"
    assert code_of(short_answers=[span(box.start_token, box.start_token + 1)]) == "empty_span"


@given(
    index=st.integers(0, len(CANDIDATES) - 1),
    start=st.integers(0, len(TOKENS) + 5),
    end=st.integers(0, len(TOKENS) + 5),
)
def test_check_answer_takes_exactly_the_spans_with_words_inside_the_box(
    index: int, start: int, end: int
) -> None:
    box = CANDIDATES[index]
    inside = box.start_token <= start < end <= box.end_token
    fits = inside and any(not token.html_token for token in TOKENS[start:end])
    changes = {"long_answer": {"candidate_index": index}, "short_answers": [span(start, end)]}
    if fits:
        assert check(**changes).short_answers == (
            AnsweredSpan(
                TOKENS[start].start_byte,
                TOKENS[end - 1].end_byte,
                start,
                end,
                " ".join(t.token for t in TOKENS[start:end] if not t.html_token),
            ),
        )
    else:
        assert code_of(**changes) in ("short_answer_outside_long_answer", "empty_span")
