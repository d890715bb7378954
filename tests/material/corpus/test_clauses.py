"""Pages in scripts without spaces are recognised by their tokens, and others are not."""

import pytest

from annotator.material.corpus.markup.clauses import are_clauses
from annotator.material.corpus.markup.tokens import tokenize_to_columns

JAPANESE = "明治維新は1868年に始まった日本の近代化の過程である。天皇を中心とする新政府が成立した。"
THAI = "กรุงเทพมหานครเป็นเมืองหลวงและนครที่มีประชากรมากที่สุดของประเทศไทย"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (JAPANESE, True),
        (THAI, True),
        (
            "The Meiji Restoration (明治維新) began in 1868 and ended a long rule.",
            False,
        ),
        # A quotation of a clause doesn't make a page of English one of clauses.
        (
            f"It is told in these words: {JAPANESE[:14]}, as every child there learns.",
            False,
        ),
        ("대한민국은 동아시아의 한반도 남부에 있는 나라이다.", False),
        ("Donaudampfschifffahrtsgesellschaft war ein langes Wort.", False),
    ],
)
def test_tokens_are_clauses_where_no_spaces_part_words(text: str, expected: bool) -> None:
    tokens = tokenize_to_columns(f"<html><body><p>{text}</p></body></html>".encode()).token
    assert are_clauses(tokens) is expected


def test_tokens_that_a_file_gives_word_by_word_are_no_clauses() -> None:
    assert not are_clauses(["<P>", "明治", "維新", "は", "1868", "年", "に", "始まった", "</P>"])
    assert not are_clauses([])
