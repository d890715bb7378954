"""Judgment rounds as the API shows them. This module decides who sees what."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.collecting.guidance.markdown import render_markdown
from annotator.quality.judgments.models import JudgmentRound, Phase, RoundExpert
from annotator.quality.judgments.overview import Overview, overviews_of, variability_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of, sees_names


def present_rounds(
    rounds: Iterable[JudgmentRound], *, viewer: User, role: str
) -> list[dict[str, Any]]:
    """Rounds of one project (``with_experts``) as a viewer in ``role`` sees them."""
    rows = list(rounds)
    overviews = overviews_of(rows)
    names = expert_names((expert for each in rows for expert in each.experts.all()), role=role)
    return [_present_round(each, overviews[each.pk], names, viewer, role) for each in rows]


def present_round(judgment_round: JudgmentRound, *, viewer: User, role: str) -> dict[str, Any]:
    """A round (``with_experts``) as a viewer in ``role`` sees it."""
    [row] = present_rounds([judgment_round], viewer=viewer, role=role)
    return row


def expert_names(experts: Iterable[RoundExpert], *, role: str) -> dict[int, str]:
    """By which name a viewer in ``role`` sees experts of one project's rounds, by their keys.

    Leads see names, everybody else numbers: *Expert 2*.
    """
    rows = list(experts)
    if not rows or not sees_names(role):
        return {expert.pk: f"Expert {expert.number}" for expert in rows}
    users = {expert.user_id: expert.user for expert in rows}.values()
    names = names_of(project=rows[0].round.project, viewer_role=role, users=users)
    return {expert.pk: names[expert.user_id] for expert in rows}


def _present_round(
    judgment_round: JudgmentRound,
    overview: Overview,
    names: Mapping[int, str],
    viewer: User,
    role: str,
) -> dict[str, Any]:
    each, is_lead = judgment_round, sees_names(role)
    is_open = each.phase == Phase.INDEPENDENT
    experts = list(each.experts.all())
    return {
        "id": each.pk,
        "project": each.project.slug,
        "number": each.number,
        "title": each.title,
        "target": each.target,
        "size": each.size,
        "seed": each.seed if is_lead else None,
        "population_size": each.population_size if is_lead else None,
        "answer_count": overview.answers,
        "guidelines": each.guidelines,
        "guidelines_html": render_markdown(each.guidelines, project=each.project.slug)
        if each.guidelines
        else "",
        "phase": each.phase,
        "opened_at": each.opened_at,
        "consensus_at": each.consensus_at,
        "finished_at": each.finished_at,
        "experts": [
            _present_expert(expert, names[expert.pk], viewer, is_lead=is_lead) for expert in experts
        ],
        "seat": next((row.number for row in experts if row.user_id == viewer.pk), None),
        "disagreements": None if is_open else overview.disagreements,
        "settled": None if is_open else overview.settled,
        "variability": _present_gathering(each, overview),
    }


def _present_expert(
    expert: RoundExpert, name: str, viewer: User, *, is_lead: bool
) -> dict[str, Any]:
    is_you = expert.user_id == viewer.pk
    judged: int = expert.judged  # type: ignore[attr-defined]
    return {
        "number": expert.number,
        "name": name,
        "is_you": is_you,
        "judged": judged if is_lead or is_you else None,
        "closed_at": expert.closed_at,
    }


def _present_gathering(judgment_round: JudgmentRound, overview: Overview) -> dict[str, Any] | None:
    asked, gathering = variability_of(judgment_round), overview.gathering
    if asked is None or gathering is None:
        return None
    return {
        "annotations": asked.annotations,
        "requested_at": asked.requested_at,
        "examples": gathering.examples,
        "complete": gathering.complete,
        "annotations_missing": gathering.missing,
    }
