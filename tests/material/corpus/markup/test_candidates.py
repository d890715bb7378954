import gzip
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.candidates import (
    candidate_tag,
    find_candidate_spans,
    find_candidates,
)
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.shared_data import shared_path
from tests.size import sized

TAG = re.compile(r"</?[A-Z][a-z0-9]*(?:_colspan=\"[^\"]*\")?>")


def spans_of(text: str) -> list[tuple[int, int, bool]]:
    tokens = text.split()
    return find_candidate_spans(tokens, [TAG.fullmatch(token) is not None for token in tokens])


@pytest.mark.parametrize(
    ("token", "tag"),
    [("<P>", "P"), ('<Td colspan="2">', "Td"), ('<Td_colspan="2">', "Td"), ("<H2>", "H2")],
)
def test_candidate_tag_names_the_element(token: str, tag: str):
    assert candidate_tag(token) == tag


@pytest.mark.parametrize("token", ["</P>", "word", "<", ""])
def test_candidate_tag_refuses_what_is_no_opening_tag(token: str):
    with pytest.raises(ValueError, match="not an opening tag"):
        candidate_tag(token)


def test_a_candidate_has_at_least_five_tokens_with_its_tags():
    assert spans_of("<Li> 2017 season </Li>") == []
    assert spans_of("<Tr> <Th> Diversity </Th> </Tr>") == [(0, 5, True)]


def test_parents_come_before_children_and_only_the_outermost_is_top_level():
    assert spans_of("<Ul> <Li> a b c </Li> <Li> d </Li> </Ul> <P> a b c </P>") == [
        (0, 10, True),
        (1, 6, False),
        (10, 15, True),
    ]


def test_cells_headings_and_containers_are_no_candidates():
    assert spans_of("<H1> a b c </H1> <Table> <Tr> <Td> a b c d </Td> </Tr> </Table>") == [
        (5, 15, True),
        (6, 14, False),
    ]


@pytest.mark.parametrize(
    "title",
    [
        "See also",
        "Notes ( edit )",
        "References",
        "External links ( edit )",
        "Further reading",
        "Bibliography",
        "NOTES and references ( edit )",
        "References and sources",
    ],
)
def test_candidates_end_at_the_first_tail_heading(title: str):
    text = f"<P> a b c </P> <H2> {title} </H2> <P> a b c </P>"
    assert spans_of(text) == [(0, 5, True)]


@pytest.mark.parametrize("title", ["Sources", "Notes on tuning", "Early references"])
def test_candidates_go_on_after_other_headings(title: str):
    assert len(spans_of(f"<P> a b c </P> <H3> {title} </H3> <P> a b c </P>")) == 2


def test_the_table_of_contents_is_left_out_with_its_items():
    contents = "<H2> Contents </H2> ( hide ) <Ul> <Li> 1 Name of it </Li> </Ul>"
    assert spans_of(f"{contents} <P> a b c </P>") == [(14, 19, True)]


def test_a_section_called_contents_stays():
    assert spans_of("<H2> Contents </H2> <Ul> <Li> Six long chapters </Li> </Ul>") == [
        (3, 10, True),
        (4, 9, False),
    ]


def test_the_menus_are_left_out_where_no_tail_heading_ends_the_article():
    menus = "<H2> </H2> <H3> </H3> <Ul> <Li> a b c </Li> </Ul>"
    assert spans_of(f"<P> a b c </P> {menus}") == [(0, 5, True)]


def test_an_element_that_is_never_closed_ends_with_its_parent():
    assert spans_of("<Ul> <Li> a b c d </Ul> </Li> <P> a b c d") == [
        (0, 7, True),
        (1, 6, False),
        (8, 13, True),
    ]


def test_candidates_carry_the_bytes_of_their_tags():
    html = b"<p>a b c</p><p>no</p>"
    assert find_candidates(tokenize_page(html)) == [
        LongAnswerCandidate(0, 12, 0, 5, top_level=True)
    ]


TAGS = ["P", "Table", "Tr", "Td", "Ul", "Li", "Dl", "Dd", "H2", "H3"]
TOKENS = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
        st.sampled_from(["a", "1", "Contents", "See", "also", "Notes", "<", "</"]),
    ),
    max_size=60,
)


@given(TOKENS)
def test_candidates_of_any_tokens_nest_in_order(tokens: list[str]):
    flags = [TAG.fullmatch(token) is not None for token in tokens]
    spans = find_candidate_spans(tokens, flags)
    assert spans == sorted(spans, key=lambda span: (span[0], -span[1]))
    open_ends: list[int] = []
    for start, end, top_level in spans:
        assert start >= 0
        assert start + 5 <= end <= len(tokens)
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        assert top_level == (not open_ends)
        assert not open_ends or end <= open_ends[-1]
        open_ends.append(end)


@pytest.mark.parametrize("unit", ["<H2>", "<P>", "<Ul>", "</P>", "<H2> Contents </H2> <Ul>"])
def test_candidates_get_through_any_number_of_nested_tags(unit: str):
    size = sized(10_000, 100_000)
    tokens = ((unit + " ").split() * size)[:size]
    spans = find_candidate_spans(tokens, [TAG.fullmatch(token) is not None for token in tokens])
    assert len(spans) <= len(tokens)


def test_candidates_of_real_tokens_equal_the_real_lists():
    path = shared_path("nq/nq_dev_sample.jsonl.gz")
    with gzip.open(path) as lines:
        for line in lines:
            example = json.loads(line)
            tokens = [Token(**token) for token in example["document_tokens"]]
            expected = [LongAnswerCandidate(**c) for c in example["long_answer_candidates"]]
            assert find_candidates(tokens) == expected


def test_candidates_of_the_real_simplified_example_equal_its_list():
    example = json.loads(shared_path("nq/nq_simplified_sample.jsonl").read_text().splitlines()[0])
    expected = [
        (c["start_token"], c["end_token"], c["top_level"])
        for c in example["long_answer_candidates"]
    ]
    assert spans_of(example["document_text"]) == expected
