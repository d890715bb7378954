"""Four systems of known quality on the leaderboard of the annotated demo, and BM25 beside them.

With a stated probability, independently for each question, a system answers what the demo calls
right, and otherwise with another box, or not at all. It is usually surer of right answers, so that
a threshold has something to do.
"""

import tempfile
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.material.corpus.splits import main_examples, splits_of
from annotator.measures.answer_match import Span
from annotator.running.demo.catalogue import questions
from annotator.running.demo.kinds import AMBIGUOUS_SLUG, ANNOTATED_SLUG
from annotator.running.demo.truth import ResolvedTruth, resolve_truth
from annotator.systems.evaluation.baselines.baselines import written_span
from annotator.systems.evaluation.job_handlers import SCORE_SYSTEM
from annotator.systems.evaluation.models import EncoderKind, Part
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job, run_job
from annotator.workspace.projects.models import Project

QUALITIES = (0.9, 0.7, 0.5, 0.3)
"""The probability that each system is right."""

SILENT = 0.3
"""How often a system that is not right gives no answer."""

SURER = 2.0
"""How much surer a system is of right answers, in standard deviations."""

SEED = 7
Page = tuple[list[Token], list[LongAnswerCandidate]]


def score_simulated_systems(*, at: datetime) -> list[Job]:
    """Score the four systems; their jobs, which have ended.

    Does not belong in a transaction: jobs keep their progress.
    """
    project = Project.objects.get(slug=ANNOTATED_SLUG)
    jobs = []
    with tempfile.TemporaryDirectory(prefix="plumbline-demo-") as folder:
        for number, quality in enumerate(QUALITIES):
            path = Path(folder) / f"right-{quality:.0%}.json".replace("%", "")
            predictions = list(_predictions(project, quality, seed=SEED + number))
            path.write_bytes(orjson.dumps({"predictions": predictions}))
            parameters = {
                "name": f"Simulated, right on {quality:.0%}",
                "notes": "Invented: it knows the demo’s answers and errs at random.",
                "split": splits_of(main_examples(project))[0],
                "non_null_annotations": 2,
                "paths": {Part.PREDICTIONS: str(path)},
            }
            jobs.append(_run(project, SCORE_SYSTEM, parameters, at, filename=path.name))
    return jobs


def rank_demo_answers(*, at: datetime) -> list[Job]:
    """Rank the answers to the demo's ambiguous and simulated questions by BM25; the ended jobs.

    Does not belong in a transaction: jobs keep their progress.
    """
    parameters = {"name": "BM25", "encoder": EncoderKind.BM25, "split": "", "paths": {}}
    projects = [Project.objects.get(slug=slug) for slug in (AMBIGUOUS_SLUG, ANNOTATED_SLUG)]
    return [_run(project, SCORE_RETRIEVAL, parameters, at, filename="BM25") for project in projects]


def _run(
    project: Project, kind: str, parameters: dict[str, Any], at: datetime, *, filename: str
) -> Job:
    job = create_job(
        kind=kind,
        parameters=parameters,
        project_id=project.pk,
        at=at,
        created_by=None,
        filename=filename,
        queue=False,
    )
    run_job(job_id=job.pk)
    return Job.objects.get(pk=job.pk)


def _predictions(project: Project, quality: float, *, seed: int) -> Iterator[dict[str, Any]]:
    draw = np.random.default_rng(seed)
    read = cache(lambda page: (tokens_of(page), candidates_of(page)))
    examples = main_examples(project).select_related("page").order_by("position")
    for example, question in zip(examples, questions(), strict=True):
        page: Page = read(example.page)
        truth = resolve_truth(*page, question.truth)
        is_right = bool(draw.random() < quality)
        sure = float(draw.standard_normal()) + (SURER if is_right else 0.0)
        answer = _right(page, truth) if is_right else _wrong(page, truth, draw)
        yield {
            "example_id": example.example_id,
            "long_answer_score": sure,
            "short_answers_score": sure,
            "yes_no_answer": "NONE",
            "long_answer": written_span(None),
            "short_answers": [],
            **answer,
        }


def _right(page: Page, truth: ResolvedTruth) -> dict[str, Any]:
    tokens, candidates = page
    if truth.candidate_index is None:
        return {}
    return {
        "long_answer": _box(candidates[truth.candidate_index]),
        "short_answers": [
            _span(tokens, span.start_token, span.end_token) for span in truth.short_answers
        ],
        "yes_no_answer": truth.yes_no_answer,
    }


def _wrong(page: Page, truth: ResolvedTruth, draw: np.random.Generator) -> dict[str, Any]:
    """Another box, with its first word as short answer; or nothing, where something is right."""
    tokens, candidates = page
    if truth.candidate_index is not None and draw.random() < SILENT:
        return {}
    places = [place for place in range(len(candidates)) if place != truth.candidate_index]
    box = candidates[int(draw.choice(places))]
    first = next(
        place for place in range(box.start_token, box.end_token) if not tokens[place].html_token
    )
    return {"long_answer": _box(box), "short_answers": [_span(tokens, first, first + 1)]}


def _box(box: LongAnswerCandidate) -> dict[str, int]:
    in_bytes, in_tokens = (box.start_byte, box.end_byte), (box.start_token, box.end_token)
    return written_span(Span(in_bytes, in_tokens))


def _span(tokens: list[Token], start: int, end: int) -> dict[str, int]:
    in_bytes = (tokens[start].start_byte, tokens[end - 1].end_byte)
    return written_span(Span(in_bytes, (start, end)))
