"""The questions of self-study and exam: examples taken out of the main task."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from annotator.collecting.annotations.kinds import rows_of_answers
from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.models import Assignment, Slot, SlotState
from annotator.collecting.assignments.slots import lock_examples, start_over
from annotator.collecting.training.models import Step, TrainingAnswer
from annotator.collecting.training.steps import QUESTIONS
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import TRAINING, Example
from annotator.material.corpus.splits import purpose_of_split
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Project

MOST_AT_ONCE = 100


def training_examples(project: Project) -> "QuerySet[Example]":
    """The project's examples that serve training, in the order in which they came."""
    return (
        Example.objects.filter(project=project, is_published=True, purpose__in=TRAINING)
        .select_related("question", "page")
        .order_by("position")
    )


@dataclass(frozen=True, slots=True)
class PooledExample:
    """A question of the training with its reference, how many people trained on it, and the
    imported annotations that can become the reference.
    """

    example: Example
    reference: TrainingAnswer | None
    trained_on: int
    imported: Sequence[Annotation]

    @property
    def is_ready(self) -> bool:
        """Whether it has a reference to compare with."""
        return self.reference is not None and self.reference.submitted_at is not None


def pooled_examples(project: Project) -> list[PooledExample]:
    """The questions of a project's training, in a fixed number of queries."""
    imported = Annotation.objects.filter(source=Source.IMPORTED).select_related(*rows_of_answers())
    examples = training_examples(project).prefetch_related(
        Prefetch("annotations", imported.order_by("pk"), to_attr="imported_annotations"),
        "training_answers",
    )
    return [_pooled(each) for each in examples]


def _pooled(example: Example) -> PooledExample:
    answers = list(example.training_answers.all())
    reference = next((answer for answer in answers if answer.attempt_id is None), None)
    trained_on = sum(answer.attempt_id is not None for answer in answers)
    imported: list[Annotation] = getattr(example, "imported_annotations", [])
    return PooledExample(example, reference, trained_on, imported)


def ready_examples(project: Project, step: str) -> "QuerySet[Example]":
    """The examples of a step that have a reference to compare with."""
    references = TrainingAnswer.objects.filter(
        attempt__isnull=True, submitted_at__isnull=False, example__project=project
    )
    return training_examples(project).filter(purpose=step, pk__in=references.values("example"))


def _lock_examples(project: Project, keys: Sequence[int]) -> list[Example]:
    found = Example.objects.filter(project=project, is_published=True)
    # What is hidden is not shown to trainees.
    return lock_examples(among=found.visible_to(None), keys=keys, most=MOST_AT_ONCE)


def _refuse_begun(examples: Sequence[Example]) -> None:
    imported = Annotation.objects.filter(source=Source.IMPORTED).values("assignment")
    begun = (
        Assignment.objects.filter(example__in=examples)
        .exclude(pk__in=imported)
        .values_list("example__question__text", flat=True)
        .order_by("example__position")
        .first()
    )
    if begun is not None:
        raise ConflictError(
            "example_begun", f"Somebody has started “{begun}”, so it stays in the main task."
        )


def _refuse_trained_on(examples: Sequence[Example]) -> None:
    answered = TrainingAnswer.objects.filter(example__in=examples, attempt__isnull=False).first()
    if answered is not None:
        raise ConflictError(
            "trained_on",
            f"Somebody has trained on “{answered.example.question.text}”, so it stays in training.",
        )


def _refuse_needed(example: Example) -> None:
    ready = ready_examples(example.project, example.purpose)
    if not example.project.requires_training or not ready.filter(pk=example.pk).exists():
        return
    needed = QUESTIONS[Step(example.purpose)]
    if ready.count() <= needed:
        raise ConflictError(
            "training_needs_it",
            f"Annotators have to pass this training, and this step needs {needed} questions with a"
            " reference. Choose another one first, or stop requiring training.",
        )


@transaction.atomic
def choose_training_examples(
    *, project: Project, examples: Sequence[int], step: str, at: datetime, actor: User | None
) -> list[Example]:
    """Take examples, by their keys, out of the main task for ``step``; the queue forgets them.

    Annotations from a file don't matter: they can become the reference. Raises ``ConflictError``
    with code ``example_begun`` if somebody has or had one, ``trained_on`` if one serves another
    step and somebody has answered it there; ``InvalidInputError`` for an example that the project
    doesn't have.
    """
    chosen = _lock_examples(project, examples)
    _refuse_begun(chosen)
    _refuse_trained_on([example for example in chosen if example.purpose != step])
    Slot.objects.filter(example__in=chosen, state=SlotState.FREE).update(
        state=SlotState.WITHHELD, returned=False
    )
    Example.objects.filter(pk__in=[example.pk for example in chosen]).update(purpose=step)
    for example in chosen:
        _record(example, "chosen_for_training", at, actor, {"step": step})
        example.purpose = step
    return chosen


@transaction.atomic
def give_back_example(*, example: Example, at: datetime, actor: User | None) -> Example:
    """Give an example back to the main task. Its reference is kept, and shown to nobody.

    Raises ``ConflictError`` with code ``trained_on`` if somebody has trained on it,
    ``training_needs_it`` if too few would be left for the training that the project requires,
    ``not_in_training`` where it serves the main task already.
    """
    [example] = _lock_examples(example.project, [example.pk])
    if example.purpose not in TRAINING:
        raise ConflictError("not_in_training", "This question already belongs to the main task.")
    _refuse_trained_on([example])
    _refuse_needed(example)
    example.purpose = purpose_of_split(example.project, example.split)
    example.save(update_fields=["purpose"])
    withheld = Slot.objects.filter(example=example, state=SlotState.WITHHELD)
    # A change of the overlap has added or removed slots here too, and left gaps in their numbers.
    withheld.update(state=SlotState.FREE, rank=example.rank)
    start_over(project=example.project)
    _record(example, "given_back_from_training", at, actor, {})
    return example


def count_ready(project: Project) -> dict[str, int]:
    """How many questions with a reference each step has."""
    return {step.value: ready_examples(project, step).count() for step in Step}


def _record(
    example: Example, verb: str, at: datetime, actor: User | None, details: dict[str, str]
) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="example",
        subject_id=example.pk,
        project_id=example.project_id,
        example_id=example.pk,
        details=details,
    )
