"""Markdown of guidelines and FAQ: as HTML, and what in it leads nowhere.

Two kinds of address are our own: ``pictures/NAME`` for a picture of the project, and ``faq:NUMBER``
for an entry of its FAQ. No other picture is shown: nothing is requested from elsewhere.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from annotator.collecting.guidance.models import FaqEntry
from annotator.workspace.projects.models import Project

PICTURE = re.compile(r"(?:\./)?pictures/([a-z0-9-]+\.(?:png|jpg|webp))")
FAQ_LINK = re.compile(r"faq:([1-9][0-9]{0,8})")


@dataclass(frozen=True)
class BrokenLink:
    """A link or a picture that leads nowhere; ``line`` counts from 1."""

    line: int
    target: str
    problem: str


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(markdown: str, *, project: str) -> str:
    """Markdown as HTML, with the project's pictures and FAQ. Raw HTML is shown as text."""
    parser = _parser()
    tokens = parser.parse(markdown)
    for token in _inner(tokens):
        children = token.children or []
        token.children = [_resolved(child, project) for child in children]
    return str(parser.renderer.render(tokens, parser.options, {}))


def _resolved(token: Token, project: str) -> Token:
    if token.type == "image":
        name = PICTURE.fullmatch(str(token.attrGet("src")))
        if name is None:
            return Token("text", "", 0, content=token.content)
        token.attrSet("src", f"/api/v1/projects/{project}/guidelines/pictures/{name[1]}")
    elif token.type == "link_open":
        number = FAQ_LINK.fullmatch(str(token.attrGet("href")))
        if number:
            token.attrSet("href", f"/projects/{project}/faq/{number[1]}")
    return token


def find_broken_links(markdown: str, *, project: Project) -> list[BrokenLink]:
    """Pictures that the project does not have, and FAQ entries that are not published."""
    pictures = set(project.pictures.values_list("name", flat=True))
    entries = FaqEntry.objects.filter(project=project, withdrawn_at=None)
    numbers = set(entries.values_list("number", flat=True))
    return list(_broken(_parser().parse(markdown), pictures, numbers))


def _broken(
    tokens: Sequence[Token], pictures: Collection[str], numbers: Collection[int]
) -> Iterator[BrokenLink]:
    for block in _inner(tokens):
        line = (block.map[0] if block.map else 0) + 1
        for token in block.children or []:
            if token.type in {"softbreak", "hardbreak"}:
                line += 1
            target = str(token.attrGet("src") or token.attrGet("href") or "")
            if token.type == "image":
                problem = _problem_of_picture(target, pictures)
            elif token.type == "link_open":
                problem = _problem_of_link(target, numbers)
            else:
                continue
            if problem:
                yield BrokenLink(line, target, problem)


def _problem_of_picture(target: str, pictures: Collection[str]) -> str:
    name = PICTURE.fullmatch(target)
    if name is None:
        return (
            "Only the project's own pictures are shown. Upload the picture and write pictures/NAME."
        )
    return "" if name[1] in pictures else "The project has no picture of this name."


def _problem_of_link(target: str, numbers: Collection[int]) -> str:
    if not target.lower().startswith("faq:"):
        return ""
    number = FAQ_LINK.fullmatch(target)
    known = number is not None and int(number[1]) in numbers
    return "" if known else "The FAQ does not have this entry, or it was withdrawn."


def _inner(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.type == "inline"]
