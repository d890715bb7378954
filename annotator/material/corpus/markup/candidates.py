"""Long answer candidates from tokens alone, by rules measured on real NQ examples."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .spans import LongAnswerCandidate, Token, TokenColumns

CANDIDATE_TAGS = frozenset({"P", "Table", "Tr", "Ul", "Ol", "Dl", "Li", "Dd", "Dt"})
"""Boxes that can be a long answer (NQ repository README, "Long Answer Candidates")."""

MINIMUM_TOKENS = 5
"""A candidate spans at least this many tokens, its own two tags included."""

TAIL_HEADINGS = frozenset(
    {"see also", "notes", "references", "external links", "further reading", "bibliography"}
)
"""From the first of these headings on, a page has no candidates."""

_TAIL_COMPANIONS = frozenset({"footnotes", "citations", "sources", "links", "works cited"})
# These are tail headings only together with another one ("Notes and citations"), since an article
# may have a section on its sources.

_LONGEST_HEADING = 20
# Tokens; no tail heading comes near it, and an unclosed heading may hold the whole page.

_EDIT_LINK = re.compile(r" \( edit(?: source)? \)$")
_CONJUNCTION = re.compile(r" (?:and|&|,|/) ")
_OPENING_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9]*)")
_HEADINGS = frozenset({"H1", "H2", "H3", "H4", "H5", "H6"})


def candidate_tag(token: str) -> str:
    """The element's name in an html token: ``P`` from ``<P>``, ``Td`` from ``<Td colspan="2">``.

    Works on NQ's simplified form too (``<Td_colspan="2">``). Raises ``ValueError`` for anything
    that is not an opening tag.
    """
    match = _OPENING_TAG.match(token)
    if match is None:
        raise ValueError(f"{token!r} is not an opening tag")
    return match[1]


def find_candidates(tokens: Sequence[Token]) -> list[LongAnswerCandidate]:
    """The long answer candidates of a page, by ``start_token``, parents before children.

    Goes in: all tokens of the page in order. Comes out: boxes in tokens and in bytes, the box's
    own tags inside.
    """
    return find_candidates_in(TokenColumns.of(tokens))


def find_candidates_in(columns: TokenColumns) -> list[LongAnswerCandidate]:
    """The same for tokens by column."""
    starts, ends = columns.start_byte, columns.end_byte
    return [
        LongAnswerCandidate(
            start_byte=starts[start],
            end_byte=ends[end - 1],
            start_token=start,
            end_token=end,
            top_level=top_level,
        )
        for start, end, top_level in find_candidate_spans(columns.token, columns.html_flags())
    ]


def find_candidate_spans(
    tokens: Sequence[str], html_token: Sequence[bool]
) -> list[tuple[int, int, bool]]:
    """``(start_token, end_token, top_level)`` of each candidate, in order.

    Takes the tokens' texts, and for each whether it is an html token, so it also works on NQ's
    simplified ``document_text``. Returns what :func:`find_candidates` describes.
    """
    boxes = _pair_tags(tokens, html_token)
    tail, contents = _survey_headings(tokens, html_token, boxes)
    skipped_until = 0
    spans: list[tuple[int, int, bool]] = []
    covered_until = 0
    for box in boxes:
        if box.start >= tail:
            break
        if box.start in contents:
            skipped_until = box.end
        if box.start < skipped_until:
            continue
        if box.tag not in CANDIDATE_TAGS or box.end - box.start < MINIMUM_TOKENS:
            continue
        top_level = box.start >= covered_until
        covered_until = max(covered_until, box.end)
        spans.append((box.start, box.end, top_level))
    return spans


@dataclass(slots=True)
class _Box:
    """An element: its opening tag's token, and one past its closing tag's."""

    tag: str
    start: int
    end: int


def _pair_tags(tokens: Sequence[str], html_token: Sequence[bool]) -> list[_Box]:
    """Every element by its opening tag. One that is never closed ends where its parent does."""
    boxes: list[_Box] = []
    open_boxes: list[_Box] = []
    open_counts: dict[str, int] = {}
    for index, is_html in enumerate(html_token):
        if not is_html:
            continue
        token = tokens[index]
        if token.startswith("</"):
            tag = token[2:-1]
            if not open_counts.get(tag):
                continue
            while (box := open_boxes.pop()).tag != tag:
                box.end = index
                open_counts[box.tag] -= 1
            box.end = index + 1
            open_counts[tag] -= 1
            continue
        box = _Box(candidate_tag(token), index, index + 1)
        boxes.append(box)
        open_boxes.append(box)
        open_counts[box.tag] = open_counts.get(box.tag, 0) + 1
    for box in open_boxes:
        box.end = len(tokens)
    return boxes


def _survey_headings(
    tokens: Sequence[str], html_token: Sequence[bool], boxes: Sequence[_Box]
) -> tuple[int, set[int]]:
    """Where the tail begins, and where the lists of tables of contents before it do."""
    contents: set[int] = set()
    for box, following in pairwise([*boxes, _Box("", len(tokens), len(tokens))]):
        if box.tag not in _HEADINGS:
            continue
        end = min(box.end, box.start + _LONGEST_HEADING)
        words = [tokens[i] for i in range(box.start, end) if not html_token[i]]
        title = _EDIT_LINK.sub("", " ".join(words)).casefold()
        if _is_tail(title) or (not title and _is_menu(box, following)):
            return box.start, contents
        if title == "contents" and _is_numbered_list(tokens, html_token, following):
            contents.add(following.start)
    return len(tokens), contents


def _is_tail(title: str) -> bool:
    if title in TAIL_HEADINGS:
        return True
    parts = _CONJUNCTION.split(title)
    return any(part in TAIL_HEADINGS for part in parts) and all(
        part in TAIL_HEADINGS or part in _TAIL_COMPANIONS for part in parts
    )


def _is_menu(box: _Box, following: _Box) -> bool:
    """Whether an empty heading is the skin's menu: a smaller empty one follows at once.

    It ends the article on the rare page that has no tail heading at all.
    """
    return box.tag == "H2" and following.tag == "H3" and following.start == box.end


def _is_numbered_list(tokens: Sequence[str], html_token: Sequence[bool], box: _Box) -> bool:
    """Whether ``box`` is a list whose first word is 1, as a table of contents is.

    A section that happens to be called "Contents" has no such list.
    """
    if box.tag != "Ul":
        return False
    first_words = (tokens[i] for i in range(box.start, box.end) if not html_token[i])
    return next(first_words, "") == "1"
