import pytest

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo.truth import (
    LongAnswerTruth,
    ResolvedTruth,
    Truth,
    TruthNotFoundError,
    resolve_truth,
)

PAGE = """\
<h1>Lamps</h1>
<p>The lamp of the “North Tower” – a gift – was lit in 1759<sup>[1]</sup> and again in 1882.</p>
<ul>
<li>an oil lamp, lit in 1810
<ul><li>its <b>wick</b> was round and wide</li></ul></li>
<li>an oil lamp, lit in 1845</li>
</ul>
<table><tr><td>outer <table><tr><td>the oil lamp of 1845 again</td></tr></table></td></tr></table>
"""

TOKENS = tokenize_page(PAGE.encode())
CANDIDATES = find_candidates(TOKENS)


def resolve(contains: str, tag: str, *short_answers: str) -> ResolvedTruth:
    truth = Truth("good", LongAnswerTruth(contains, tag), short_answers, "NONE")
    return resolve_truth(TOKENS, CANDIDATES, truth)


def text_of_candidate(resolved: ResolvedTruth) -> str:
    assert resolved.candidate_index is not None
    candidate = CANDIDATES[resolved.candidate_index]
    return " ".join(token.token for token in TOKENS[candidate.start_token : candidate.end_token])


def text_of_span(span: TokenSpan) -> str:
    return " ".join(token.token for token in TOKENS[span.start_token : span.end_token])


def test_resolve_truth_finds_words_whatever_the_tokeniser_made_of_quotes_and_dashes() -> None:
    resolved = resolve(
        "the “North Tower” – a gift – was lit in 1759 and again", "P", "“North Tower”"
    )
    assert text_of_candidate(resolved).startswith("<P> The lamp")
    assert [text_of_span(span) for span in resolved.short_answers] == ["`` North Tower ''"]


def test_resolve_truth_takes_the_earliest_box_around_the_words() -> None:
    assert text_of_candidate(resolve("an oil lamp, lit in", "Li")) == (
        "<Li> an oil lamp , lit in 1810 <Ul> <Li> its wick was round and wide </Li> </Ul> </Li>"
    )


def test_resolve_truth_takes_the_smallest_of_boxes_inside_one_another() -> None:
    assert text_of_candidate(resolve("round and wide", "Li")) == (
        "<Li> its wick was round and wide </Li>"
    )
    assert text_of_candidate(resolve("oil lamp of 1845", "Table")) == (
        "<Table> <Tr> <Td> the oil lamp of 1845 again </Td> </Tr> </Table>"
    )


def test_resolve_truth_passes_over_places_that_no_such_box_is_around() -> None:
    assert text_of_candidate(resolve("1845", "Tr")).startswith("<Tr> <Td> the oil lamp")


def test_resolve_truth_puts_short_answers_in_order_and_repeats_at_the_next_place() -> None:
    resolved = resolve("oil lamp, lit in 1845", "Ul", "1845", "oil lamp", "oil lamp")
    assert [text_of_span(span) for span in resolved.short_answers] == [
        "oil lamp",
        "oil lamp",
        "1845",
    ]
    assert len(set(resolved.short_answers)) == 3


def test_resolve_truth_matches_whole_tokens_only() -> None:
    with pytest.raises(TruthNotFoundError, match="'il lamp' is not on the page"):
        resolve("il lamp", "P")
    with pytest.raises(TruthNotFoundError, match="the short answer '175'"):
        resolve("lit in 1759", "P", "175")


def test_resolve_truth_names_the_tag_that_no_box_has() -> None:
    with pytest.raises(TruthNotFoundError, match="no <Dd> candidate is around 'lit in 1759'"):
        resolve("lit in 1759", "Dd")


def test_resolve_truth_refuses_a_short_answer_outside_the_long_answer() -> None:
    with pytest.raises(TruthNotFoundError, match="the short answer '1810' is not"):
        resolve("lit in 1759", "P", "1810")


def test_resolve_truth_refuses_a_short_answer_more_often_than_it_is_there() -> None:
    with pytest.raises(TruthNotFoundError, match="not once more"):
        resolve("lit in 1759", "P", "1759", "1759")


def test_resolve_truth_refuses_empty_words() -> None:
    with pytest.raises(ValueError, match="empty"):
        resolve(" ", "P")


def test_resolve_truth_of_a_question_without_answer_points_nowhere() -> None:
    assert resolve_truth(TOKENS, CANDIDATES, Truth("bad", None, (), "NONE")) == ResolvedTruth(
        candidate_index=None, short_answers=(), yes_no_answer="NONE", question_quality="bad"
    )
