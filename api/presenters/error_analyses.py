"""Error analyses as the API shows them: what is shown to whom is decided here."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from annotator.measures.agreement_summary import Agreement
from annotator.systems.error_analysis.kinds import error_analysis_of
from annotator.systems.error_analysis.models import (
    AnalysedAnswer,
    AnswerLabels,
    ErrorAnalysis,
    Labeller,
)
from annotator.systems.error_analysis.results import METHOD, Results, label_shares, ratings_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.shown_names import names_of, sees_names
from api.presenters.assignments import present_page
from api.presenters.judgment_reports import present_agreement, present_proportion
from api.presenters.system_results import present_placed_answer


def present_analyses(
    analyses: Sequence[ErrorAnalysis], *, viewer: User, role: str
) -> list[dict[str, Any]]:
    """Analyses of one project (``with_labellers``) as a viewer in ``role`` sees them.

    Experts may compare the same long-form answers blind, so only leads see whose they are.
    """
    is_lead = sees_names(role)
    seats = [seat for each in analyses for seat in each.labellers.all()]
    users = {seat.user_id: seat.user for seat in seats}.values()
    names = (
        names_of(project=analyses[0].project, viewer_role=role, users=users)
        if analyses and is_lead
        else {}
    )
    ratings = ratings_of([each for each in analyses if each.finished_at is not None])
    return [
        {
            "id": each.pk,
            "number": each.number,
            **_origin(each, is_lead=is_lead),
            "split": each.split,
            "seed": each.seed,
            "size": each.size,
            "population_size": each.population_size,
            "labels": each.labels,
            "labellers": [
                _present_labeller(seat, names, viewer, is_lead=is_lead)
                for seat in each.labellers.all()
            ],
            "seat": next(
                (seat.number for seat in each.labellers.all() if seat.user_id == viewer.pk), None
            ),
            "opened_at": each.opened_at,
            "finished_at": each.finished_at,
            "shares": [
                present_proportion(share)
                for share in label_shares(
                    ratings[each.pk].ratings, len(each.labels), ratings[each.pk].units
                )
            ]
            if each.pk in ratings
            else None,
        }
        for each in analyses
    ]


def _origin(analysis: ErrorAnalysis, *, is_lead: bool) -> dict[str, Any]:
    """Whose answers are analysed, for everybody who may know it."""
    if not is_lead and can(analysis.project.kind, Ability.COMPARISONS):
        return {"system": None, "system_name": "", "receipt": ""}
    return {
        "system": analysis.score.system_id if analysis.score else None,
        "system_name": analysis.system_name,
        "receipt": analysis.receipt,
    }


def _present_labeller(
    seat: Labeller, names: dict[int, str], viewer: User, *, is_lead: bool
) -> dict[str, Any]:
    is_you = seat.user_id == viewer.pk
    labelled: int = seat.labelled  # type: ignore[attr-defined]
    return {
        "number": seat.number,
        "name": names.get(seat.user_id, f"Labeller {seat.number}"),
        "is_you": is_you,
        "labelled": labelled if is_lead or is_you else None,
        "finished_at": seat.finished_at,
    }


def present_results(analysis: ErrorAnalysis, results: Results) -> dict[str, Any]:
    """The results of a finished analysis. Labellers are numbers, from 1."""
    numbers = [1, 2]
    by_label: Sequence[Agreement | None] = results.by_label or [None] * len(results.shares)
    return {
        "method": METHOD,
        "labels": [
            {
                "name": label["name"],
                "share": present_proportion(share),
                "agreement": agreement and present_agreement(agreement, numbers),
            }
            for label, share, agreement in zip(
                analysis.labels, results.shares, by_label, strict=True
            )
        ],
        "agreement": results.same and present_agreement(results.same, numbers),
    }


def present_own(labels: AnswerLabels | None) -> dict[str, Any] | None:
    """Somebody's labels of an answer; None where there are none."""
    if labels is None:
        return None
    return {"labels": labels.labels, "note": labels.note, "decided_at": labels.decided_at}


def present_answer(answer: AnalysedAnswer, seat: Labeller | None, *, count: int) -> dict[str, Any]:
    """An answer with its own labels for ``seat``; others' only once the analysis is finished."""
    is_finished = answer.analysis.finished_at is not None
    labels = answer.labels.filter(labeller__removed_at=None)
    labels = labels if is_finished else labels.filter(labeller=seat)
    given = list(labels.select_related("labeller").order_by("labeller__number"))
    own = next((each for each in given if seat and each.labeller_id == seat.pk), None)
    shown = error_analysis_of(answer.analysis.project.kind).shown(answer)
    return {
        "number": answer.number,
        "count": count,
        "example": answer.example_id,
        "question": shown.question,
        "page": shown.page and present_page(shown.page, _page_address(answer)),
        "placed": shown.placed
        and present_placed_answer(answer.analysis.system_name, answer.answer, shown.placed),
        "long": shown.long,
        "short": shown.short,
        "people_long": [asdict(each) for each in shown.people_long],
        "people_short": [asdict(each) for each in shown.people_short],
        "readings": [asdict(each) for each in shown.readings],
        "own": present_own(own),
        "all": [{**(present_own(each) or {}), "labeller": each.labeller.number} for each in given]
        if is_finished
        else None,
    }


def _page_address(answer: AnalysedAnswer) -> str:
    analysis = answer.analysis
    below = f"/api/v1/projects/{analysis.project.slug}/error-analyses/{analysis.pk}"
    return f"{below}/answers/{answer.number}/page/"
