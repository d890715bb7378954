"""Comparisons as the API shows them. What a comparer sees is made here, without any system."""

from collections.abc import Sequence
from typing import Any

from annotator.collecting.guidance.markdown import render_markdown
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.comparisons.results import RESPECTS
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.shown_names import names_of


def present_studies(
    studies: Sequence[ComparisonStudy], *, viewer: User, role: str
) -> list[dict[str, Any]]:
    """Studies of one project, each from ``queries.with_figures``, for a viewer with ``role``."""
    is_lead = role == Role.LEAD
    users = [seat.user for study in studies for seat in study.comparers.all() if seat.user]
    names = (
        names_of(project=studies[0].project, viewer_role=role, users=users)
        if studies and is_lead
        else {}
    )
    return [_present_study(study, viewer, names, is_lead=is_lead) for study in studies]


def _present_study(
    study: ComparisonStudy, viewer: User, names: dict[int, str], *, is_lead: bool
) -> dict[str, Any]:
    seats = list(study.comparers.all())
    pairs = getattr(study, "pair_count", 0)
    answers = getattr(study, "answer_count", 0)
    return {
        "id": study.pk,
        "project": study.project.slug,
        "number": study.number,
        "title": study.title,
        "origin": study.origin,
        "seed": study.seed if is_lead else None,
        "question_count": study.question_count,
        "pair_count": pairs,
        "comparers_per_pair": study.comparers_per_pair,
        "instructions": study.instructions,
        "instructions_html": render_markdown(study.instructions, project=study.project.slug)
        if study.instructions
        else "",
        "systems": [
            {"number": system.number, "name": system.name} for system in study.systems.all()
        ]
        if is_lead
        else [],
        "comparers": [
            {
                "number": seat.number,
                "name": names.get(seat.user_id or 0, f"Comparer {seat.number}"),
                "is_you": seat.user_id == viewer.pk,
                "done": getattr(seat, "done", 0),
                "total": getattr(seat, "total", 0),
            }
            for seat in seats
        ],
        "seat": next((seat.number for seat in seats if seat.user_id == viewer.pk), None),
        "answers_left_out": answers - 2 * pairs if is_lead else None,
        "questions_left_out": study.questions_left_out if is_lead else None,
        "opened_at": study.opened_at,
        "finished_at": study.finished_at,
    }


def present_comparison(comparison: Comparison) -> dict[str, Any]:
    """A pair for its comparer: two texts, and nothing of where they come from."""
    pair = comparison.pair
    return {
        "id": comparison.pk,
        "study": comparison.comparer.study_id,
        "position": comparison.position,
        "total": comparison.comparer.comparisons.count(),
        "question": pair.example.question.text,
        "disambiguations": [
            {"question": each.question, "short_answers": each.short_answers}
            for each in pair.example.disambiguations.order_by("number")
        ],
        "left": {"text": pair.left.text},
        "right": {"text": pair.right.text},
        "draft": comparison.draft,
        "version": comparison.version,
        "submitted_at": comparison.submitted_at,
        "answer": _present_answer(comparison) if comparison.submitted_at else None,
    }


def _present_answer(comparison: Comparison) -> dict[str, Any]:
    return {
        "left_captures": comparison.left_captures or [],
        "right_captures": comparison.right_captures or [],
        **{respect: getattr(comparison, respect) for respect in RESPECTS},
        "comment": comparison.comment,
        "seconds": comparison.seconds,
    }
