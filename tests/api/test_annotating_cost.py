"""How many queries an annotator's requests take: they are what a busy site does all day."""

from typing import Any

import pytest

from annotator.accounts.models import User
from tests.api.clients import client_of
from tests.factories.corpus import make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db
DRAFT = {"version": 0, "question_quality": "bad"}
ANSWER = {"question_quality": "bad", "version": 1}


@pytest.fixture
def annotator() -> User:
    project = make_project()
    make_examples(project, 3)
    (user,) = make_annotators(project, 1)
    return user


def test_the_queries_of_a_question_stay_few(
    annotator: User, django_assert_max_num_queries: Any
) -> None:
    client = client_of(annotator)
    # The first question also makes the annotator's place in the queue.
    first = client.post("/api/v1/projects/project/assignments/next/").json()["id"]
    client.post(f"/api/v1/assignments/{first}/release/")
    with django_assert_max_num_queries(18):
        assignment = client.post("/api/v1/projects/project/assignments/next/").json()["id"]
    with django_assert_max_num_queries(11):
        answer = client.put(f"/api/v1/assignments/{assignment}/draft/", DRAFT)
    assert answer.status_code == 200
    with django_assert_max_num_queries(16):
        answer = client.post(f"/api/v1/assignments/{assignment}/submit/", ANSWER)
    assert answer.status_code == 201
