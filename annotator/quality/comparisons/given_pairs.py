"""Opening a study of pairs that are given, such as ASQA's ``setup.tsv``, instead of drawn ones."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from django.db import transaction

from annotator.exceptions import InvalidInputError
from annotator.material.formats.asqa.comparison_setup import GivenPair
from annotator.material.formats.problems import FormatError
from annotator.quality.comparisons.models import (
    ComparisonStudy,
    SystemAnswer,
)
from annotator.quality.comparisons.opening import (
    StudyPlan,
    check_comparers,
    create_study,
    create_systems,
    deal,
    write_pairs,
)
from annotator.quality.comparisons.sources import (
    MOST_SYSTEMS,
    SystemSource,
    check_kind,
    keys_of,
    unknown_key,
)
from annotator.quality.reviews.working import record
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import check_seed

MOST_SHOWN = 100


@transaction.atomic
def open_given_pairs(
    pairs: Sequence[GivenPair],
    *,
    project: Project,
    plan: StudyPlan,
    file: str,
    at: datetime,
    actor: User | None,
) -> ComparisonStudy:
    """A study of the pairs of a file, in its order and with its sides, dealt to comparers by seed.

    Of the plan, systems and the number of questions are the file's. Raises ``FormatError`` for a
    key that the project has not, with its line; ``InvalidInputError`` for a project of another
    kind, too many models, or comparers who don't fit.
    """
    # Before anything is read: a lead may be hiding the split of some of the questions.
    project = lock_project(project)
    check_kind(project)
    models = list(dict.fromkeys(model for pair in pairs for model in pair.models))
    if len(models) > MOST_SYSTEMS:
        raise InvalidInputError(
            "too_many", f"A study compares at most {MOST_SYSTEMS} systems, not {len(models)}."
        )
    check_seed(plan.seed)
    check_comparers(project, plan)
    keys = keys_of(project)
    _check_keys(pairs, keys, file)
    plan = replace(plan, question_count=len({pair.key for pair in pairs}))
    study = create_study(
        project=project,
        at=at,
        actor=actor,
        title=plan.title,
        seed=plan.seed,
        question_count=plan.question_count,
        comparers_per_pair=plan.comparers_per_pair,
        instructions=plan.instructions,
    )
    systems = dict(zip(models, create_systems(study, map(SystemSource, models)), strict=True))
    sides = [
        (
            SystemAnswer(system=systems[left], example_id=keys[pair.key], text=pair.answers[0]),
            SystemAnswer(system=systems[right], example_id=keys[pair.key], text=pair.answers[1]),
        )
        for pair in pairs
        for left, right in [pair.models]
    ]
    written = write_pairs(study, enumerate(sides, start=1))
    deal(study, written, plan, Random(plan.seed))  # noqa: S311 - a draw is to be made again
    record(study, "opened", at, actor, questions=plan.question_count, pairs=len(written))
    return study


def _check_keys(pairs: Sequence[GivenPair], keys: dict[str, int], file: str) -> None:
    problems = [unknown_key(file, pair.line) for pair in pairs if pair.key not in keys]
    if problems:
        raise FormatError(problems[:MOST_SHOWN])
