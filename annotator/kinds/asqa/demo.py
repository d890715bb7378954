"""The demo of ambiguous questions: see ``DemoProjects``."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.slots import create_slots, publish_examples
from annotator.collecting.guidance.pictures import add_picture
from annotator.collecting.training.settings import write_short_instructions
from annotator.exchange.imports.ambiguity import Visit, add_ambiguity, example_id_of
from annotator.material.corpus.context_passages import (
    PageReader,
    examples_to_search,
    find_passages_of,
    store_passages,
)
from annotator.material.corpus.markup.spans import Token
from annotator.material.corpus.markup.words import split_words
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.publication import record_publication
from annotator.material.corpus.queries import tokens_of
from annotator.material.corpus.services import NewExample, create_examples
from annotator.running.demo.ambiguous_catalogue import (
    DemoAmbiguity,
    DemoAnnotation,
    DemoKnowledge,
    ambiguities,
)
from annotator.running.demo.catalogue import (
    articles_by_stem,
    guideline_pictures,
    guidelines,
    short_instructions,
)
from annotator.running.demo.comparisons import load_comparisons
from annotator.running.demo.kinds import AMBIGUOUS_SLUG, Demo
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import create_project

OVERLAP = 2
SPLIT = "dev"
EARLIER = timedelta(days=2)
"""How long before the demo was loaded its finished annotations were written."""


def load(demo: Demo) -> None:
    """With questions, passages, first annotations and comparisons."""
    began, lead, pages = demo.at - EARLIER, demo.lead, demo.pages
    project = create_project(
        slug=AMBIGUOUS_SLUG,
        kind=Kind.ASQA,
        title="Demo: ambiguous questions",
        overlap=OVERLAP,
        guidelines=guidelines(Kind.ASQA),
        at=began,
        creator=lead,
        requires_training=False,
    )
    demo.add_members(project, at=began)
    for name, content in guideline_pictures().items():
        add_picture(project=project, name=name, content=content, at=began, actor=lead)
    write_short_instructions(
        project=project, markdown=short_instructions(Kind.ASQA), at=began, actor=lead
    )
    _load_examples(project, pages, began, lead)
    _find_passages(project)
    for ambiguity in ambiguities():
        _annotate(project, ambiguity, demo.users, pages, began)
    load_comparisons(project=project, lead=lead, at=began + timedelta(hours=1))


def load_annotated(demo: Demo) -> None:
    """Nothing."""


def _load_examples(project: Project, pages: Mapping[str, Page], at: datetime, lead: User) -> None:
    new = [
        NewExample(
            example_id=example_id_of(ambiguity.key),
            question_text=ambiguity.question,
            position=position,
            split=SPLIT,
        )
        for position, ambiguity in enumerate(ambiguities(), start=1)
    ]
    examples = create_examples(project=project, new=new, at=at)
    for example, ambiguity in zip(examples, ambiguities(), strict=True):
        add_ambiguity(
            example=example,
            key=ambiguity.key,
            disambiguations=ambiguity.disambiguations,
            visits=[
                Visit(title=pages[stem].title, url=pages[stem].url, page=pages[stem])
                for stem in ambiguity.pages
            ],
        )
    create_slots(examples=examples)
    record_publication(project=project, import_job=None, at=at, actor=lead)
    publish_examples(project=project, import_job=None)


def _find_passages(project: Project) -> None:
    examples = list(examples_to_search(project))
    reader = PageReader()
    found = [each for example in examples for each in find_passages_of(example, reader=reader)]
    store_passages(examples=examples, found=found)


def _annotate(
    project: Project,
    ambiguity: DemoAmbiguity,
    users: Mapping[str, User],
    pages: Mapping[str, Page],
    at: datetime,
) -> None:
    for annotation in ambiguity.annotations:
        user = users[annotation.annotator]
        assignment = claim_assignment(project=project, annotator=user, at=at)
        if assignment is None or _key_of(assignment.example) != ambiguity.key:
            raise ValueError(f"{annotation.annotator} has not reached {ambiguity.key} in the queue")
        submit_annotation(
            assignment=assignment,
            answer=_answer(annotation, pages),
            at=at + timedelta(minutes=annotation.minutes),
            active_seconds={"writing": annotation.minutes * 60.0},
        )


def _key_of(example: Example) -> str:
    return example.ambiguous_question.key


def _answer(annotation: DemoAnnotation, pages: Mapping[str, Page]) -> dict[str, Any]:
    return {
        "long_form_answer": annotation.long_form_answer,
        "knowledge": [_piece(each, pages) for each in annotation.knowledge],
        "acknowledged_missing": list(annotation.acknowledged_missing),
        "concern": annotation.concern,
    }


def _piece(knowledge: DemoKnowledge, pages: Mapping[str, Page]) -> dict[str, Any]:
    page = pages[knowledge.article]
    start_token, end_token = find_tokens(knowledge.passage, tokens_of(page))
    return {
        "content": knowledge.passage,
        "page_title": articles_by_stem()[knowledge.article].title,
        "page": page.pk,
        "start_token": start_token,
        "end_token": end_token,
    }


def find_tokens(passage: str, tokens: list[Token]) -> tuple[int, int]:
    """Where the words of ``passage`` are among a page's tokens: start and end (exclusive).

    Raises ``ValueError`` if they are not there, one after the other.
    """
    words = [word for _, _, word in split_words(passage)]
    places = [index for index, token in enumerate(tokens) if not token.html_token]
    texts = [tokens[index].token for index in places]
    for first in range(len(texts) - len(words) + 1):
        if texts[first : first + len(words)] == words:
            return places[first], places[first + len(words) - 1] + 1
    raise ValueError(f"the article does not say: {passage}")
