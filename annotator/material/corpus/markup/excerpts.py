"""One passage of a page by itself, rendered as it looked there.

Source: the NQ paper, section 4.2: experts judge a pair of a question and a passage, not the page.
The passage comes from the page's stored rendering, which is sanitised. The result passes nh3 again,
and is used only if it still has the same tokens.
"""

import re
from collections.abc import Sequence

from annotator.material.corpus.markup.answer_marks import mark_answers
from annotator.material.corpus.markup.marked_boxes import marked_boxes
from annotator.material.corpus.markup.outline import (
    CELLS,
    LISTS,
    PIECE,
    SECTIONS,
    Box,
    attributes_of,
    end_of_element,
    outline_of,
    tag_with,
    tokens_at,
)
from annotator.material.corpus.markup.rendering import (
    RENDERING_VERSION,
    frame_document,
    parts_of_document,
    sanitise_body,
    stylesheet,
)
from annotator.material.corpus.markup.spans import TokenSpan

EXCERPT_VERSION: str = f"{RENDERING_VERSION}.2"
"""Which excerpts of the same rendering are alike."""

_TITLE = "Passage"
_INTEGER = re.compile(r"[\t\n\f\r ]*([+-]?[0-9]{1,9})")
_STYLES = stylesheet("excerpt.css")
# What these classes say of lists holds for all lists inside.
_CLASSES_AROUND = ("hlist", "plainlist")
_OWNERS = {
    **dict.fromkeys(("li",), LISTS),
    **dict.fromkeys(("dd", "dt"), frozenset({"dl"})),
    **dict.fromkeys(CELLS, frozenset({"tr"})),
    "tr": SECTIONS | {"table"},
    **dict.fromkeys(SECTIONS | {"caption"}, frozenset({"table"})),
}


class Excerpts:
    """The passages of one page."""

    def __init__(self, rendering: bytes) -> None:
        """``rendering`` is the document that ``render_page`` made. Time is linear in its length."""
        self._root, self._body = parts_of_document(rendering)
        self._boxes = outline_of(self._body)

    def document(
        self, candidate_index: int, *, tokens: TokenSpan, answers: Sequence[TokenSpan] = ()
    ) -> bytes:
        """A complete HTML document with nothing but one candidate, UTF-8, for the page's frame.

        It is exactly the candidate: a row stands in its table without caption and heading, a list's
        item in its list with its number. ``tokens`` are the candidate's. If the rendering could not
        keep the candidate's box, or a parser would not keep it alone, only the words are shown.
        ``answers`` are marked: each token of answer 0 is in ``<mark data-answer="0">``.
        """
        box = self._boxes.get(candidate_index)
        body = _sanitised(self._passage(box, answers)) if box else None
        if body is None:
            words = f"<p>{mark_answers(self._words(box, tokens), answers)}</p>"
            body = sanitise_body(words)
        return frame_document(body, root=self._root, title=_TITLE, styles=_STYLES)

    def _passage(self, box: Box, answers: Sequence[TokenSpan]) -> str:
        before, own, after = _framed(self._body, box)
        opening, closing = _around(self._body, box)
        return f"{opening}{before}{mark_answers(own, answers)}{after}{closing}"

    def _words(self, box: Box | None, tokens: TokenSpan) -> str:
        """What is text in the candidate, each token in its SPAN."""
        body = self._body
        start, end = (box.start, box.end) if box else (0, len(body))
        words: list[str] = []
        position, is_inside = start, False
        for piece in PIECE.finditer(body, start, end):
            if piece.start() < position:
                continue
            if is_inside:
                words.append(body[position : piece.start()])
            position, numbers = piece.end(), tokens_at(piece)
            if numbers is None:
                words.append(" ")
                continue
            first = int(numbers.partition("-")[0])
            is_inside = tokens.start_token <= first < tokens.end_token
            if piece["token"] is None:
                position = end_of_element(body, piece.start())
            if is_inside:
                text = PIECE.sub("", body[piece.end() : position])
                word = piece[0] if piece["token"] else f'<span data-t="{numbers}">{text}</span>'
                words.append(word)
        return "".join(words).strip()


def _framed(body: str, box: Box) -> tuple[str, str, str]:
    """The candidate, between the tags of the elements that it needs around it to be shown."""
    own = body[box.start : box.end]
    owners: list[Box] = []
    inner = box
    while owner := _owner(inner):
        owners.insert(0, owner)
        inner = owner
    if box.role == "li" and owners and not box.is_plain:
        own = _numbered(body, box, owners[0])
    before = "".join(body[owner.start : owner.opened] for owner in owners)
    return before, own, "".join(f"</{owner.name}>" for owner in reversed(owners))


def _owner(box: Box) -> Box | None:
    roles = _OWNERS.get(box.role, frozenset())
    around = box.parent if roles else None
    while around is not None and around.role not in roles:
        around = around.parent if around.role != "table" else None
    return around


def _numbered(body: str, item: Box, owner: Box) -> str:
    """A list's item that says which number it has where the list gives numbers."""
    tag = body[item.start : item.opened]
    if owner.role == "ol" and item.listing is owner and "value" not in attributes_of(tag):
        tag = tag_with(tag, {"value": str(_number(body, item, owner))})
    return tag + body[item.opened : item.end]


def _number(body: str, item: Box, owner: Box) -> int:
    """As the HTML standard counts a list's items."""
    attributes = attributes_of(body[owner.start : owner.opened])
    step = -1 if "reversed" in attributes else 1
    number = _integer(attributes.get("start", ""))
    if number is None:
        number = len(owner.parts) if step < 0 else 1
    for part in owner.parts:
        given = attributes_of(body[part.start : part.opened]).get("value")
        value = None if given is None else _integer(given)
        number = number if value is None else value
        if part is item:
            break
        number += step
    return number


def _integer(value: str) -> int | None:
    match = _INTEGER.match(value)
    return int(match[1]) if match else None


def _around(body: str, box: Box) -> tuple[str, str]:
    """Tags of a DIV with language, direction and lists as set further out on the page."""
    kept: dict[str, str] = {}
    classes: set[str] = set()
    outer = box.parent
    while outer is not None:
        given = attributes_of(body[outer.start : outer.opened])
        classes |= set(given.get("class", "").split())
        for name in ("lang", "dir"):
            if name in given:
                kept.setdefault(name, given[name])
        outer = outer.parent
    if around := [name for name in _CLASSES_AROUND if name in classes]:
        kept["class"] = " ".join(around)
    return (tag_with("<div>", kept), "</div>") if kept else ("", "")


def _sanitised(passage: str) -> str | None:
    body = sanitise_body(passage)
    same = body == passage or (
        sanitise_body(body) == body and marked_boxes(body) == marked_boxes(passage)
    )
    return body if same else None
