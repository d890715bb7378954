"""Attacks as lines of the files that imports read."""

from typing import Any

from tests.hostile.frozen_pages import TITLE, frozen_as_given

_URL = "https://en.example.org/wiki/Hostile"


def raw_page_line(question: str, html: str) -> dict[str, Any]:
    """A line for ``import_pages``."""
    return {
        "question_text": question,
        "document_url": _URL,
        "document_title": TITLE,
        "document_html": html,
    }


def original_line(question: str, html: str, *, example_id: int) -> dict[str, Any]:
    """An example in Natural Questions' original format, its offsets computed by our tokenizer."""
    page = frozen_as_given(html)
    return {
        "annotations": [],
        "document_html": html,
        "document_title": TITLE,
        "document_tokens": [
            {
                "token": token.token,
                "start_byte": token.start_byte,
                "end_byte": token.end_byte,
                "html_token": token.html_token,
            }
            for token in page.tokens
        ],
        "document_url": _URL,
        "example_id": example_id,
        "long_answer_candidates": [
            {
                "start_byte": box.start_byte,
                "end_byte": box.end_byte,
                "start_token": box.start_token,
                "end_token": box.end_token,
                "top_level": box.top_level,
            }
            for box in page.candidates
        ],
        "question_text": question,
        "question_tokens": question.split(),
    }
