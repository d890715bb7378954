"""Pages around attacks, and what our own code makes of them."""

from dataclasses import dataclass

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.rendering import render_page
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.tokens import tokenize_page

INTRODUCTION = "<P>What stands before the attack is a paragraph, too.</P>"
SENTINEL = "<P>What stands after the attack is still a paragraph.</P>"
TITLE = "Hostile page"


@dataclass(frozen=True)
class FrozenPage:
    """A page's bytes with the tokens and candidates of our own tokenizer."""

    html: bytes
    tokens: list[Token]
    candidates: list[LongAnswerCandidate]

    @property
    def rendering(self) -> bytes:
        """What the frame shows."""
        return render_page(self.html, self.tokens, self.candidates, title=TITLE)

    @property
    def keeps_its_end(self) -> bool:
        """Whether the paragraph after the last attack is a candidate of its own."""
        return any(
            box.top_level and self.html[box.start_byte : box.end_byte] == SENTINEL.encode()
            for box in self.candidates
        )


def page_around(*attacks: str) -> str:
    """A page in the style of Natural Questions in which each attack ends a paragraph."""
    paragraphs = "".join(f"<P>One two three four five {attack}</P>\n" for attack in attacks)
    body = f"{INTRODUCTION}\n{paragraphs}{SENTINEL}"
    return f"<HTML><HEAD><TITLE>{TITLE}</TITLE></HEAD><BODY>\n{body}</BODY></HTML>"


def frozen_as_given(html: str) -> FrozenPage:
    """The page as an example of the original format freezes it: its boxes end with their tag."""
    page = _frozen(html.encode())
    closed = [box for box in page.candidates if page.tokens[box.end_token - 1].token[:2] == "</"]
    return FrozenPage(page.html, page.tokens, closed)


def frozen_cleaned(html: str) -> FrozenPage:
    """The page as ``import_pages`` freezes it."""
    return _frozen(clean_page(html.encode(), title=TITLE))


def _frozen(html: bytes) -> FrozenPage:
    tokens = tokenize_page(html)
    return FrozenPage(html, tokens, find_candidates(tokens))


def batches_of(attacks: list[str]) -> list[list[str]]:
    """The attacks on as few pages as possible.

    One that swallows what follows it comes last on its page; the others are spread evenly.
    """
    kept, swallowing = [], []
    for attack in attacks:
        page = page_around(attack)
        contained = frozen_as_given(page).keeps_its_end and frozen_cleaned(page).keeps_its_end
        (kept if contained else swallowing).append(attack)
    return [[*kept[n :: len(swallowing)], last] for n, last in enumerate(swallowing)]
