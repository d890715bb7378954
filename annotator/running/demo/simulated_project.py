"""Loading the demo that is annotated already: 25 simulated annotations of each question."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.running.demo.catalogue import guidelines, questions
from annotator.running.demo.simulated_judgments import simulate_judgments
from annotator.running.demo.truth import ResolvedTruth, resolve_truth
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import create_project

SLUG = "demo-25"
ANNOTATIONS = 25
"""Of each question, as for the human upper bound (NQ paper, section 5.2)."""

SEED = 1
EARLIER = timedelta(days=21)
"""How long before the demo was loaded the project was begun: before all simulated working days."""


def create_simulated_project(*, lead: User, at: datetime) -> Project:
    """The project, still empty. It has one member, its lead.

    Raises ``ConflictError`` when the project is there already.
    """
    return create_project(
        slug=SLUG,
        kind=Kind.NQ,
        title="Natural Questions, simulated 25-way",
        overlap=ANNOTATIONS,
        guidelines=guidelines(),
        at=at - EARLIER,
        creator=lead,
    )


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
