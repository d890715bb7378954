"""Which submission counts, what teams see, and the table that everybody reads."""

from typing import Any

import pytest

from annotator.exceptions import ConflictError
from annotator.systems.competitions.final import standings_of
from annotator.systems.competitions.models import Phase
from annotator.systems.competitions.phases import publish_results
from annotator.systems.competitions.submitting import choose_final
from annotator.systems.competitions.table import NOT_YET, table_of
from annotator.systems.evaluation.models import Half, Score, System
from annotator.systems.evaluation.queries import ranked, shown_scores
from annotator.systems.evaluation.scored import UNTOLD
from tests.factories.competitions import (
    F1,
    days,
    make_competition,
    make_hidden_project,
    make_phase,
    make_submission,
    make_team,
)
from tests.factories.corpus import AT
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


def phase_with(**rules: Any) -> Phase:
    return make_phase(make_competition(make_hidden_project(examples=40)), **rules)


def rows(phase: Phase) -> list[tuple[int | None, str, str, float]]:
    table = table_of(phase.competition, phase)
    return [
        (row.rank, row.team.name if row.team else "", row.system, row.figures.metrics[F1])
        for row in table.rows
    ]


@pytest.mark.parametrize(
    ("parameters", "intervals"),
    [
        ({"intervals": {"seed": UNTOLD}}, {F1: [0.103, 0.133], "short-best-threshold-f1": None}),
        # Resampled with the public seed.
        ({}, {}),
    ],
)
def test_halves_are_rounded_as_the_whole_split_is(
    parameters: dict[str, Any], intervals: dict[str, Any]
) -> None:
    """F1 alone, to a tenth of a per cent, its interval at rounded distances."""
    phase = phase_with(shown_to="everybody", has_halves=True)
    exact = {
        F1: 0.123456,
        "long-best-threshold": 7.25,
        "long-best-threshold-precision": 0.5,
        "long-recall-at-precision>=0.5": 0.5,
        "short-best-threshold-f1": 1.0,
    }
    team = make_team(phase.competition, "Ours")
    made = make_submission(phase, team, "Mine", {F1: 0.9}, halves={Half.PUBLIC: exact})
    score = Score.objects.get(system=made.system)
    Score.objects.filter(pk=score.pk).update(parameters=parameters)
    ends = {F1: [0.10311, 0.13299], "short-best-threshold-f1": None, "long-best-threshold": None}
    score.halves.update(intervals=ends)
    baseline = make_score(phase.competition.project, "First", split="test", metrics={F1: 0.9})
    System.objects.filter(pk=baseline.system_id).update(baseline="first-paragraph")
    Score.objects.filter(pk=baseline.pk).update(parameters=parameters)
    baseline.halves.create(half=Half.PUBLIC, examples=20, metrics=exact, intervals=ends)
    found = table_of(phase.competition, phase).rows
    assert [row.system for row in found] == ["Mine", "First"]
    for row in found:
        assert row.figures.metrics == {F1: 0.123, "short-best-threshold-f1": 1.0}
        assert row.figures.intervals == intervals


def test_nothing_is_in_the_table_before_the_results_are_published() -> None:
    phase = phase_with()
    make_submission(phase, make_team(phase.competition, "Ours"), "Mine", {F1: 0.5})
    table = table_of(phase.competition, phase)
    assert (table.rows, table.missing) == ([], NOT_YET)


def test_where_rules_show_scores_to_everybody_each_teams_best_is_in_the_table() -> None:
    phase = phase_with(shown_to="everybody", has_halves=True)
    ours, others = (make_team(phase.competition, name) for name in ("Ours", "Others"))
    for team, name, public in ((ours, "a", 0.5), (ours, "b", 0.3), (others, "c", 0.4)):
        halves = {Half.PUBLIC: {F1: public}, Half.PRIVATE: {F1: 1 - public}}
        make_submission(phase, team, name, {F1: 0.45}, halves=halves)
    assert rows(phase) == [(1, "Ours", "a", 0.5), (2, "Others", "c", 0.4)]


def test_the_final_table_has_the_private_half_of_the_submission_that_counts() -> None:
    """Ours counts its best on the public half; the others have chosen their worse one."""
    phase = phase_with(has_halves=True)
    ours, others = (make_team(phase.competition, name) for name in ("Ours", "Others"))
    made = {}
    for team, name, public, private in (
        (ours, "a", 0.5, 0.2),
        (ours, "b", 0.3, 0.9),
        (others, "c", 0.6, 0.1),
        (others, "d", 0.1, 0.6),
    ):
        halves = {Half.PUBLIC: {F1: public}, Half.PRIVATE: {F1: private}}
        made[name] = make_submission(phase, team, name, {F1: 0.45}, halves=halves)
    choose_final(submission=made["c"], is_final=True, at=AT, actor=None)
    choose_final(submission=made["d"], is_final=True, at=AT, actor=None)
    baseline = make_score(phase.competition.project, "First", split="test", metrics={F1: 0.4})
    System.objects.filter(pk=baseline.system_id).update(baseline="first-paragraph")
    baseline.halves.create(half=Half.PRIVATE, examples=20, metrics={F1: 0.4})
    publish_results(phase=phase, is_published=True, at=AT, actor=None)
    phase.refresh_from_db()
    assert rows(phase) == [
        (1, "Others", "d", 0.6),
        (None, "", "First", 0.4),
        (2, "Ours", "a", 0.2),
    ]
    with pytest.raises(ConflictError):
        choose_final(submission=made["b"], is_final=True, at=AT, actor=None)


def test_a_leaderboard_shows_the_systems_of_teams_to_stewards_until_results_are_out() -> None:
    phase = phase_with()
    team = make_team(phase.competition, "Ours")
    for name, value in (("worse", 0.1), ("better", 0.9)):
        make_submission(phase, team, name, {F1: value})
    project = phase.competition.project

    def shown(*, hidden: bool) -> list[str]:
        found = shown_scores(project, "test", is_public=False, sees_hidden=hidden)
        return [each.score.system.name for each in ranked(found, by=F1)]

    assert (shown(hidden=False), shown(hidden=True)) == ([], ["better", "worse"])
    publish_results(phase=phase, is_published=True, at=AT, actor=None)
    assert shown(hidden=False) == ["better"]


def test_with_a_step_a_team_sees_the_figure_that_decides_only_where_it_beats_its_best() -> None:
    phase = phase_with(ladder_step=1.0)
    team = make_team(phase.competition, "Ours")
    values = {"a": 0.5012, "b": 0.5099, "c": 0.5213}
    made = {
        name: make_submission(
            phase, team, name, {F1: value, "short-best-threshold-f1": 0.3}, at=AT + days(number)
        ).pk
        for number, (name, value) in enumerate(values.items())
    }
    shown = standings_of(phase).shown()
    assert {key: each.metrics for key, each in shown.items()} == {
        made["a"]: {F1: 0.5},
        made["c"]: {F1: 0.52},
    }


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        # Both are shown as 51.2.
        ({}, (0.5121, 0.5124)),
        # The second is better, but not by a step, and is not shown.
        ({"ladder_step": 1.0}, (0.5, 0.505)),
    ],
)
def test_what_counts_unchosen_tells_no_more_than_what_is_shown(
    rules: dict[str, Any], values: tuple[float, float]
) -> None:
    phase = phase_with(**rules)
    team = make_team(phase.competition, "Ours")
    first, _ = (
        make_submission(phase, team, str(value), {F1: value}, at=AT + days(number))
        for number, value in enumerate(values)
    )
    assert standings_of(phase).counting() == {team.pk: first}


def test_a_hidden_system_is_not_in_the_table_and_equal_teams_share_a_rank() -> None:
    phase = phase_with()
    for name, value in (("A", 0.5), ("B", 0.5), ("C", 0.4), ("D", 0.9)):
        make_submission(phase, make_team(phase.competition, name), f"of {name}", {F1: value})
    System.objects.filter(name="of D").update(is_published=False)
    publish_results(phase=phase, is_published=True, at=AT, actor=None)
    phase.refresh_from_db()
    assert [(rank, team) for rank, team, *_ in rows(phase)] == [(1, "A"), (1, "B"), (3, "C")]
