"""Drawing a project's examples into named parts, once.

The draw is recorded when it is requested, so new examples follow it at once. The existing examples
get their splits in a job. The job first records the part of each question and then gives each
example what is recorded, so a killed job continues with the same parts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import isclose
from typing import Any

from django.db import transaction

from annotator.collecting.assignments.ordering import MOST_AT_ONCE, write_ranks
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw, name_key
from annotator.material.corpus.draw_seeds import SUBJECT, VERB
from annotator.material.corpus.models import QUEUED, Example, Purpose, SplitDraw
from annotator.material.corpus.ranking import MOST_SPLITS, Ranking
from annotator.material.corpus.split_draws import draw_of, parts_of, recorded_splits
from annotator.material.corpus.split_names import SplitNames
from annotator.material.corpus.split_rule import NO_SPLIT, Part, plan_draw, question_key
from annotator.material.corpus.splits import purpose_of_split
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project, Split
from annotator.workspace.projects.seeds import LARGEST_QUEUE_SEED, check_seed

DRAW_SPLITS = "draw_splits"
COUNTED_AT_ONCE = 20_000
"""Up to this many examples a preview draws; for more, it gives expected numbers."""

RESERVED = "all"
"""The name of examples without a split in exports."""


@dataclass(frozen=True, slots=True)
class Preview:
    """How many examples each split would have; ``NO_SPLIT`` are those that no part takes.

    ``is_exact`` is False if the parts by share are expected numbers. ``joined`` are examples
    without a split whose question has one in a file's own, which they join.
    """

    examples: dict[str, int]
    joined: int
    is_exact: bool


def draw_splits(
    *,
    project: Project,
    seed: int,
    parts: Sequence[Part],
    at: datetime,
    actor: User | None,
    queue: bool = True,
) -> tuple[SplitDraw, Job]:
    """Record a draw and give the examples without a split theirs, in a job.

    The same draw again continues where its job stopped. Without ``queue`` the caller runs the job.
    Raises ``InvalidInputError`` for parts that can't be drawn, ``ConflictError`` if the project was
    drawn already or an import is running.
    """
    check_parts(parts)
    check_seed(seed, largest=LARGEST_QUEUE_SEED)
    with changing(project, at=at, actor=actor) as change:
        draw = draw_of(change.project)
        if draw is None:
            draw = _record_draw(change, seed, parts)
        elif not is_left_undone(project) or (draw.seed, parts_of(draw)) != (seed, list(parts)):
            raise _drawn_already(draw)
        job = create_job(
            kind=DRAW_SPLITS,
            parameters={},
            project_id=project.pk,
            at=at,
            created_by=actor,
            queue=queue,
        )
    return draw, job


def _record_draw(change: ProjectChange, seed: int, parts: Sequence[Part]) -> SplitDraw:
    project = change.project
    if Example.objects.filter(project=project, is_published=False).exists():
        raise ConflictError(
            "import_running", "An import is under way. Wait until it has ended, or cancel it."
        )
    check_names(project, parts)
    wanted = sum(part.number or 0 for part in parts)
    free = Example.objects.filter(project=project, split=NO_SPLIT, purpose=Purpose.MAIN).count()
    if wanted > free:
        raise InvalidInputError(
            "too_few_examples",
            f"The parts ask for {wanted:,} examples, and {free:,} have no split.",
            fields={"parts": "Ask for fewer."},
        )
    written = [_described(part) for part in parts]
    draw = SplitDraw.objects.create(
        project=project, seed=seed, parts=written, drawn_at=change.at, drawn_by=change.actor
    )
    change.record(VERB, SUBJECT, project.pk, seed=seed, parts=written)
    return draw


def draw_job(project: Project) -> Job | None:
    """The latest job that gave, or gives, examples their splits."""
    jobs = Job.objects.filter(project_id=project.pk, kind=DRAW_SPLITS)
    return jobs.order_by("-created_at").first()


def is_left_undone(project: Project) -> bool:
    """Whether the project was drawn, but the job was stopped before all examples had a split."""
    job = draw_job(project)
    return job is not None and job.is_ended and job.state != JobState.SUCCEEDED


def _drawn_already(draw: SplitDraw) -> ConflictError:
    return ConflictError(
        "already_drawn",
        f"The splits of this project were drawn on {draw.drawn_at:%Y-%m-%d}."
        " They are drawn once; later examples follow that draw.",
    )


def check_parts(parts: Sequence[Part]) -> None:
    """Raise ``InvalidInputError`` for parts that can't be drawn."""
    if fix := _flaw_of(parts):
        raise InvalidInputError(
            "invalid_parts", "These parts can't be drawn.", fields={"parts": fix}
        )


def check_names(project: Project, parts: Sequence[Part]) -> None:
    """Raise ``InvalidInputError`` for a part that is hidden, or that the project spells in another
    way.
    """
    keys = {name_key(part.name) for part in parts}
    if project.hidden_split and name_key(project.hidden_split) in keys:
        raise InvalidInputError(
            "hidden_part",
            f"{project.hidden_split} is hidden, and people have seen the examples without a split.",
            fields={"parts": f"Choose a name other than {project.hidden_split}."},
        )
    names = SplitNames.of(project)
    if flaw := next(filter(None, (names.flaw_of(part.name) for part in parts)), ""):
        raise InvalidInputError("misspelt_part", flaw, fields={"parts": flaw})


def _flaw_of(parts: Sequence[Part]) -> str:
    """How to write the parts instead; "" where they are fine."""
    if not 1 <= len(parts) <= MOST_SPLITS:
        return f"Name 1 to {MOST_SPLITS} parts."
    shares = [part.share for part in parts if part.share is not None]
    flaws = [_flaw_of_name(part.name) or _flaw_of_size(part) for part in parts]
    if len({name_key(part.name) for part in parts}) < len(parts):
        flaws.append("Name each part once.")
    if shares and not isclose(sum(shares), 1, abs_tol=1e-6):
        flaws.append(f"The shares must add up to 1. They add up to {sum(shares):g}.")
    return next(filter(None, flaws), "")


def _flaw_of_name(name: str) -> str:
    longest = Split._meta.get_field("name").max_length or 0
    if not name or len(name) > longest:
        return f"Give each part a name of up to {longest} characters."
    if name == RESERVED:
        return f"Choose a name other than {RESERVED}: exports use it for examples without a split."
    flaw = describe_flaw(name)
    return f"{name}: {flaw}" if flaw else ""


def _flaw_of_size(part: Part) -> str:
    if (part.share is None) == (part.number is None):
        return f"Give {part.name} a share or a number."
    if part.number is not None and part.number < 1:
        return f"Give {part.name} at least 1 example."
    if part.share is not None and not 0 < part.share <= 1:
        return f"Give {part.name} a share above 0 and up to 1."
    return ""


def _described(part: Part) -> dict[str, Any]:
    return {name: value for name, value in asdict(part).items() if value is not None}


def preview_draw(*, project: Project, seed: int, parts: Sequence[Part]) -> Preview:
    """What a draw would give. Raises as ``draw_splits`` for parts that can't be drawn."""
    check_parts(parts)
    if draw := draw_of(project):
        raise _drawn_already(draw)
    check_names(project, parts)
    main = Example.objects.filter(project=project).of_main_task()
    if main.count() > COUNTED_AT_ONCE:
        return _expected(main.filter(split=NO_SPLIT).count(), parts)
    questions = list(main.order_by("position").values_list("split", "question__text"))
    rows = [(question_key(text), split) for split, text in questions]
    taken, sizes = _known_and_new(rows)
    plan = plan_draw(sizes, taken=taken, seed=seed, parts=parts)
    free = [key for key, split in rows if split == NO_SPLIT]
    counts = Counter({part.name: 0 for part in parts})
    counts.update(plan[key] for key in free)
    return Preview(dict(counts), sum(key in taken for key in free), is_exact=True)


def _expected(free: int, parts: Sequence[Part]) -> Preview:
    rest = max(0, free - sum(part.number or 0 for part in parts))
    shares = [part for part in parts if part.share is not None]
    counts = {part.name: part.number or round(rest * (part.share or 0)) for part in parts}
    return Preview(counts if shares else {**counts, NO_SPLIT: rest}, 0, is_exact=False)


def _known_and_new(rows: Sequence[tuple[str, str]]) -> tuple[dict[str, str], dict[str, int]]:
    """From keys and splits in the order of the examples: the split of each key that has one, and
    for each other key its number of examples without a split.
    """
    taken: dict[str, str] = {}
    for key, split in rows:
        if split != NO_SPLIT:
            taken.setdefault(key, split)
    return taken, dict(Counter(key for key, _ in rows if key not in taken))


def planned_splits(project: Project) -> dict[str, str]:
    """The part of each key of the project's examples, by its draw."""
    draw = draw_of(project)
    if draw is None:
        return {}
    rows, sizes = [], Counter[str]()
    found = Example.objects.filter(project=project, is_published=True).order_by("position")
    for split, purpose, text in found.values_list("split", "purpose", "question__text").iterator():
        key = question_key(text)
        rows.append((key, split))
        sizes[key] += purpose == Purpose.MAIN and split == NO_SPLIT
    taken, new = _known_and_new(rows)
    return plan_draw(
        {key: sizes[key] for key in new}, taken=taken, seed=draw.seed, parts=parts_of(draw)
    )


@dataclass(frozen=True, slots=True)
class SplitBatch:
    """The result of a batch: the last example's key (None: there were none left), how many."""

    last: int | None
    examples: int


@transaction.atomic
def split_batch(*, project: Project, after: int) -> SplitBatch:
    """Give the next examples without a split, those whose key is greater than ``after``, the one
    that is recorded for their question.
    """
    project = lock_project(project)
    free = Example.objects.filter(project=project, split=NO_SPLIT, pk__gt=after)
    batch = list(free.select_related("question").order_by("pk")[:MOST_AT_ONCE])
    keys = {example.pk: question_key(example.question.text) for example in batch}
    recorded = recorded_splits(project, keys.values())
    ranking = Ranking.of(project)
    for example in batch:
        example.split = recorded.get(keys[example.pk], NO_SPLIT)
        if example.purpose in QUEUED:
            example.purpose = purpose_of_split(project, example.split)
        example.rank = ranking.rank_of(example)
    write_ranks(batch, fields=("split", "rank", "purpose"))
    return SplitBatch(batch[-1].pk if batch else None, len(batch))
