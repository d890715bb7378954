"""Files of AmbigNQ, ASQA and visited pages for tests, and what an import made of them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import (
    AmbiguousQuestion,
    Disambiguation,
    Example,
    Page,
    PageContent,
    Question,
    VisitedPage,
)
from annotator.workspace.projects.models import Project
from tests.factories.corpus import HTML

NOTHING_AMBIGUOUS = dict.fromkeys(
    [
        "Example",
        "Question",
        "AmbiguousQuestion",
        "Disambiguation",
        "VisitedPage",
        "Page",
        "PageContent",
        "Annotation",
    ],
    0,
)


def ambiguous_rows() -> dict[str, int]:
    """How many rows there are of what these imports write."""
    models = (
        Example,
        Question,
        AmbiguousQuestion,
        Disambiguation,
        VisitedPage,
        Page,
        PageContent,
        Annotation,
    )
    return {model.__name__: model._default_manager.count() for model in models}


def multiple(number: int) -> dict[str, Any]:
    """An annotation of AmbigNQ that names so many disambiguations."""
    pairs = [
        {"question": f"when was bell {index} cast", "answer": [str(1800 + index)]}
        for index in range(number)
    ]
    return {"type": "multipleQAs", "qaPairs": pairs}


def ambigqa_question(
    key: str = "5", pairs: int = 2, titles: Iterable[str] = ("Plumb bob",), **changes: Any
) -> dict[str, Any]:
    """A question of AmbigNQ; one without pairs is ambiguous to nobody."""
    single = {"type": "singleAnswer", "answer": ["1804"]}
    return {
        "id": key,
        "question": f"when was the bell cast ({key})",
        "annotations": [single, multiple(pairs)] if pairs else [single],
        "viewed_doc_titles": list(titles),
        "used_queries": [],
        "nq_answer": ["1804"],
        "nq_doc_title": "Bell",
    } | changes


def asqa_example(pairs: int = 2, annotations: int = 2, **changes: Any) -> dict[str, Any]:
    """An example of ASQA without contexts, as most copies have it."""
    return {
        "ambiguous_question": "when was the bell cast",
        "qa_pairs": [
            {
                "question": f"when was bell {index} cast",
                "short_answers": [str(1800 + index), f"in {1800 + index}"],
                "wikipage": "Bell" if index else None,
            }
            for index in range(pairs)
        ],
        "wikipages": [{"title": "Bell", "url": "https://en.wikipedia.org/wiki/Bell"}],
        "annotations": [
            {
                "knowledge": [
                    {"content": "The first bell broke.", "wikipage": "Bell"},
                    {"content": None, "wikipage": None},
                ],
                "long_answer": f"Bell 0 was cast in 1800, bell 1 in 1801. ({number})",
            }
            for number in range(annotations)
        ],
    } | changes


def page_line(title: str = "Plumb bob", html: str = HTML.decode()) -> dict[str, Any]:
    """A line of ``--pages``."""
    return {
        "title": title,
        "url": f"https://en.example.org/wiki/{title.replace(' ', '_')}",
        "document_html": html,
    }


def write_json(path: Path, value: Any) -> Path:
    """A file of one JSON value; bytes are written as they are."""
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return path


def ambiguous_contents(project: Project) -> list[Any]:
    """Everything that these imports write, without primary keys and the job's own id."""
    examples = Example.objects.filter(project=project).order_by("position")
    return [
        (
            example.ambiguous_question.key,
            example.example_id,
            example.is_published,
            example.overlap,
            example.split,
            example.question.text,
            list(example.slots.order_by("number").values_list("number", "state")),
            list(
                example.disambiguations.order_by("number").values_list(
                    "number", "question", "short_answers", "context", "page_title"
                )
            ),
            list(
                example.visited_pages.order_by("number").values_list(
                    "title", "url", "page__fingerprint"
                )
            ),
            [
                (
                    annotation.annotation_id,
                    annotation.annotator.username,
                    annotation.long_form_answer.text,
                    list(annotation.knowledge.order_by("number").values_list("content")),
                )
                for annotation in Annotation.objects.filter(example=example).order_by("pk")
            ],
        )
        for example in examples
    ]


def dump(value: Any) -> bytes:
    """Compact JSON."""
    return orjson.dumps(value)
