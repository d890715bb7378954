"""What the demo project consists of, read from this package's data. Knows no database.

Texts and drawings are the project's own. ``articles/images/source`` holds each drawing as SVG; a
PNG is made from it at twice its size or less, because pages may not show SVG.
"""

import base64
import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from .integers import build_article
from .truth import LongAnswerTruth, Truth

PAGE_ADDRESS: Final = "https://en.wikipedia.org/wiki/"
"""Where an encyclopaedia keeps an article of the same name. The text here is the project's own."""

INTEGERS_STEM: Final = "list_of_integers"

_TITLE = re.compile(rb"<title>(.*?)</title>")
_IMAGE_SOURCE = re.compile(rb'src="images/([a-z0-9-]+\.png)"')


@dataclass(frozen=True, slots=True)
class DemoArticle:
    """An article as it would be saved from an encyclopaedia. ``html`` is UTF-8 and loads
    nothing: its images are data URIs.
    """

    stem: str
    title: str
    url: str
    html: bytes


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question, the stem of the article to answer it from, why it is there, and its truth."""

    question_text: str
    article: str
    kind: str
    truth: Truth


@cache
def articles() -> tuple[DemoArticle, ...]:
    """Every article, the written ones by stem and the computed one last."""
    files = sorted(
        (file for file in _folder("articles").iterdir() if file.name.endswith(".html")),
        key=lambda file: file.name,
    )
    written = [_article(file.name.removesuffix(".html"), file.read_bytes()) for file in files]
    return (*written, _article(INTEGERS_STEM, build_article().encode()))


def questions() -> tuple[DemoQuestion, ...]:
    """The questions, in the order in which the demo project asks them."""
    loaded: list[dict[str, Any]] = json.loads(_folder("questions.json").read_bytes())
    return tuple(
        DemoQuestion(
            question_text=question["question_text"],
            article=question["article"],
            kind=question["kind"],
            truth=_truth(question["truth"]),
        )
        for question in loaded
    )


def guidelines(kind: str) -> str:
    """The annotation guidelines of the demo of this kind, in Markdown; "" where none are written.

    They are ``guidelines/KIND.md``.
    """
    file = _folder("guidelines") / f"{kind}.md"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def short_instructions(kind: str) -> str:
    """What the self-study of the demo of this kind begins with, in Markdown: ``KIND-short.md``."""
    return guidelines(f"{kind}-short")


def guideline_pictures() -> dict[str, bytes]:
    """The pictures that the guidelines show, by name."""
    files = (_folder("guidelines") / "pictures").iterdir()
    return {file.name: file.read_bytes() for file in sorted(files, key=lambda file: file.name)}


def articles_by_stem() -> dict[str, DemoArticle]:
    """Every article under the name that questions use."""
    return {article.stem: article for article in articles()}


def _folder(name: str) -> Traversable:
    return resources.files(__package__) / name


def _article(stem: str, source: bytes) -> DemoArticle:
    found = _TITLE.search(source)
    if found is None:
        raise ValueError(f"demo article {stem!r} has no <title>: give it one")
    title = found[1].decode()
    return DemoArticle(
        stem=stem,
        title=title,
        url=PAGE_ADDRESS + title.replace(" ", "_"),
        html=_IMAGE_SOURCE.sub(_embed_image, source),
    )


def _embed_image(source: re.Match[bytes]) -> bytes:
    # The images are beside the files, so that people can look at both.
    image = (_folder("articles") / "images" / source[1].decode()).read_bytes()
    return b'src="data:image/png;base64,' + base64.b64encode(image) + b'"'


def _truth(loaded: dict[str, Any]) -> Truth:
    long_answer = loaded["long_answer"]
    return Truth(
        question_quality=loaded["question_quality"],
        long_answer=long_answer and LongAnswerTruth(**long_answer),
        short_answers=tuple(loaded["short_answers"]),
        yes_no_answer=loaded["yes_no_answer"],
    )
