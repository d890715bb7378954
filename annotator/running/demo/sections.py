"""The demo's articles in pieces: the introduction and each section as a page of its own.

The simulated project asks its questions on these, so that hardly any two share a page. Knows no
database.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page

from .catalogue import INTEGERS_STEM, DemoArticle, DemoQuestion, articles, questions
from .truth import TruthNotFoundError, resolve_truth

_BODY: Final = b'<div class="mw-parser-output">\n'
_CLOSING: Final = b"</div></div></div></div></body></html>\n"
_SECTION: Final = re.compile(rb'(?=<h2><span class="mw-headline")')
_HEADING: Final = re.compile(rb'<h2><span class="mw-headline" id="([^"]+)">([^<]*)<')
_CONTENTS: Final = re.compile(rb'<div id="toc".*', re.DOTALL)
_WITHOUT_TEXT: Final = {"See also", "References", "External links", "Notes", "Further reading"}


@cache
def placed_questions() -> tuple[tuple[DemoQuestion, DemoArticle], ...]:
    """Every question, in order, and the piece of its article that it is asked on.

    An answer's piece is the first one with the answer. Questions without one are asked on pieces
    that no other question needs, as far as there are any.
    """
    pieces = {article.stem: pieces_of(article) for article in articles()}
    placed = {
        question: next(piece for piece in pieces[question.article] if _answers(piece, question))
        for question in questions()
        if question.truth.long_answer is not None
    }
    for question in questions():
        if question not in placed:
            own = pieces[question.article]
            free = (piece for piece in own if piece not in placed.values())
            placed[question] = next(free, own[0])
    return tuple((question, placed[question]) for question in questions())


def pieces_of(article: DemoArticle) -> Sequence[DemoArticle]:
    """The introduction without its list of contents, and the sections with prose; the computed
    article stays whole.
    """
    if article.stem == INTEGERS_STEM:
        return [article]
    opening, body, rest = article.html.partition(_BODY)
    introduction, *sections = _SECTION.split(rest)
    first = opening + body + _CONTENTS.sub(b"", introduction) + _CLOSING
    pieces = [replace(article, html=first)]
    for number, section in enumerate(sections, 1):
        heading = _HEADING.match(section)
        if heading is None or heading[2].decode() in _WITHOUT_TEXT:
            continue
        title = f"{article.title}: {heading[2].decode()}"
        head = opening.replace(article.title.encode(), title.encode())
        pieces.append(
            DemoArticle(
                stem=f"{article.stem}_{number}",
                title=title,
                url=f"{article.url}#{heading[1].decode()}",
                html=head + body + section + _CLOSING,
            )
        )
    return pieces


def _answers(piece: DemoArticle, question: DemoQuestion) -> bool:
    tokens = tokenize_page(clean_page(piece.html, title=piece.title))
    try:
        resolve_truth(tokens, find_candidates(tokens), question.truth)
    except TruthNotFoundError:
        return False
    return True
