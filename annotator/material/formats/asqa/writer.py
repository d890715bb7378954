"""Writing an example in ASQA's format, to the key."""

from typing import Any

from annotator.material.formats.asqa.example import (
    NO_CONTEXT,
    AsqaAnnotation,
    AsqaExample,
    Disambiguation,
)


def write_example(example: AsqaExample) -> dict[str, Any]:
    """The example as the official file has it; ``read_example`` gives the same example back."""
    return {
        "ambiguous_question": example.ambiguous_question,
        "qa_pairs": [_pair(each) for each in example.disambiguations],
        "wikipages": [{"title": page.title, "url": page.url} for page in example.pages],
        "annotations": [_annotation(each) for each in example.annotations],
    }


def write_question(text: str) -> dict[str, Any]:
    """What participants of a competition get of an example: how many readings the question has, and
    which pages and passages they come from, would tell answers.
    """
    return {"ambiguous_question": text, "qa_pairs": [], "wikipages": []}


def _pair(disambiguation: Disambiguation) -> dict[str, Any]:
    pair = {
        "question": disambiguation.question,
        "short_answers": list(disambiguation.short_answers),
        "wikipage": disambiguation.page_title,
    }
    if disambiguation.has_context_field:
        pair = {"context": disambiguation.context or NO_CONTEXT, **pair}
    return pair


def _annotation(annotation: AsqaAnnotation) -> dict[str, Any]:
    return {
        "knowledge": [
            {"content": piece.content, "wikipage": piece.page_title}
            for piece in annotation.knowledge
        ],
        "long_answer": annotation.long_form_answer,
    }
