"""Results of a comparison study over HTTP: computed, exported, correlated, ended."""

from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.quality.comparisons import kept_results
from annotator.quality.comparisons.models import ComparedSystem, Comparison, ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.services import run_job
from tests.api.clients import client_of
from tests.api.comparisons.calling import SECRET, call, compute
from tests.factories.comparisons import complete, complete_study
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


def test_results_export_scores_and_correlations(study: ComparisonStudy, lead: User) -> None:
    complete_study(study)
    client, path = client_of(lead), f"comparison-studies/{study.pk}/"
    compute(client, study)
    results = call(client, "get", f"{path}results/").json()
    first, second = results["systems"]
    assert results["comparisons"] == 4
    why = "An interval needs 10 groups of pages; there is 1."
    few = {"low": None, "high": None, "no_interval": why}
    tied = {"value": 0.0, **few, "no_interval": why.replace("10", "30")}
    assert first == {
        "name": SECRET[0],
        "answers": 4,
        "acc": {"value": 50.0, **few},
        "comp": {"value": 100.0, **few},
        "flue": {"value": 50.0, **few},
        "ho": {"value": 100.0, **few},
        "strength": {"ambiguity": None, "fluency": tied, "overall": None},
    }
    assert second["acc"]["value"] == 0.0
    assert results["published"][0] == {
        "name": "JPR@1",
        "acc": 36.1,
        "comp": 44.4,
        "flue": 42.2,
        "ho": 37.8,
    }
    export = call(client, "get", f"{path}export/")
    assert export["Content-Disposition"] == 'attachment; filename="asqa-comparisons-1.tsv"'
    assert len(export.content.splitlines()) == 5
    scores = {"scores": {name: {"DR": 1.5} for name in SECRET}}
    table = call(client, "patch", f"{path}scores/", scores).json()
    assert table == call(client, "get", f"{path}correlations/").json()
    assert table["metrics"] == ["DR"]
    assert table["systems"] == [{"name": name, "scores": {"DR": 1.5}} for name in SECRET]
    changes = {"scores": {SECRET[0]: {"BLEU": 2, "DR": None}}}
    changed = call(client, "patch", f"{path}scores/", changes).json()
    assert [each["scores"] for each in changed["systems"]] == [{"BLEU": 2.0}, {"DR": 1.5}]
    assert table["rows"][3] == {
        "respect": "ho",
        "values": [
            {
                "metric": "DR",
                "r": None,
                "n": 2,
                "reason": "2 systems have both scores, and a correlation needs three.",
            }
        ],
    }


def test_no_request_computes_results(
    study: ComparisonStudy, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, path = client_of(lead), f"comparison-studies/{study.pk}/"
    refused = call(client, "post", f"{path}results/")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_compared")
    complete_study(study)
    with monkeypatch.context() as patched:
        patched.setattr(kept_results, "results_of", None)
        patched.setattr(kept_results, "submitted_comparisons", None)
        before = call(client, "get", f"{path}results/").json()
        assert call(client, "get", f"{path}correlations/").json()["rows"] == []
        first, second = (call(client, "post", f"{path}results/").json() for _ in range(2))
        during = call(client, "get", f"{path}results/").json()
    assert (before["computed"], before["systems"], before["job"]) == (None, [], None)
    assert (before["comparisons"], before["comparisons_now"]) == (0, 4)
    assert first == second
    assert (during["job"]["id"], during["job"]["state"]) == (first["job"], "queued")
    run_job(job_id=UUID(first["job"]))
    after = call(client, "get", f"{path}results/").json()
    assert (after["comparisons"], after["is_current"]) == (4, True)
    assert after["computed"]["seed"] == study.seed
    assert after["job"]["state"] == "succeeded"


def test_kept_results_say_that_newer_comparisons_are_there(
    study: ComparisonStudy, lead: User
) -> None:
    first, *others = Comparison.objects.filter(pair__study=study).order_by("pk")
    complete(first)
    client, path = client_of(lead), f"comparison-studies/{study.pk}/results/"
    compute(client, study)
    for comparison in others:
        complete(comparison)
    old = call(client, "get", path).json()
    assert (old["comparisons"], old["comparisons_now"], old["is_current"]) == (1, 4, False)
    compute(client, study)
    new = call(client, "get", path).json()
    assert (new["comparisons"], new["comparisons_now"], new["is_current"]) == (4, 4, True)
    assert new["computed"]["fingerprint"] != old["computed"]["fingerprint"]


def test_an_export_can_be_imported_and_a_wrong_line_refuses_all_of_it(
    study: ComparisonStudy, lead: User
) -> None:
    complete_study(study)
    make_score(study.project, SECRET[0], split="dev", metrics={"ovscore": 20.0})
    client = client_of(lead)
    content = call(client, "get", f"comparison-studies/{study.pk}/export/").content
    path = "projects/asqa/comparison-studies/import/"
    body = {"title": "Theirs", "file": SimpleUploadedFile("t.tsv", content)}
    answer = call(client, "post", path, body, format="multipart")
    assert answer.status_code == 201
    assert (answer.json()["origin"], answer.json()["pair_count"]) == ("file", 4)
    theirs = ComparedSystem.objects.get(study=answer.json()["id"], name=SECRET[0])
    assert theirs.scores == {"DR": 20.0}
    wrong = content.replace(b"tie", b"", 1)
    body = {"title": "Theirs", "file": SimpleUploadedFile("t.tsv", wrong)}
    answer = call(client, "post", path, body, format="multipart")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {
        "file": "t.tsv:2: Fluency: the cell is empty. Write left, right or tie."
    }
    assert ComparisonStudy.objects.count() == 2


def test_a_lead_ends_a_study_once(study: ComparisonStudy, lead: User) -> None:
    path = f"comparison-studies/{study.pk}/finish/"
    assert call(client_of(lead), "post", path).json()["code"] == "nothing_compared"
    complete_study(study)
    assert call(client_of(lead), "post", path).json()["finished_at"]
    assert call(client_of(lead), "post", path).json()["code"] == "study_finished"
