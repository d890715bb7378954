"""What a simulation will write, computed again whenever it begins or resumes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from math import isnan

import numpy as np
from django.db.models import F, Value
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from annotator.collecting.annotations.kinds import answers_of
from annotator.material.corpus.models import Example, Purpose
from annotator.measures.seeds import seeded
from annotator.quality.simulation.kinds import simulation_of
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.quality.simulation.working_hours import submission_times
from annotator.quality.simulation.world import World, draw_world
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: the parameters of the job.

    ``annotations``: of each example; None: as many as it needs. ``until``: the ISO date before
    whose midnight (UTC) everything was submitted. ``steady``: see ``draw_world``.
    """

    annotators: int
    seed: int
    until: str
    annotations: int | None = None
    steady: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The world of a project's examples, ``keys`` in order, and when each annotation comes.

    ``seconds`` are active ones, annotations × ``stages``, NaN for one that isn't come to.
    """

    wish: Wish
    known: Mapping[int, KnownAnswer]
    keys: NDArray[np.int64]
    world: World
    stages: Sequence[str]
    seconds: NDArray[np.float64]
    times: NDArray[np.datetime64]

    def seconds_of(self, row: int) -> dict[str, float]:
        """Active seconds of the stages that an annotation came to, to the tenth."""
        spent = zip(self.stages, self.seconds[row].tolist(), strict=True)
        return {stage: round(seconds, 1) for stage, seconds in spent if not isnan(seconds)}

    def begins(self) -> datetime:
        """The midnight before the first annotation; without one, that of ``until``."""
        until = np.datetime64(self.wish.until, "ms")
        first = min([until, *self.times]).astype("datetime64[D]").item()
        return datetime.combine(first, time(), tzinfo=UTC)

    def place_of(self, example: Example) -> int:
        """The example's number in the world. Raises ``LookupError`` for one that has none."""
        place = int(np.searchsorted(self.keys, example.pk))
        if place == len(self.keys) or self.keys[place] != example.pk:
            raise LookupError(f"example {example.pk} came after the simulation was planned")
        return place


def make_plan(project: Project, wish: Wish, known: Mapping[int, KnownAnswer] | None = None) -> Plan:
    """Draw everything. The same examples, wish and known answers (by key) give the same plan.

    Raises ``ValueError`` if an example is to have more annotations than there are annotators.
    """
    rows = (
        Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
        .order_by("pk")
        .annotate(boxes=Coalesce(F("page__candidate_count"), Value(0)))
        .values_list("pk", "boxes", "overlap")
    )
    table = np.array(list(rows), dtype=np.int64).reshape(-1, 3)
    wanted = table[:, 2] if wish.annotations is None else np.full(len(table), wish.annotations)
    known = known or {}
    world = draw_world(
        table[:, 1],
        wanted,
        annotators=wish.annotators,
        seed=wish.seed,
        steady=wish.steady,
        leanings={
            place: known[key].leaning()
            for place, key in enumerate(table[:, 0].tolist())
            if key in known
        },
    )
    drawn = world.annotations
    of_hours, of_writing = seeded(wish.seed).integers(2**63, size=6).tolist()[-2:]
    seconds = simulation_of(project.kind).seconds(world, seed=of_writing)
    times = submission_times(
        drawn.annotator,
        drawn.position,
        np.nansum(seconds, axis=1),
        until=date.fromisoformat(wish.until),
        seed=of_hours,
    )
    return Plan(wish, known, table[:, 0], world, answers_of(project.kind).STAGES, seconds, times)
