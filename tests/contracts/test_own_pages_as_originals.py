"""What the platform makes of raw pages is what it accepts as an official file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.formats.natural_questions import OriginalExample, read_example, to_original
from tests.shared_data import shared_path

PAGES = sorted(path.name for path in Path(__file__).parents[3].glob("shared/data/pages/*.html"))


def as_example(html: bytes) -> OriginalExample:
    tokens = tokenize_page(html)
    return OriginalExample(
        example_id=1,
        question_text="what is it",
        question_tokens=("what", "is", "it"),
        document_title="It",
        document_url="",
        document_html=html,
        document_tokens=tuple(tokens),
        long_answer_candidates=tuple(find_candidates(tokens)),
        annotations=(),
    )


@pytest.mark.parametrize("name", PAGES or ["nq_Earth.html"])
def test_a_real_page_is_accepted_once_it_was_cleaned_and_tokenised(name: str) -> None:
    example = as_example(clean_page(shared_path(f"pages/{name}").read_bytes()))
    assert read_example(to_original(example)) == example


PIECES = st.sampled_from(
    [
        "<p>", "</p>", "<table>", "<tr>", "<td colspan=2>", "</table>", "<ul>", "<li>", "</ul>",
        "<b>", "</b>", "<sup>1</sup>", "<a href=x>", "</a>", "<div>", "</div>", "&amp;", "&#39;s ",
        "“quoted” ", "cannot ", "Kids' ", "J. G. ", "a–b ", "½ ", "長安 ", "مرحبا ", "[edit] ",
        "U.S. ", "3.5% ", "5|6 ", "\u00a0", "e\u0301 ", "ﬁne ",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30))
def test_any_page_is_accepted_once_it_was_cleaned_and_tokenised(pieces: list[str]) -> None:
    html = "<p>Five words are a box .</p>" + "".join(pieces)
    try:
        example = as_example(clean_page(html.encode()))
    except PageError:
        return
    assert read_example(to_original(example)) == example
