"""Results by groups of examples and the examples behind them, from a scored upload to the API."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.material.corpus.models import Example
from annotator.measures.resampled_scores import RESAMPLES
from annotator.systems.evaluation.gold.answer_groups import groups_of
from annotator.systems.evaluation.models import Gold, Score, ScoredExample
from annotator.systems.evaluation.records.replicates import (
    compared_with,
    differences_to,
    packed_replicates,
    unpacked_replicates,
)
from annotator.systems.evaluation.records.services import publish_leaderboard
from annotator.systems.evaluation.scoring_jobs import steps
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions
from tests.just_before import just_before

pytestmark = pytest.mark.django_db

SYSTEMS = "/api/v1/projects/dev/systems/"
WORDS = Given(0, words=((0, 1), (3, 5)))


@pytest.fixture
def project() -> Project:
    """Five examples: answered by all, by two, by nobody, with words, and by all once more."""
    project = make_project("dev", overlap=5)
    annotate_at_once(
        project, [[LONG] * 5, [LONG, LONG, *[NULL] * 3], [NULL] * 5, [WORDS] * 5, [LONG] * 5]
    )
    return project


def long_answer(example: Example, **other: int) -> dict[str, Any]:
    """A prediction of what people chose, or of another span."""
    from annotator.collecting.annotations.models import Annotation

    first = Annotation.objects.filter(example=example).earliest("pk").natural_questions_answer
    span = {"start_token": first.long_start_token, "end_token": first.long_end_token}
    return nothing_predicted(example, 1.0) | {"long_answer": span | other}


@pytest.fixture
def score(project: Project, tmp_path: Path) -> Score:
    """Right, missed, needless, right with words, and wrong."""
    one, two, three, four, five = project.examples.order_by("position")
    three_wrong = nothing_predicted(three, 1.0) | {
        "long_answer": {"start_token": 1, "end_token": 4}
    }
    words = {"short_answers": [{"start_token": 3, "end_token": 5}]}
    predictions = [
        long_answer(one),
        nothing_predicted(two, 1.0),
        three_wrong,
        long_answer(four) | words,
        long_answer(five, end_token=99_999),
    ]
    job = run_scoring(project, write_predictions(tmp_path / "predictions.json", predictions))
    assert job.state == "succeeded", job.message
    return Score.objects.get()


def lead(project: Project) -> Client:
    client = Client()
    client.force_login(make_member(project, "a lead", Role.LEAD).user)
    return client


def test_each_example_has_its_result_and_groups(project: Project, score: Score) -> None:
    rows = ScoredExample.objects.order_by("example__position")
    assert [each.long_result for each in rows] == ["right", "missed", "needless", "right", "wrong"]
    assert [each.short_result for each in rows][:3] == ["nothing", "nothing", "nothing"]
    assert rows[3].short_result == "wrong"
    assert [each.mu for each in rows] == [5, 2, 0, 5, 5]
    groups = groups_of(project, "all", simulated=False)
    assert [groups[each.example.example_id].answer_type for each in rows] == [
        each.answer_type for each in rows
    ]
    assert rows[2].answer_type == ""
    assert rows[0].answer_type == "paragraph"


def test_groups_count_what_the_examples_say(project: Project, score: Score) -> None:
    client = lead(project)
    answer = client.get(f"{SYSTEMS}{score.system_id}/results/?split=all").json()
    groups = {(each["grouping"], each["group"]): each for each in answer["groups"]}
    every = groups["all", "all"]["long"]
    assert every["counts"] == {"right": 2, "wrong": 1, "missed": 1, "needless": 1, "nothing": 0}
    assert every["precision"]["value"] == 0.5
    assert every["recall"]["value"] == 0.5
    assert every["f1"] == {"value": 0.5, "interval": None}
    assert score.metrics["long-best-threshold-f1"] == 0.5
    assert groups["mu", "2"]["long"]["counts"]["missed"] == 1
    assert groups["long_answer_given", "all"]["short"]["counts"]["wrong"] == 1
    assert sum(groups["long_answer_given", "all"]["short"]["counts"].values()) == 2
    wanted = {"split": "all", "part": "long", "result": "wrong"}
    listed = client.get(f"{SYSTEMS}{score.system_id}/examples/", wanted).json()
    (wrong,) = listed["results"]
    assert wrong["example"] == project.examples.order_by("position")[4].pk
    wanted |= {"grouping": "mu", "group": "0", "result": "needless"}
    assert client.get(f"{SYSTEMS}{score.system_id}/examples/", wanted).json()["count"] == 1
    refused = client.get(f"{SYSTEMS}{score.system_id}/examples/", wanted | {"group": "x"})
    assert refused.status_code == 400
    assert "group" in refused.json()["fields"]


def test_all_examples_have_the_leaderboards_intervals_and_groups_have_none(
    project: Project, score: Score
) -> None:
    score.intervals = score.intervals | {"long-best-threshold-f1": [0.3, 0.7]}
    score.save()
    client = lead(project)

    def intervals() -> dict[tuple[str, str], list[list[float] | None]]:
        answer = client.get(f"{SYSTEMS}{score.system_id}/results/?split=all").json()
        return {
            (each["grouping"], part): [
                each[part][name]["interval"] for name in ("f1", "precision", "recall")
            ]
            for each in answer["groups"]
            for part in ("long", "short")
        }

    found = intervals()
    assert found.pop(("all", "long")) == [[0.3, 0.7], None, None]
    assert set(map(tuple, found.values())) == {(None, None, None)}
    # One example less than the score is about.
    score.scored_examples.latest("pk").delete()
    assert intervals()["all", "long"] == [None, None, None]


def test_an_answer_is_placed_on_its_page(project: Project, score: Score) -> None:
    client = lead(project)
    _, two, three, four, five = project.examples.order_by("position")

    def asked(example: Example) -> Any:
        url = f"{SYSTEMS}{score.system_id}/examples/{example.pk}/?split=all"
        return client.get(url).json()

    right = asked(four)
    assert (right["candidate_index"], right["long_result"]) == (0, "right")
    assert right["short_answers"] == [{"start_token": 3, "end_token": 5}]
    assert (asked(two)["has_long_answer"], asked(two)["candidate_index"]) == (False, None)
    spans = []
    for example in (three, five):
        answer = asked(example)
        assert (answer["has_long_answer"], answer["candidate_index"]) == (True, None)
        spans.append(answer["long_span"])
    # The other one ends beyond the page.
    assert spans == [{"start_token": 1, "end_token": 4}, None]
    missing = client.get(f"{SYSTEMS}{score.system_id}/examples/{four.pk}/?split=dev")
    assert missing.status_code == 404


def test_systems_are_compared_on_what_was_kept(
    project: Project, score: Score, tmp_path: Path
) -> None:
    examples = project.examples.order_by("position")
    nothing = [nothing_predicted(each) for each in examples]
    path = write_predictions(tmp_path / "nothing.json", nothing)
    run_scoring(project, path, name="Nothing")
    other = Score.objects.exclude(pk=score.pk).get()
    score.refresh_from_db()
    assert score.replicates is not None
    kept = unpacked_replicates(score.replicates)
    assert (kept.units, kept.of) == (1, "pages")
    assert {len(each) for each in kept.values.values()} == {RESAMPLES}
    found = differences_to(other, [score, other])
    difference, interval = found[score.pk]["long-best-threshold-f1"]
    assert (difference, interval.low) == (0.5, None)
    assert other.pk not in found
    board = lead(project).get(f"/api/v1/projects/dev/leaderboard/?against={other.system_id}").json()
    first, second = board["systems"]
    assert first["differences"]["long-best-threshold-f1"] == {"difference": 0.5, "interval": None}
    assert second["differences"] is None
    assert first["intervals"]["long-best-threshold-f1"] is None
    refused = lead_again(project).get("/api/v1/projects/dev/leaderboard/?against=999999")
    assert refused.status_code == 400


def test_what_was_compared_once_is_not_unpacked_again(
    project: Project, score: Score, tmp_path: Path
) -> None:
    """Anybody may ask for it on a published leaderboard."""
    nothing = [nothing_predicted(each) for each in project.examples.order_by("position")]
    run_scoring(project, write_predictions(tmp_path / "nothing.json", nothing), name="Nothing")
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    address = f"/api/v1/projects/dev/leaderboard/?against={score.system_id}"
    first = Client().get(address).json()
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).json() == first
    selected = [each["sql"].partition(" FROM ")[0] for each in queries]
    assert not any('"replicates"' in columns for columns in selected)
    assert [each["differences"] is None for each in first["systems"]] == [True, False]


def test_scores_with_other_thresholds_are_not_compared(
    project: Project, score: Score, tmp_path: Path
) -> None:
    """The same predictions: what differs is which examples have an answer."""
    nothing = [nothing_predicted(each) for each in project.examples.order_by("position")]
    path = write_predictions(tmp_path / "nothing.json", nothing)
    for threshold in (2, 4):
        name = f"From {threshold}"
        run_scoring(project, path, name=name, non_null_annotations=threshold)
    two, four = Score.objects.filter(system__name__startswith="From").order_by("pk")
    assert {*differences_to(two, [score, four])} == {score.pk}
    address = f"/api/v1/projects/dev/leaderboard/?against={two.system_id}"
    systems = lead(project).get(address).json()["systems"]
    by_name = {each["name"]: each["differences"] for each in systems}
    assert by_name["From 4"] is None
    assert by_name[score.system.name] is not None


def test_scores_from_before_pages_were_drawn_are_not_compared(
    project: Project, score: Score, tmp_path: Path
) -> None:
    nothing = [nothing_predicted(each) for each in project.examples.order_by("position")]
    run_scoring(project, write_predictions(tmp_path / "nothing.json", nothing), name="Nothing")
    newer = Score.objects.exclude(pk=score.pk).get()
    score.refresh_from_db()
    assert score.replicates is not None
    kept = unpacked_replicates(score.replicates)._replace(units=5, of="examples")
    Score.objects.filter(pk=score.pk).update(replicates=packed_replicates(kept), receipt="older")
    score.refresh_from_db()
    assert differences_to(newer, [score, newer]) == {}
    assert compared_with(score, [score, newer]) is None


def test_what_comes_in_while_a_system_is_scored_came_after_the_gold(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = [nothing_predicted(each) for each in project.examples.order_by("position")]
    path = write_predictions(tmp_path / "nothing.json", nothing)
    scored: list[datetime] = []
    just_before(monkeypatch, f"{steps.__name__}.score", lambda *_: scored.append(timezone.now()))
    read = []
    for name in ("One", "Two"):
        assert run_scoring(project, path, name=name).state == "succeeded"
        read.append(Score.objects.get(system__name=name).gold.read_at)
    # The second one has read the same gold again: nothing was missing of it until then.
    assert read[0] < scored[0] < read[1] < scored[1]
    assert Gold.objects.filter(scores__system__name__in=["One", "Two"]).distinct().count() == 1


def lead_again(project: Project) -> Client:
    client = Client()
    client.force_login(project.memberships.get(user__username="a lead").user)
    return client
