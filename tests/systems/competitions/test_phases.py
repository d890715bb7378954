"""Phases: their borders, and rules that stay once a team has submitted."""

from datetime import datetime
from typing import Any

import pytest

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.competitions.models import Phase, PhaseState
from annotator.systems.competitions.phases import (
    change_phase,
    delete_phase,
    half_sizes,
    publish_results,
)
from annotator.systems.competitions.queries import open_phase
from annotator.systems.evaluation.models import Halves, System
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.competitions import (
    F1,
    days,
    make_competition,
    make_hidden_project,
    make_phase,
    make_submission,
    make_team,
)
from tests.factories.corpus import AT, make_member

pytestmark = pytest.mark.django_db


def submitted(phase: Phase) -> Phase:
    make_submission(phase, make_team(phase.competition, "Ours"), "Mine", {F1: 0.5})
    return phase


@pytest.mark.parametrize(
    ("at", "state"),
    [
        (AT - days(1), PhaseState.UPCOMING),
        (AT, PhaseState.OPEN),
        (AT + days(1), PhaseState.ENDED),
    ],
)
def test_the_start_is_part_of_a_phase_and_the_end_is_not(at: datetime, state: PhaseState) -> None:
    phase = Phase(starts_at=AT, ends_at=AT + days(1))
    assert phase.state(at=at) == state


def test_one_phase_may_begin_when_another_ends_but_not_before() -> None:
    competition = make_competition()
    make_phase(competition, starts_at=AT, ends_at=AT + days(2), name="First")
    second = make_phase(competition, starts_at=AT + days(2), name="Second")
    assert (second.number, open_phase(competition, at=AT + days(2))) == (2, second)
    for dates in ({"ends_at": AT + days(1)}, {"starts_at": AT + days(9)}, {}):
        with pytest.raises(InvalidInputError) as refused:
            make_phase(competition, **dates)
        assert set(refused.value.fields) == {"starts_at"}


@pytest.mark.parametrize("name", ["Final\u202e", "a\u2066b\u2069", "a\nb", "\u200b"])
def test_the_name_of_a_phase_can_be_shown(name: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        make_phase(make_competition(), name=name)
    assert set(refused.value.fields) == {"name"}


def test_a_phase_ends_after_its_start_and_its_figure_can_decide() -> None:
    with pytest.raises(InvalidInputError) as refused:
        make_phase(make_competition(), starts_at=AT, ends_at=AT, metric="long-best-threshold")
    assert set(refused.value.fields) == {"ends_at", "metric"}


@pytest.mark.parametrize(
    "rules",
    [
        {"uploads_per_week": 9},
        {"uploads_total": 9},
        {"refused_per_week": 9},
        {"non_null_annotations": 1},
        {"shown_to": "everybody"},
        {"ladder_step": 0.5},
        {"metric": "short-best-threshold-f1"},
        {"starts_at": AT - days(1)},
        {"ends_at": AT + days(6)},
    ],
    ids=lambda rules: next(iter(rules)),
)
def test_rules_stay_once_a_team_has_submitted(rules: dict[str, Any]) -> None:
    phase = make_phase(make_competition(), starts_at=AT, ends_at=AT + days(7))
    assert change_phase(phase=phase, at=AT, actor=None, **rules)
    phase = make_phase(make_competition(make_hidden_project("b")), ends_at=AT + days(7))
    with pytest.raises(ConflictError) as refused:
        change_phase(phase=submitted(phase), at=AT, actor=None, **rules)
    assert set(refused.value.fields) == set(rules)


def test_the_name_changes_and_the_end_moves_on() -> None:
    phase = submitted(make_phase(make_competition(), ends_at=AT + days(7)))
    changed = change_phase(phase=phase, at=AT, actor=None, name="Longer", ends_at=AT + days(9))
    assert (changed.name, changed.ends_at) == ("Longer", AT + days(9))
    event = Event.objects.get(subject="phase", verb="changed")
    assert event.details["before"]["ends_at"] == (AT + days(7)).isoformat()
    with pytest.raises(ConflictError):
        delete_phase(phase=phase, at=AT, actor=None)


def test_results_are_published_when_nobody_can_submit_any_more() -> None:
    phase = submitted(make_phase(make_competition(), ends_at=AT + days(7)))
    with pytest.raises(ConflictError):
        publish_results(phase=phase, is_published=True, at=AT + days(6), actor=None)
    publish_results(phase=phase, is_published=True, at=AT + days(7), actor=None)
    assert not System.objects.get().is_withheld
    with pytest.raises(ConflictError):
        change_phase(phase=phase, at=AT, actor=None, ends_at=AT + days(30))
    publish_results(phase=phase, is_published=False, at=AT + days(8), actor=None)
    assert System.objects.get().is_withheld


def test_publishing_ends_a_phase_without_an_end() -> None:
    phase = make_phase(make_competition())
    published = publish_results(phase=phase, is_published=True, at=AT, actor=None)
    assert (published.ends_at, published.state(at=AT)) == (AT, PhaseState.ENDED)


def test_halves_are_drawn_once_for_a_split_that_is_large_enough() -> None:
    with pytest.raises(ConflictError, match="too few questions"):
        make_phase(make_competition(), has_halves=True)
    project = make_hidden_project("large", examples=40)
    competition = make_competition(project)
    make_phase(competition, has_halves=True, ends_at=AT)
    seed = Halves.objects.get().seed
    make_phase(competition, has_halves=True, starts_at=AT)
    assert Halves.objects.get().seed == seed
    assert sum(half_sizes(project, "test", seed=seed).values()) == 40


def test_without_an_extractor_the_order_is_by_a_figure_that_needs_none(settings: Any) -> None:
    project = make_asqa_project("dev")
    steward = make_member(project, "steward", Role.LEAD).user
    make_ambiguous_examples(project, 1, split="test")
    project = hide_split(project=project, split="test", steward=steward, at=AT)
    competition = make_competition(project)
    phases = [make_phase(competition, ends_at=AT)]
    with pytest.raises(InvalidInputError) as refused:
        make_phase(competition, starts_at=AT, metric="ovscore")
    assert refused.value.fields == {"metric": "Choose one of rougeLsum, str_em."}
    settings.ANSWER_READER = "reader"
    phases.append(make_phase(competition, starts_at=AT))
    assert [each.metric for each in phases] == ["rougeLsum", "ovscore"]
    # The extractor is gone: the phase can be renamed.
    settings.ANSWER_READER = ""
    assert change_phase(phase=phases[1], at=AT, actor=None, name="Later").metric == "ovscore"
