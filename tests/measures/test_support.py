"""Coverage by hand, and sentences as the rule cuts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.sentences import split_sentences
from annotator.measures.support import SupportDocument, coverage, disambiguation_text
from annotator.measures.word_count import count_words
from tests.measures.presence_cases import SENTENCES

DOCUMENT = SupportDocument(
    disambiguations=(disambiguation_text("Who ruled France?", ["Charles X"]),),
    passages=("Charles X ruled until August.", "Louis Philippe followed in August."),
)


@pytest.mark.parametrize(("text", "sentences"), SENTENCES)
def test_sentences_end_where_the_rule_says(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text)] == sentences


@given(text=st.text(st.sampled_from("aBI1$. !?…”([\n\u00a0\u2028Mr")))
def test_sentences_leave_out_nothing_but_white_space(text: str) -> None:
    spans = split_sentences(text)
    joined = "".join("".join(text[start:end].split()) for start, end in spans)
    assert joined == "".join(text.split())
    assert spans == sorted(spans)


def test_coverage_is_over_the_whole_document_and_with_or_without_disambiguations() -> None:
    # charles, x, ruled, france (in the question only), in, may (nowhere).
    answer = "Charles X ruled France in May."
    assert coverage(answer, DOCUMENT) == pytest.approx(5 / 6)
    assert coverage(answer, DOCUMENT, with_disambiguations=False) == pytest.approx(4 / 6)


def test_coverage_adds_up_the_counts_of_all_parts() -> None:
    assert coverage("August, August, August", DOCUMENT) == pytest.approx(2 / 3)


def test_coverage_of_a_text_without_tokens_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        coverage(" … ", DOCUMENT)


def test_words_are_what_stands_between_white_space() -> None:
    assert count_words("Two\u00a0words – no,\tfour.") == 5


@pytest.mark.parametrize("text", ["A. " * 50_000, "." * 150_000, "1. " * 50_000, "a" * 150_000])
def test_long_texts_without_an_end_of_a_sentence_are_cut_all_the_same(text: str) -> None:
    spans = split_sentences(text)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text.rstrip())
