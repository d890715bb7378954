"""Two tabs that save at once: each is told of its own draft, never of the other's as its own.

The other tab saves at the first moment at which it can: when the first one's draft is committed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from annotator.collecting.training.models import TrainingAnswer
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project
from tests.factories.training import make_training

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/"
P = f"{API}projects/project/"
GOOD = {"question_quality": "good", "stage": "long_answer"}
BAD = {"question_quality": "bad", "stage": "question"}

Save = Callable[..., Any]


def save_of_another_tab(monkeypatch: pytest.MonkeyPatch, save: str, **theirs: Any) -> None:
    """Let `save`, a function that a view calls, be followed by another tab's ``theirs``."""
    module, _, name = save.rpartition(".")
    original: Save = getattr(__import__(module, fromlist=[name]), name)

    def with_another_tab(*, version: int, **given: Any) -> Any:
        saved = original(version=version, **given)
        later = {**given, **theirs, "version": version + 1}
        transaction.on_commit(lambda: save_later(later))
        return saved

    def save_later(later: dict[str, Any]) -> None:
        with transaction.atomic():
            original(**later)

    monkeypatch.setattr(save, with_another_tab)


def is_told_of_its_own(client: APIClient, draft: str, current: str, field: str) -> None:
    """The first tab saves GOOD; the second BAD; the first must not take version 2 for its own."""
    answer = client.put(draft, {"version": 0, **GOOD})
    assert answer.status_code == 200, answer.content
    assert (answer.json()["version"], answer.json()["draft"][field]) == (1, "good")
    now = client.get(current).json()
    now = now.get("assignment", now)
    assert (now["version"], now["draft"][field]) == (2, "bad")
    again = client.put(draft, {"version": 1, **GOOD})
    assert (again.status_code, again.json()["code"]) == (409, "stale_draft")


@pytest.fixture
def client() -> APIClient:
    project = make_project()
    make_examples(project, 3)
    return client_of(make_annotators(project, 1)[0])


def test_of_an_assignment(client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = client.post(f"{P}assignments/next/").json()
    save_of_another_tab(monkeypatch, "api.views.assignments.save_locked_draft", answer=BAD)
    url = f"{API}assignments/{theirs['id']}/"
    is_told_of_its_own(client, f"{url}draft/", url, "question_quality")


def test_of_a_revision(client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    number = client.post(f"{P}assignments/next/").json()["id"]
    submitted = client.post(
        f"{API}assignments/{number}/submit/", {"question_quality": "bad"}
    ).json()["id"]
    save_of_another_tab(monkeypatch, "api.views.annotations.save_revision_draft", answer=BAD)
    url = f"{API}annotations/{submitted}/"
    is_told_of_its_own(client, f"{url}draft/", url, "question_quality")


def test_of_an_answer_in_training(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project()
    make_training(project, make_member(project, "trainer").user)
    trainee = make_member(project, "trainee")
    client = client_of(trainee.user)
    assert client.post(f"{P}training/own/start/").status_code in {200, 201}
    answer = TrainingAnswer.objects.filter(attempt__membership=trainee)[0]
    save_of_another_tab(monkeypatch, "api.views.training_answers.save_training_draft", draft=BAD)
    url = f"{API}training/answers/{answer.pk}/"
    is_told_of_its_own(client, f"{url}draft/", url, "question_quality")


def test_of_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    project: Project = make_asqa_project()
    [comparer] = make_comparers(project, 1)
    study = make_study(project, [comparer], questions=2)
    comparison = study.comparers.get().comparisons.get(position=0)
    client = client_of(comparer)
    undecided = {"left_captures": [None, None], "right_captures": [None, None]}
    theirs = {**undecided, "ambiguity": None, "overall": None, "comment": "", "fluency": "right"}
    save_of_another_tab(monkeypatch, "api.views.comparisons.save_comparison_draft", draft=theirs)
    url = f"{API}comparisons/{comparison.pk}/"
    answer = client.put(f"{url}draft/", {"version": 0, "draft": {"fluency": "left"}})
    assert (answer.json()["version"], answer.json()["draft"]["fluency"]) == (1, "left")
    now = client.get(url).json()
    assert (now["version"], now["draft"]["fluency"]) == (2, "right")
