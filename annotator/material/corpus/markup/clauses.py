"""Pages whose tokens are clauses, since their script writes no spaces between words."""

import re
from collections.abc import Sequence

# Han, kana, Thai, Lao, Burmese and Khmer, with the marks that stand between their letters.
_UNSPACED = re.compile(
    "[\u3005-\u3007\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3]"
)
LONGEST_WORD = 8
"""Letters of these scripts; few words have more, and clauses have some ten to a hundred."""


def are_clauses(tokens: Sequence[str]) -> bool:
    """Whether at least half of a page's letters lie in tokens that are clauses rather than words.

    ``tokens`` are all of the page's, tags included, which count for nothing.

    >>> are_clauses(["<P>", "明治維新は1868年に始まった", "。", "</P>"])
    True
    >>> are_clauses(["<P>", "明治", "維新", "は", "1868", "年", "</P>"])
    False
    """
    texts = [token for token in tokens if not token.isascii()]
    in_clauses = sum(len(text) for text in texts if len(_UNSPACED.findall(text)) > LONGEST_WORD)
    if not in_clauses:
        return False
    letters = sum(
        len(token) for token in tokens if not token.startswith("<") and any(map(str.isalnum, token))
    )
    return 2 * in_clauses >= letters
