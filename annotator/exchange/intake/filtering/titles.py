"""Titles of pages, as names in a query: in lower case a tagger finds few of them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from annotator.exchange.intake.filtering.tagged import TaggedToken

_LONGEST = 8
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_DESCRIBING = frozenset("DT JJ JJR JJS NN NNS PDT POS PRP$ VBG VBN CD WDT WP$".split())
_WORD = re.compile(r"[^\W_]+")


class PageTitles:
    """Titles to look for. A title of one word counts where the word is a noun that nothing
    describes: *napoleon* in *how did napoleon escape*, and not *water* in *the hot water*.
    """

    def __init__(self, titles: Iterable[str] = ()) -> None:
        self._titles = frozenset(filter(None, map(normal_title, titles)))

    def __len__(self) -> int:
        return len(self._titles)

    def spans(self, tokens: Sequence[TaggedToken]) -> list[tuple[int, int]]:
        """Where titles stand (start inclusive, end exclusive): the longest first, from the left."""
        if not self._titles:
            return []
        found, start = [], 0
        while start < len(tokens):
            end = self._end_of_title(tokens, start)
            if end:
                found.append((start, end))
            start = end or start + 1
        return found

    def _end_of_title(self, tokens: Sequence[TaggedToken], start: int) -> int:
        for length in range(min(_LONGEST, len(tokens) - start), 0, -1):
            if length == 1 and not _stands_alone(tokens, start):
                break
            words = tokens[start : start + length]
            if normal_title(" ".join(token.text for token in words)) in self._titles:
                return start + length
        return 0


def _stands_alone(tokens: Sequence[TaggedToken], index: int) -> bool:
    tag = tokens[index].tag
    before = tokens[index - 1].tag if index else ""
    return tag.startswith("NNP") or (tag == "NN" and before not in _DESCRIBING)


def normal_title(title: str) -> str:
    """A title without case, accents, punctuation and what stands in brackets after it.

    >>> normal_title("Emily Brontë (author)")
    'emily bronte'
    """
    letters = unicodedata.normalize("NFKD", _IN_BRACKETS.sub("", title.strip())).casefold()
    bare = "".join(each for each in letters if not unicodedata.combining(each))
    return " ".join(_WORD.findall(bare))
