"""Which annotations a round judges: draws with a seed, each independent of the others."""

import hashlib
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.collecting.annotations.submission_order import SUBMITTED_AT
from annotator.material.corpus.models import Purpose
from annotator.quality.judgments.models import Target
from annotator.workspace.projects.models import Project

HAS_ANSWER = {
    Target.LONG: Q(natural_questions_answer__candidate_index__isnull=False),
    Target.SHORT: Q(natural_questions_answer__short_answer_count__gt=0)
    | Q(natural_questions_answer__yes_no_answer__in=[YesNoAnswer.YES, YesNoAnswer.NO]),
}
"""A condition on annotations: the judged part is not NULL. Yes and no are short answers."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Draws from a population, and how they were made.

    ``drawn`` are keys in the order of the draws, a key as often as it was drawn; ``shown`` has
    each once, in the order in which experts see them.
    """

    population_size: int
    population_sha256: str
    drawn: tuple[int, ...]
    shown: tuple[int, ...]


def counted_annotations(
    project: Project, purposes: Collection[Purpose] = (Purpose.MAIN,)
) -> "QuerySet[Annotation]":
    """The project's annotations that count: the newest of each chain of revisions, with a slot
    among their example's k, of published examples of the main task, or of these ``purposes``.
    """
    return Annotation.objects.current().filter(project=project).counting(purposes)


def population_of(*, project: Project, target: str) -> "QuerySet[Annotation]":
    """The counted annotations whose long answer, or short one, is not NULL, in order of their key.

    A question that was answered more often has more of them, and so a larger chance to be drawn:
    that is p(l, q, d | L ≠ NULL) of the NQ paper (section 4.1). Annotations whose annotator saw a
    suggestion are not among them: they say what people answer who saw one. Nor are those that
    adaptive overlap asked for because people disagreed.
    """
    counted = counted_annotations(project).exclude(assignment__suggestion__is_shown=True)
    brought = brought_by_answers(project).values("pk")
    return counted.exclude(pk__in=brought).filter(HAS_ANSWER[Target(target)]).order_by("pk")


def brought_by_answers(project: Project) -> "QuerySet[Annotation]":
    """The counted annotations that come after the first ones of their example, where adaptive
    overlap asked for more than these.
    """
    places = Window(
        RowNumber(), partition_by="example_id", order_by=[SUBMITTED_AT, "assignment_id"]
    )
    raised = counted_annotations(project).filter(example__first_overlap__isnull=False)
    return raised.annotate(place=places).filter(place__gt=F("example__first_overlap"))


def draw(*, population: Sequence[int], size: int, seed: int) -> Sample:
    """``size`` draws with replacement from the population's keys, which are in ascending order.

    The generator is Python's ``random.Random(seed)``, the Mersenne Twister. Draw i takes the key
    at index floor(u·n) for the i-th number u of the generator's ``random()`` and n keys. The next
    numbers, one for each key that was drawn, in ascending order of the keys, put them in the order
    in which they are shown: neighbours have nothing to do with each other. Of Python's generator
    only ``random()`` gives the same numbers in every version, so nothing else of it is used.

    Raises ``ValueError`` for an empty population.
    """
    if not population:
        raise ValueError("there is nothing to draw from")
    generator = random.Random(seed)  # noqa: S311 - a sample is to be drawn again, not kept secret
    drawn = tuple(population[int(generator.random() * len(population))] for _ in range(size))
    places = {key: generator.random() for key in sorted(set(drawn))}
    return Sample(
        population_size=len(population),
        population_sha256=population_sha256(population),
        drawn=drawn,
        shown=tuple(sorted(places, key=lambda key: (places[key], key))),
    )


def population_sha256(keys: Sequence[int]) -> str:
    """The SHA-256, in hexadecimal, of keys in decimal digits, a line each."""
    return hashlib.sha256("".join(f"{key}\n" for key in keys).encode()).hexdigest()
