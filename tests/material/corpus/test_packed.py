import orjson
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.byte_bounded_cache import ByteBoundedCache
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenColumns
from annotator.material.corpus.packed import PackedCandidates, PackedTokens
from annotator.material.corpus.storage import encode_boxes, encode_columns

TOKENS = st.lists(
    st.builds(
        lambda text, start, length, is_tag: Token(text, start, start + length, is_tag),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
        st.integers(0, 2**31),
        st.integers(0, 2**16),
        st.booleans(),
    ),
    max_size=12,
)


class Piece:
    def __init__(self, size: int) -> None:
        self.size = size


@given(TOKENS, st.slices(12))
def test_packed_tokens_read_as_the_list_that_was_packed(tokens: list[Token], part: slice) -> None:
    packed = PackedTokens(encode_columns(TokenColumns.of(tokens)))
    assert list(packed) == tokens
    assert packed[part] == tokens[part]


def test_packed_candidates_read_as_the_list_that_was_packed_and_as_json() -> None:
    tokens = [Token("<P>", 0, 3, html_token=True), Token("<Table>", 3, 10, html_token=True)]
    boxes = [
        LongAnswerCandidate(0, 8, 0, 2, top_level=True),
        LongAnswerCandidate(3, 8, 1, 2, top_level=False),
    ]
    packed = PackedCandidates(encode_boxes(boxes, [token.token for token in tokens]))
    assert (list(packed), packed[1:], len(packed)) == (boxes, boxes[1:], 2)
    assert orjson.loads(packed.json) == [
        {"index": 0, "tag": "P", "start_token": 0, "end_token": 2, "top_level": True},
        {"index": 1, "tag": "Table", "start_token": 1, "end_token": 2, "top_level": False},
    ]


def test_the_cache_forgets_the_longest_unused_and_keeps_nothing_that_is_too_large() -> None:
    cache: ByteBoundedCache[Piece] = ByteBoundedCache(10)
    a, b, large = Piece(4), Piece(6), Piece(11)
    assert cache.get_or_make("a", lambda: a) is a
    cache.get_or_make("b", lambda: b)
    assert cache.get_or_make("large", lambda: large) is large
    assert cache.get_or_make("a", lambda: Piece(1)) is a
    cache.get_or_make("c", lambda: Piece(5))
    assert cache.get_or_make("a", lambda: Piece(1)) is a
    assert cache.get_or_make("b", lambda: b) is b
    assert cache.get_or_make("large", lambda: Piece(1)) is not large
