"""What changed between two revisions of a page, and which of the old tokens are left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from annotator.material.corpus.markup.spans import TokenColumns

GONE = -1

# Longer pieces than this that changed are not compared word by word.
_LONGEST_PIECE = 2_000


@dataclass(frozen=True, slots=True)
class PageChanges:
    """``difference`` has the lines that changed, ``- `` before the old ones and ``+ `` before the
    new; ``kept`` for each old token the number that it has now, or -1.
    """

    difference: list[str]
    kept: list[int]

    def touches(self, start_token: int, end_token: int) -> bool:
        """Whether anything changed within these tokens of the old page, end exclusive."""
        first = self.kept[start_token]
        whole = list(range(first, first + end_token - start_token))
        return first == GONE or self.kept[start_token:end_token] != whole


def compare_pages(old: TokenColumns, new: TokenColumns) -> PageChanges:
    """Compare by lines, and by words within lines that changed."""
    old_lines, new_lines = list(_lines(old)), list(_lines(new))
    kept = [GONE] * len(old)
    difference: list[str] = []
    before_texts, after_texts = _texts(old, old_lines), _texts(new, new_lines)
    for what, i1, i2, j1, j2 in SequenceMatcher(None, before_texts, after_texts).get_opcodes():
        ours, theirs = _tokens(old_lines, i1, i2), _tokens(new_lines, j1, j2)
        if what == "equal":
            kept[ours.start : ours.stop] = theirs
            continue
        difference += [f"- {line}" for line in before_texts[i1:i2]]
        difference += [f"+ {line}" for line in after_texts[j1:j2]]
        for before, after, size in _same_words(old, ours, new, theirs):
            kept[before : before + size] = range(after, after + size)
    return PageChanges(difference, kept)


def _lines(tokens: TokenColumns) -> Iterator[range]:
    """The tokens in pieces that a reader would call lines: opening tags, words, closing tags."""
    opening = {number for number in tokens.html if not tokens.token[number].startswith("</")}
    start = 0
    for number in range(1, len(tokens)):
        if number in opening and number - 1 not in opening:
            yield range(start, number)
            start = number
    if len(tokens):
        yield range(start, len(tokens))


def _texts(tokens: TokenColumns, lines: Sequence[range]) -> list[str]:
    return [" ".join(tokens.token[line.start : line.stop]) for line in lines]


def _tokens(lines: Sequence[range], first: int, end: int) -> range:
    return range(lines[first].start, lines[end - 1].stop) if first < end else range(0)


def _same_words(
    old: TokenColumns, ours: range, new: TokenColumns, theirs: range
) -> Iterator[tuple[int, int, int]]:
    """Where the same words begin in both, and how many they are."""
    if max(len(ours), len(theirs)) > _LONGEST_PIECE:
        return
    words = old.token[ours.start : ours.stop], new.token[theirs.start : theirs.stop]
    matcher = SequenceMatcher(None, words[0], words[1], autojunk=False)
    for before, after, size in matcher.get_matching_blocks():
        yield ours.start + before, theirs.start + after, size
