import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenColumns
from annotator.material.corpus.storage import (
    encode_boxes,
    encode_columns,
    split_boxes,
    split_columns,
)
from annotator.material.formats.natural_questions import (
    OriginalExample,
    original_page,
    shared_page,
    simplified_page,
    to_original,
    to_simplified,
)

LOOKS_LIKE_MORE = ['"', 'a",', "\\", '","', '\\"', ",", "", " ", '],"start":[1', "[", "é"]

OFFSETS = st.integers(0, 2**31)


@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
        | st.sampled_from(LOOKS_LIKE_MORE),
        max_size=9,
    ),
    tags=st.sets(st.integers(0, 9)),
    boxes=st.lists(
        st.tuples(OFFSETS, OFFSETS, st.integers(0, 2), OFFSETS, st.booleans()), max_size=3
    ),
    at_once=st.integers(1, 10),
)
def test_a_page_is_laid_together_as_its_tokens_and_candidates_are_written_one_by_one(
    texts: list[str], tags: set[int], boxes: list[tuple[int, int, int, int, bool]], at_once: int
) -> None:
    tokens = [
        Token(text, 7 * at, 7 * at + len(text), html_token=at in tags)
        for at, text in enumerate(texts)
    ]
    candidates = tuple(LongAnswerCandidate(*box) for box in boxes)
    html, title, url = "<p>é\0</p>", 'A "page"', "https://example.org/é"
    example = OriginalExample(1, "", (), title, url, html.encode(), tokens, candidates, ())
    columns = split_columns(encode_columns(TokenColumns.of(tokens)))
    rows = split_boxes(encode_boxes(candidates, ["<P>", "<Table>", '<Td colspan="2">']))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_page, "_AT_ONCE", at_once)
        original = original_page(
            html=html.encode(), title=title, url=url, tokens=columns, candidates=rows
        )
    simplified = simplified_page(url=url, tokens=columns, candidates=rows)
    for written, expected in (
        (original, to_original(example)),
        (simplified, to_simplified(example)),
    ):
        assert written == {key: orjson.dumps(expected[key]) for key in written}
    assert [*original, *simplified] == [
        "document_html",
        "document_title",
        "document_tokens",
        "document_url",
        "long_answer_candidates",
        "document_text",
        "document_url",
        "long_answer_candidates",
    ]
