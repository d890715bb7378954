"""The demos of Natural Questions, one with 25 simulated annotations of each question: see
``DemoProjects``.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from annotator.collecting.assignments.slots import create_slots, publish_examples
from annotator.foundation.names.derived_ids import derive_id
from annotator.kinds.natural_questions.demo_training import TRAINING_QUESTIONS, answer_of, train
from annotator.material.corpus.models import Page
from annotator.material.corpus.publication import record_publication
from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.material.corpus.services import NewExample, create_examples
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.running.demo.catalogue import DemoQuestion, guidelines, questions
from annotator.running.demo.kinds import ANNOTATED_SLUG, SLUG, TRAINING_SLUG, Demo
from annotator.running.demo.sections import placed_questions
from annotator.running.demo.simulated_judgments import simulate_judgments
from annotator.running.demo.truth import ResolvedTruth, resolve_truth
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import create_project

OVERLAP = 3
ANNOTATIONS = 25
"""Of each question, as for the human upper bound (NQ paper, section 5.2)."""

SEED = 1
EARLIER = timedelta(days=21)
"""How long before the demo was loaded the project was begun: before all simulated working days."""


def load(demo: Demo) -> None:
    """Questions on the articles."""
    project = create_project(
        slug=SLUG,
        kind=Kind.NQ,
        title="Demo: questions on eleven articles",
        overlap=OVERLAP,
        guidelines=guidelines(Kind.NQ),
        at=demo.at,
        creator=demo.lead,
    )
    demo.add_members(project, at=demo.at)
    asked = [(question, demo.pages[question.article]) for question in questions()]
    _load_examples(project, asked, demo.at, demo.lead)
    _load_training(demo)


def _load_training(demo: Demo) -> None:
    """The same questions, the first of which serve training."""
    began = demo.at - EARLIER
    project = create_project(
        slug=TRAINING_SLUG,
        kind=Kind.NQ,
        title="Demo: training before the first question",
        overlap=OVERLAP,
        guidelines=guidelines(Kind.NQ),
        at=began,
        creator=demo.lead,
    )
    demo.add_members(project, at=began)
    asked = [(question, demo.pages[question.article]) for question in questions()]
    _load_examples(project, asked, began, demo.lead)
    examples = list(project.examples.order_by("position"))
    right = {
        example.pk: answer_of(resolve_truth(tokens_of(page), candidates_of(page), question.truth))
        for example, (question, page) in zip(examples, asked[:TRAINING_QUESTIONS], strict=False)
    }
    train(
        project=project,
        examples=examples,
        right=right,
        lead=demo.lead,
        people=demo.people(Role.ANNOTATOR),
        at=demo.at,
    )


def load_annotated(demo: Demo) -> None:
    """The same questions, on pieces of the articles. It has one member, its lead."""
    project = create_project(
        slug=ANNOTATED_SLUG,
        kind=Kind.NQ,
        title="Natural Questions, simulated 25-way",
        overlap=ANNOTATIONS,
        guidelines=guidelines(Kind.NQ),
        at=demo.at - EARLIER,
        creator=demo.lead,
    )
    asked = [(question, demo.pages[piece.stem]) for question, piece in placed_questions()]
    _load_examples(project, asked, demo.at - EARLIER, demo.lead)
    experts = demo.people(Role.EXPERT)
    simulate_annotations(project=project, lead=demo.lead, experts=experts, at=demo.at)


def _load_examples(
    project: Project, asked: Sequence[tuple[DemoQuestion, Page]], at: datetime, lead: User
) -> None:
    new = [
        NewExample(
            example_id=derive_id(question.question_text, question.article),
            question_text=question.question_text,
            page=page,
            position=number,
        )
        for number, (question, page) in enumerate(asked, start=1)
    ]
    examples = create_examples(project=project, new=new, at=at)
    create_slots(examples=examples)
    record_publication(project=project, import_job=None, at=at, actor=lead)
    publish_examples(project=project, import_job=None)


def simulate_annotations(
    *, project: Project, lead: User, experts: Sequence[User], at: datetime
) -> int:
    """Let 25 simulated annotators answer the demo's questions; how many annotations there are.

    Two rounds of judgments are finished, and ``experts`` have one to judge in.

    Most annotations are what the demo calls right. The project has the demo's questions, in their
    order.
    """
    examples = list(project.examples.select_related("page").order_by("position"))
    read = cache(lambda page: (tokens_of(page), candidates_of(page)))
    known = {
        example.pk: _known(resolve_truth(*read(example.page), question.truth))
        for example, question in zip(examples, questions(), strict=True)
    }
    number = simulate(
        project=project,
        wish=Wish(annotators=ANNOTATIONS, seed=SEED, until=at.date().isoformat()),
        at=at,
        actor=lead,
        known=known,
    )
    simulate_judgments(
        project=project,
        known=known,
        annotations=ANNOTATIONS,
        seed=SEED,
        lead=lead,
        people=experts,
        at=at,
    )
    return number


def _known(truth: ResolvedTruth) -> KnownAnswer:
    return KnownAnswer(
        bad=truth.question_quality == "bad",
        candidate=truth.candidate_index,
        spans=truth.short_answers,
        yes_no=truth.yes_no_answer,
    )
