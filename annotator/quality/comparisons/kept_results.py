"""A study's results as they are kept: computed by a job, never by a request."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.db.models import QuerySet

from annotator.exceptions import ConflictError
from annotator.foundation.files.code_version import sources_sha256
from annotator.material.corpus.storage import pack, unpack
from annotator.measures.comparisons import Estimate
from annotator.measures.intervals import CONFIDENCE
from annotator.quality.comparisons.models import Comparison, ComparisonStudy, StudyResults
from annotator.quality.comparisons.results import (
    COLUMNS,
    METHOD,
    RESPECTS,
    Results,
    SystemResult,
    outcome_of,
    results_of,
    submitted_comparisons,
)
from annotator.quality.reviews.working import lock_review
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job

COMPUTE_RESULTS = "compute_comparison_results"
PARAMETERS = {"confidence": CONFIDENCE}
NOTHING: dict[str, Any] = {
    "comparisons": 0,
    "systems": [],
    "no_strength": dict.fromkeys(RESPECTS, "Nothing has been computed yet."),
    "method": METHOD,
    "agreement": [],
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A study's kept results, the newest job that makes them, and how many comparisons are made.

    ``is_current`` says whether the same would come of computing them now.
    """

    results: StudyResults | None
    job: Job | None
    comparisons_now: int
    is_current: bool

    @property
    def content(self) -> dict[str, Any]:
        """The results; ``NOTHING`` before they were computed."""
        return content_of(self.results) if self.results else NOTHING


def code_version() -> str:
    """sha256, hex, of the sources that the results of a study come from."""
    return sources_sha256(
        "annotator/measures",
        "annotator/quality/comparisons/results.py",
        "annotator/quality/comparisons/kept_results.py",
    )


def standing_of(study: ComparisonStudy) -> Standing:
    """The state of a study's results. Their number, and a later submission, show what is new.

    The job is read first, so that the results of a finished one are read after it.
    """
    job = _jobs(study).first()
    kept = StudyResults.objects.filter(study=study).first()
    now = _made(study)
    is_current = (
        kept is not None
        and kept.comparisons == now
        and kept.code_version == code_version()
        and not _submitted(study).filter(submitted_at__gt=kept.computed_at).exists()
    )
    return Standing(kept, job, now, is_current)


def _jobs(study: ComparisonStudy) -> Any:
    """The study's jobs, the newest first."""
    jobs = Job.objects.filter(kind=COMPUTE_RESULTS, project_id=study.project_id)
    return jobs.filter(parameters__study=study.pk).select_related("created_by")


def _submitted(study: ComparisonStudy) -> "QuerySet[Comparison]":
    return Comparison.objects.filter(comparer__study=study, submitted_at__isnull=False)


def _made(study: ComparisonStudy) -> int:
    return _submitted(study).count()


@transaction.atomic
def start_results(*, study: ComparisonStudy, at: datetime, actor: User | None) -> Job:
    """Queue the results of a study; the job that is under way already, where there is one.

    Raises ``ConflictError`` with code ``nothing_compared`` before the first comparison.
    """
    study = lock_review(ComparisonStudy, study.pk, also_cancelled=True)
    running: Job | None = _jobs(study).exclude(state__in=ENDED).first()
    if running is not None:
        return running
    if not _made(study):
        raise ConflictError("nothing_compared", "Nobody has compared anything in this study yet.")
    return create_job(
        kind=COMPUTE_RESULTS,
        parameters={"study": study.pk},
        at=at,
        created_by=actor,
        project_id=study.project_id,
    )


def keep_results(
    *,
    study: ComparisonStudy,
    at: datetime,
    job_id: UUID | None = None,
    on_step: Callable[[], None] = lambda: None,
) -> tuple[StudyResults, bool]:
    """Compute the results of a study and keep them; they, and whether they are new.

    Where nothing has changed since, nothing is computed and the row stays as it is. ``on_step`` is
    as in ``results_of``.
    """
    made = submitted_comparisons(study)
    fingerprint = _fingerprint(study, made)
    kept = StudyResults.objects.filter(study=study).first()
    if kept is not None and kept.fingerprint == fingerprint:
        if _submitted(study).filter(submitted_at__gt=kept.computed_at).exists():
            # Somebody has corrected a comparison and said the same again.
            kept.computed_at = at
            kept.save(update_fields=["computed_at"])
        return kept, False
    content = _canonical(_figures(results_of(study, made, on_step)))
    kept, _ = StudyResults.objects.update_or_create(
        study=study,
        defaults={
            "job_id": job_id,
            "computed_at": at,
            "fingerprint": fingerprint,
            "comparisons": len(made),
            "seed": study.seed,
            "parameters": PARAMETERS,
            "code_version": code_version(),
            "content": pack(content),
            "content_sha256": hashlib.sha256(content).hexdigest(),
        },
    )
    return kept, True


def content_of(results: StudyResults) -> dict[str, Any]:
    """What kept results say: ``comparisons``, ``systems``, ``no_strength``, ``agreement`` and the
    ``method``.
    """
    content: dict[str, Any] = orjson.loads(unpack(results.content))
    for system in content["systems"]:
        # Results that were computed before strengths had intervals.
        for respect, strength in (system["strength"] or {}).items():
            if isinstance(strength, float):
                system["strength"][respect] = Estimate(strength, None, None)._asdict()
    return content


def percentages_of(results: StudyResults) -> dict[str, dict[str, float]]:
    """The percentages of the compared systems, by column of Table 4."""
    systems = content_of(results)["systems"]
    return {
        column: {each["name"]: each[column]["value"] for each in systems if each[column]}
        for column in COLUMNS
    }


def _fingerprint(study: ComparisonStudy, made: Sequence[Comparison]) -> str:
    """Of all that the results come from. Questions go by their first places, not by their keys, so
    that a copy of the study in another database has the same.
    """
    places: dict[int, int] = {}
    rows = [
        (
            each.pair.number,
            places.setdefault(each.pair.example_id, len(places)),
            *outcome_of(each)[1:],
            each.left_captures,
            each.right_captures,
        )
        for each in made
    ]
    names = [system.name for system in study.systems.order_by("number")]
    basis = [rows, names, study.comparers_per_pair, study.seed, PARAMETERS, code_version()]
    return hashlib.sha256(_canonical(basis)).hexdigest()


def _figures(results: Results) -> dict[str, Any]:
    return {
        "comparisons": results.comparisons,
        "systems": [_figures_of(system) for system in results.systems],
        "no_strength": results.no_strength,
        "method": METHOD,
        "agreement": [
            {
                "respect": each.respect,
                "pairs": each.units,
                "agreement": each.agreement,
                "kappa": each.kappa,
                "reason": each.reason,
            }
            for each in results.agreement
        ],
    }


def _figures_of(system: SystemResult) -> dict[str, Any]:
    has_strength = any(value is not None for value in system.strength.values())
    estimates = {column: system.estimates.get(column) for column in COLUMNS}
    return {
        "name": system.name,
        "answers": system.comparisons,
        **{column: each._asdict() if each else None for column, each in estimates.items()},
        "strength": {
            respect: each._asdict() if each else None for respect, each in system.strength.items()
        }
        if has_strength
        else None,
    }


def _canonical(value: Any) -> bytes:
    """JSON with sorted keys and no white space: equal values have equal bytes."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
