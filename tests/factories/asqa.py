"""ASQA's examples for tests."""

from annotator.collecting.assignments.slots import create_slots, publish_examples
from annotator.exchange.imports.ambiguity import Visit, add_ambiguity
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.services import NewExample, create_examples, next_position
from annotator.material.formats import asqa
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_page, make_project

QUESTION = "who uses a plumb bob"
DISAMBIGUATIONS = (
    asqa.Disambiguation(
        question="Who uses a plumb bob to build walls?",
        short_answers=("Masons", "bricklayers"),
        context="Masons use it to build walls upright.",
        page_title="Plumb bob",
    ),
    asqa.Disambiguation(
        question="Who uses a plumb bob to centre tripods?",
        short_answers=("Surveyors",),
        context=None,
        page_title=None,
    ),
)
COMPLETE = (
    "A plumb bob is a weight hung from a string. Masons use it to build walls upright, and "
    "surveyors use it to centre tripods."
)
"""A long-form answer in which every disambiguation's short answer stands."""


def make_asqa_project(slug: str = "asqa", *, overlap: int = 1) -> Project:
    return make_project(slug, overlap=overlap, kind="asqa")


def make_ambiguous_examples(
    project: Project, count: int, *, page: Page | None = None, split: str = "dev"
) -> list[Example]:
    """Published examples with two disambiguations and one visited page each."""
    page = page or make_page()
    first = next_position(project)
    new = [
        NewExample(
            example_id=number,
            question_text=f"{QUESTION} ({number})",
            position=number,
            split=split,
        )
        for number in range(first, first + count)
    ]
    examples = create_examples(project=project, new=new, at=AT)
    for example in examples:
        add_ambiguity(
            example=example,
            key=str(example.example_id),
            disambiguations=DISAMBIGUATIONS,
            visits=[Visit(title=page.title, url=page.url, page=page)],
        )
    create_slots(examples=examples)
    publish_examples(project=project, import_job=None)
    return examples
