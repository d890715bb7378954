"""Scoring all systems of a split again, after a correction of the gold or of the scorer.

The job keeps each new score at once, but none counts before all are there: then they take the
places of the old ones together. So a table never mixes two versions of the gold, a killed worker's
successor continues where it stopped, and cancelling leaves everything as it was. Old scores stay on
record, and their receipts can still be verified.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.splits import check_splits_of_job, flaw_of_split
from annotator.material.corpus.storage import Packed, unpack
from annotator.material.formats.problems import FormatError, counted
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.systems.evaluation.answer_extractor.site_extractor import site_extractor
from annotator.systems.evaluation.gold.gold_file import gold_of, is_simulated
from annotator.systems.evaluation.gold.material import read_material
from annotator.systems.evaluation.gold.written_files import written
from annotator.systems.evaluation.models import Gold, Part, Score
from annotator.systems.evaluation.records.services import Entry, store_score
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR
from annotator.systems.evaluation.scoring.people import SOURCE, WITHOUT_CONTEXT, merged_people
from annotator.systems.evaluation.scoring_jobs.steps import scored_files
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.job_folders import folder_of_job
from annotator.workspace.jobs.models import ENDED, Job, JobProblem
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

SCORE_AGAIN = "score_again"


@transaction.atomic
def request_scoring_again(
    *, project: Project, split: str, at: datetime, actor: User | None, queue: bool = True
) -> Job:
    """Queue the job that scores all systems of a split again.

    Raises ``InvalidInputError`` for a split that the project doesn't have, ``ConflictError`` where
    no system has a score on it, and while another such job is at work.
    """
    project = lock_project(project)
    if flaw := flaw_of_split(project, split):
        raise InvalidInputError("unknown_split", flaw, fields={"split": flaw})
    if not Score.objects.filter(system__project=project, split=split).exists():
        raise ConflictError("nothing_scored", f"No system has a score on {split} yet.")
    others = Job.objects.filter(kind=SCORE_AGAIN, project_id=project.pk, parameters__split=split)
    if others.exclude(state__in=ENDED).exists():
        raise ConflictError("at_work", f"The systems of {split} are being scored again already.")
    return create_job(
        kind=SCORE_AGAIN,
        parameters={"split": split},
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=queue,
    )


def score_again(context: JobContext) -> str:
    """Run a ``score_again`` job, with the parameter ``split``; the closing sentence."""
    project, split = project_of(context.job), context.parameters["split"]
    if "replaced" in context.checkpoint:
        return _closing_sentence(context.checkpoint)
    check_splits_of_job(context.job, project, [split])
    again = _Again(context, project, gold := _gold_of_job(context, project, split))
    scores = _current(project, split)
    context.save(total=scores.count(), message="Scoring")
    again.bring_people()
    # Only the keys at once: a score's files can be large.
    for number, key in enumerate(list(scores.values_list("pk", flat=True)), start=1):
        stored = scores.filter(pk=key).first()
        if stored is None:
            continue
        if not again.has(stored):
            again.keep(stored)
        context.save(kept=number, message=f"Scored {stored.system.name}")
        context.let_worker_end()
    job = context.job
    with changing(
        project,
        at=timezone.now(),
        actor=job.created_by,
        splits=[split],
        asked_at=job.created_at,
    ) as change:
        replaced = _replace(change, job, split)
        left = _current(project, split).exclude(gold=gold).count()
        checkpoint = {**context.checkpoint, "replaced": replaced, "left": left}
        context.save(checkpoint=checkpoint, further=True)
    return _closing_sentence(context.checkpoint)


def discard_scoring_again(context: JobContext) -> None:
    """Take back the new scores of a job that did not end well, and its gold if nothing uses it."""
    Score.ever.filter(staged_by=context.job.pk).delete()
    project_id, split = context.job.project_id, context.parameters["split"]
    Gold.objects.filter(project=project_id, split=split, scores=None).delete()


def _current(project: Project, split: str) -> Any:
    scores = Score.objects.filter(system__project=project, split=split)
    return scores.select_related("system__project").defer("replicates").order_by("pk")


def _gold_of_job(context: JobContext, project: Project, split: str) -> Gold:
    """Today's gold, kept: a worker that continues later takes the same."""
    known = Gold.objects.filter(pk=context.checkpoint.get("gold", 0)).first()
    if known is not None:
        return known
    context.save(message="Reading annotations")
    read_at, packed = timezone.now(), Packed.of(gold_of(project, split))
    with transaction.atomic():
        gold, _ = Gold.objects.get_or_create(
            project=project,
            split=split,
            sha256=packed.sha256,
            defaults={
                "read_at": read_at,
                "content": packed.content,
                "people": {"rows": [], "missing": []},
                "is_simulated": is_simulated(project),
            },
        )
        Gold.objects.filter(pk=gold.pk, read_at__lt=read_at).update(read_at=read_at)
        context.save(checkpoint={"gold": gold.pk})
    return gold


class _Again:
    """Scores of a job, one system at a time."""

    def __init__(self, context: JobContext, project: Project, gold: Gold) -> None:
        self._context, self._project, self._gold = context, project, gold
        self._below = folder_of_job(context.job.pk)
        self._material = read_material(project, gold.split, below=self._below, kept=gold)
        self._extractor = site_extractor(context, project, self._below)

    def has(self, stored: Score) -> bool:
        """Whether an earlier run has scored the system."""
        staged = Score.ever.filter(staged_by=self._context.job.pk)
        return bool(staged.filter(system=stored.system_id).exists())

    def bring_people(self) -> None:
        """Give the gold its rows of people."""
        people = self._material.files.people(
            self._material.gold,
            kept=self._gold.people["rows"],
            thresholds=self._thresholds(),
            extractor=self._extractor,
            alone=self._without_context(),
        )
        self._gold.people = merged_people(self._gold.people, people)
        self._gold.save(update_fields=["people"])

    def _without_context(self) -> Project | None:
        """The project of the people who saw the question alone, as the old scores have it."""
        golds = Gold.objects.filter(
            project=self._project, split=self._gold.split, scores__isnull=False
        )
        for people in golds.order_by("-read_at").values_list("people", flat=True):
            for row in people["rows"]:
                if row["who"] == WITHOUT_CONTEXT and row.get(SOURCE):
                    return Project.objects.filter(pk=row[SOURCE]).first()
        return None

    def _thresholds(self) -> list[int]:
        scores = Score.objects.filter(system__project=self._project, split=self._gold.split)
        return sorted(
            {
                each.get("non_null_annotations", 2)
                for each in scores.values_list("parameters", flat=True)
            }
        )

    def keep(self, stored: Score) -> None:
        """Score a system, and keep the score beside the one that it will replace.

        What can't be scored against today's gold is listed as a problem, and its score stays.
        """
        try:
            entry = self._entry(stored)
        except FormatError as error:
            self._list(stored, f"{counted(error.problems)}, such as {error.problems[0]}")
            return
        except UndefinedMeasureError as error:
            self._list(stored, f"{error}.")
            return
        with transaction.atomic():
            store_score(
                system=stored.system,
                gold=self._gold,
                entry=entry,
                at=timezone.now(),
                actor=stored.uploaded_by,
                staged_by=self._context.job.pk,
            )
            self._context.save()

    def _list(self, stored: Score, problem: str) -> None:
        name = stored.system.name
        with transaction.atomic():
            listed = JobProblem(
                field=name, problem=f"{name} keeps its score: {problem}", fix="Upload it again."
            )
            self._context.add_problems([listed])
            self._context.save()

    def _entry(self, stored: Score) -> Entry:
        files = {each.part: (each.name, unpack(each.content)) for each in stored.files.all()}
        material, told = self._material, EXTRACTOR in stored.parameters
        # On the hidden split only the site's own extractor counts. Elsewhere the gold may have
        # other disambiguations now, which the extractor has not read.
        reads = material.is_hidden or bool(told and self._extractor)
        if reads:
            files.pop(Part.FOUND, None)
        with written(files, below=self._below) as paths:
            scored, kept, parameters = scored_files(
                material,
                {Part(part): path for part, path in paths.items()},
                material.settings(stored.parameters),
                self._extractor if reads else None,
                on_scored=lambda _: self._context.stay_alive(),  # the bar counts systems
            )
        if told and not reads:
            parameters = {**parameters, EXTRACTOR: stored.parameters[EXTRACTOR]}
        return Entry(
            name=stored.system.name,
            notes="",
            split=stored.split,
            gold=material.packed,
            people=self._gold.people,
            files=kept,
            parameters=parameters,
            scored=scored,
            groups=material.groups,
        )


def _replace(change: ProjectChange, job: Job, split: str) -> int:
    """Let the new scores take the places of the old ones; how many."""
    project = change.project
    staged = Score.ever.filter(staged_by=job.pk)
    new = {each.system_id: each.receipt for each in staged.only("system_id", "receipt")}
    # Also of a system that was deleted meanwhile: it may be restored.
    old = Score.ever.filter(system__in=new, split=split, replaced_at=None, staged_by=None)
    receipts = dict(old.values_list("system__name", "receipt"))
    old.update(replaced_at=change.at)
    staged.update(staged_by=None)
    change.record("scored_again", "leaderboard", project.pk, split=split, replaced=receipts)
    give_scores(project=project, at=change.at, actor=change.actor)
    return len(new)


def _closing_sentence(checkpoint: dict[str, Any]) -> str:
    replaced, left = checkpoint["replaced"], checkpoint["left"]
    sentence = f"Scored {replaced:,} system{'' if replaced == 1 else 's'} again."
    if not left:
        return sentence
    keep = "keeps its score" if left == 1 else "keep their scores"
    return f"{sentence} {left:,} {keep}: see the problems."
