"""Which boxes and words stand for the model's codes: real ones, all different."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.candidates import candidate_tag, find_candidates
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.quality.simulation.boxes import Boxes, boxes_of, numbering, span_sets
from tests.factories.corpus import HTML

PAGES = st.lists(st.tuples(st.sampled_from(["p", "li", "table"]), st.integers(0, 12)), max_size=8)


def boxes_on(html: bytes) -> Boxes:
    tokens = tokenize_page(html)
    found = find_candidates(tokens)
    tagged = [(each, candidate_tag(tokens[each.start_token].token)) for each in found]
    return boxes_of(tokens, tagged)


def page(parts: list[tuple[str, int]]) -> bytes:
    """Elements with so many words each; a list element stands in a list of its own."""
    html = []
    for tag, count in parts:
        words = " ".join(f"word{number}" for number in range(count))
        if tag == "table":
            html.append(f"<table><tr><td>{words}</td></tr></table>")
        elif tag == "li":
            html.append(f"<ul><li>{words}</li></ul>")
        else:
            html.append(f"<p>{words}</p>")
    return f"<html><body>{''.join(html)}</body></html>".encode()


def test_options_follow_the_published_shares_of_tags() -> None:
    """The page has a P (0.729), a Table (0.19) and two Tr, a Ul and two Li of which only those
    inside another box have eight words: of these kinds 5%.
    """
    boxes = boxes_on(HTML)
    tags = [
        candidate_tag(boxes.tokens[each.start_token].token)
        for each in boxes.candidates
        if each.top_level
    ]
    assert tags == ["P", "Table", "Ul"]
    weights = {
        tag: boxes.weights[place]
        for place, tag in zip(
            [n for n, each in enumerate(boxes.candidates) if each.top_level], tags, strict=True
        )
    }
    assert weights == pytest.approx({"P": 0.6926, "Table": 0.1805, "Ul": 0.0304}, abs=1e-4)


def test_boxes_of_a_kind_share_its_weight_and_short_ones_have_next_to_none() -> None:
    boxes = boxes_on(page([("p", 12), ("p", 9), ("p", 7)]))
    assert boxes.weights == pytest.approx([0.346275, 0.346275, 1e-6])


@given(PAGES, st.integers(0, 99))
def test_a_numbering_has_each_candidate_once(parts: list[tuple[str, int]], seed: int) -> None:
    boxes = boxes_on(page(parts))
    total = len(boxes.candidates)
    order = numbering(boxes, np.random.default_rng(seed))
    assert sorted(order) == list(range(total))
    for known in range(total):
        first = numbering(boxes, np.random.default_rng(seed), first=known)
        assert (first[0], sorted(first)) == (known, list(range(total)))


@given(PAGES, st.integers(0, 99))
def test_sets_of_spans_are_different_words_of_their_box(
    parts: list[tuple[str, int]], seed: int
) -> None:
    boxes = boxes_on(page(parts))
    for number, box in enumerate(boxes.candidates):
        sets = span_sets(boxes, number, np.random.default_rng(seed), number=3)
        words = [t for t in range(box.start_token, box.end_token) if not boxes.tokens[t].html_token]
        assert len(set(sets)) == len(sets) <= 3
        assert bool(sets) == bool(words)
        if len(words) >= 4:
            assert len(sets) == 3
        for spans in sets:
            numbers = [t for span in spans for t in range(span.start_token, span.end_token)]
            assert numbers == sorted(set(numbers))
            assert set(numbers) <= set(words)
            assert 1 <= len(spans) <= 2


def test_the_known_spans_are_the_first_set() -> None:
    boxes = boxes_on(page([("p", 12)]))
    known = (TokenSpan(3, 5), TokenSpan(8, 9))
    sets = span_sets(boxes, 0, np.random.default_rng(1), number=3, first=known)
    assert (sets[0], len(set(sets))) == (known, 3)


def test_an_answer_begins_with_a_number_a_name_or_a_longer_word() -> None:
    boxes = boxes_on(b"<html><body><p>it is in the town of Ghent , in 1902 or so there</p></body>")
    begins = {
        boxes.tokens[span.start_token].token
        for seed in range(60)
        for spans in span_sets(boxes, 0, np.random.default_rng(seed), number=2)
        for span in spans
    }
    assert begins == {"Ghent", "1902", "there"}
