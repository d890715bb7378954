"""What is shown of scores on the hidden split: all to stewards, rounded numbers to others."""

from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.quality.comparisons.models import ComparedSystem
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.hidden_scores import shown_metrics
from annotator.systems.evaluation.models import Gold, RetrievalScore, Score
from annotator.systems.evaluation.project_secret import secret_of, secret_seed
from annotator.systems.evaluation.receipts import verify
from annotator.systems.evaluation.retrieval.receipts import verify_retrieval
from annotator.systems.evaluation.services import publish_leaderboard
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.competitions import (
    make_competition,
    make_phase,
    make_submission,
    make_team,
    member_of,
)
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.many_annotations import LONG, annotate_at_once, put_on_pages_of_their_own
from tests.factories.retrieval import make_encoder_score
from tests.factories.systems import make_score, nothing_predicted, run_scoring, write_predictions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"
F1, SHORT_F1 = "long-best-threshold-f1", "short-best-threshold-f1"
EXACT = {
    F1: 0.51249,
    SHORT_F1: 0.25051,
    "long-best-threshold": 998.0,
    "long-best-threshold-precision": 0.4,
    "long-best-threshold-recall": 0.7,
    "long-recall-at-precision>=0.5": 0.1,
}
ROUNDED = {F1: 0.512, SHORT_F1: 0.251}


def make_hidden(project: Project) -> Project:
    """The project with its examples in the hidden split, and a published leaderboard."""
    project.examples.update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    project = hide_split(project=project, split="test", steward=steward, at=AT)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=steward)
    return project


@pytest.fixture
def project() -> Project:
    project = make_project("dev")
    make_examples(project, 1)
    return make_hidden(project)


def readers(project: Project) -> dict[str, APIClient]:
    found = {"anybody": APIClient()}
    for name, role in (("lead", Role.LEAD), ("expert", Role.EXPERT)):
        found[name] = client_of(make_member(project, name, role).user)
    found["steward"] = client_of(project.memberships.get(user__username="steward").user)
    return found


def board_of(client: APIClient, **query: Any) -> Any:
    return client.get(f"{P}leaderboard/", query).json()


def test_only_stewards_see_all_digits_and_thresholds(project: Project) -> None:
    make_score(project, split="test", metrics=EXACT, people={"single_annotator": EXACT})
    gold = Gold.objects.get().sha256
    for name, client in readers(project).items():
        board, is_steward = board_of(client), name == "steward"
        [row], [people] = board["systems"], board["people"]
        expected = EXACT if is_steward else ROUNDED
        assert (row["metrics"], people["metrics"]) == (expected, expected)
        assert row["receipt"]["gold_sha256"] == (gold if is_steward else None)
        assert board["is_rounded"] is not is_steward
        assert ("long-best-threshold" in board["metrics"]) is is_steward
        assert row["annotations_since"] == (0 if is_steward else None)


def test_submitters_see_of_their_own_scores_what_everybody_sees(project: Project) -> None:
    competition = make_competition(project)
    team = make_team(competition, "Ada", make_member(project, "ada").user)
    make_submission(make_phase(competition), team, "Mine", EXACT)
    [own] = client_of(member_of(team)).get(f"{P}submissions/").json()["submissions"]
    assert (own["metrics"], own["receipt"]["gold_sha256"]) == (ROUNDED, None)


def test_an_order_that_the_split_does_not_show_is_the_usual_one(project: Project) -> None:
    make_score(project, split="test", metrics=EXACT)
    assert board_of(APIClient(), order="long-best-threshold")["order"] == F1


def test_a_site_without_a_reader_shows_nothing_that_needs_one(settings: Any) -> None:
    project = make_asqa_project("dev")
    make_examples(project, 1)
    project = make_hidden(project)
    # From before such files were refused there.
    make_score(project, split="test", metrics={"ovscore": 50.0, "QA-F1": 100.0, "rougeLsum": 25.04})
    for client in readers(project).values():
        board = board_of(client)
        assert (board["order"], board["metrics"]) == ("rougeLsum", ["rougeLsum"])
        [row] = board["systems"]
        assert row["metrics"].keys() == {"rougeLsum"}
        assert not row["is_read_by_submitter"]
    settings.ANSWER_READER = "somewhere"
    assert shown_metrics(project, "test", sees_hidden=False)[0] == "ovscore"


def predictions(project: Project, folder: Path, right: int) -> Path:
    """Right on so many examples."""
    examples = list(project.examples.order_by("position"))
    rows = [nothing_predicted(each) for each in examples]
    for example, row in list(zip(examples, rows, strict=True))[:right]:
        first = example.annotations.earliest("pk").natural_questions_answer
        row["long_answer"] = {
            "start_byte": first.long_start_byte,
            "end_byte": first.long_end_byte,
        }
    return write_predictions(folder / f"{right}.json", rows)


def test_intervals_by_the_public_seed_are_for_stewards_until_a_system_is_scored_again(
    tmp_path: Path,
) -> None:
    """Scored before the split was hidden, or by an older version."""
    project = make_project("dev", overlap=2)
    annotate_at_once(project, [[LONG] * 2] * 200)
    put_on_pages_of_their_own(project)
    project.examples.update(split="test")
    for name, right in (("Old", 120), ("Older", 20)):
        file = predictions(project, tmp_path, right)
        assert run_scoring(project, file, name=name, split="test").state == "succeeded"
    project = make_hidden(project)
    for name, right in (("New", 120), ("Newer", 20)):
        file = predictions(project, tmp_path, right)
        assert run_scoring(project, file, name=name, split="test").state == "succeeded"
    stored = {each.system.name: each for each in Score.objects.select_related("system")}
    assert stored["Old"].parameters["intervals"]["seed"] == 1
    assert stored["New"].parameters["intervals"]["seed"] == "secret"
    assert stored["New"].metrics == stored["Old"].metrics
    assert stored["New"].intervals[F1] != stored["Old"].intervals[F1]
    rows = {row["name"]: row for row in board_of(APIClient())["systems"]}
    assert (rows["Old"]["intervals"], rows["Older"]["intervals"]) == ({}, {})
    low, high = rows["New"]["intervals"][F1]
    assert (low, high) == (round(low, 3), round(high, 3))
    assert low < rows["New"]["metrics"][F1] == round(240 / 320, 3) < high
    # Systems on the same resamples are compared, and their exact difference is not told.
    against = {name: row["system"] for name, row in rows.items()}
    compared = board_of(APIClient(), against=against["Newer"])["systems"]
    found = {row["name"]: row["differences"] for row in compared}
    assert (found["Old"], found["Older"]) == (None, None)
    assert found["New"][F1]["difference"] == round(0.75 - 0.182, 3)
    assert found["New"][F1]["interval"] is not None
    compared = board_of(APIClient(), against=against["Older"])["systems"]
    found = {row["name"]: row["differences"] for row in compared}
    assert found["Old"][F1] == {"difference": 0.568, "interval": None}
    # Stewards see the stored ones, and every receipt can be verified.
    steward = client_of(project.memberships.get(user__username="steward").user)
    rows = {row["name"]: row for row in board_of(steward)["systems"]}
    assert rows["Old"]["intervals"] == stored["Old"].intervals
    assert [verify(each).differences for each in stored.values()] == [[]] * 4


def test_a_secret_stays_and_gives_each_gold_its_own_seed(project: Project) -> None:
    assert secret_of(project) == secret_of(Project.objects.get(pk=project.pk))
    assert len(secret_of(project)) == 64
    other = make_project("other")
    seeds = [secret_seed(each, gold) for each in (project, other) for gold in ("a", "b")]
    assert len(set(seeds)) == 4
    assert seeds[0] == secret_seed(project, "a")


def test_a_study_has_no_scores_of_the_hidden_split() -> None:
    project = make_asqa_project("dev")
    study = make_study(project, make_comparers(project, 1), systems=("T5", "People"))
    make_examples(project, 1)
    project.examples.filter(ambiguous_question=None).update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    hide_split(project=project, split="test", steward=steward, at=AT)
    project.refresh_from_db()
    make_score(project, "T5", split="test", metrics={"rougeLsum": 43.21})
    assert ComparedSystem.objects.get(study=study, name="T5").scores == {}


def test_encoders_on_the_hidden_split_are_rounded_too(project: Project) -> None:
    make_encoder_score(project, splits=["test"])
    stored = RetrievalScore.objects.get()
    stored.metrics["sentence"]["mrr"] = 0.51249
    stored.curve["sentence"][0][1:] = [0.51249, 0.49251, 0.53251]
    stored.save()
    for name, client in readers(project).items():
        [row] = client.get(f"{P}retrieval/").json()["encoders"]
        is_steward = name == "steward"
        assert row["sentence"]["mrr"]["value"] == (0.51249 if is_steward else 0.512)
        point = row["sentence_curve"][0]
        ends = [0.49251, 0.53251] if is_steward else [0.492, 0.532]
        assert (point["value"], point["interval"]) == (0.51249 if is_steward else 0.512, ends)
        assert (row["receipt"]["benchmark_sha256"] is not None) is is_steward


def test_an_encoders_receipt_can_be_verified(project: Project) -> None:
    scores = [make_encoder_score(project, name, splits=["test"]) for name in ("One", "Two")]
    assert [verify_retrieval(each).differences for each in scores] == [[], []]
