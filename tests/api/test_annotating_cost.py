"""How many queries an annotator's requests take: they are what a busy site does all day."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.workspace.accounts.models import User
from tests.api.clients import client_of
from tests.factories.corpus import make_annotators, make_examples, make_project

pytestmark = pytest.mark.django_db
DRAFT = {"version": 0, "question_quality": "bad"}
ANSWER = {"question_quality": "bad", "version": 1}
QUERIES = [16, 8, 12]


@pytest.fixture
def annotator() -> User:
    project = make_project()
    make_examples(project, 3)
    (user,) = make_annotators(project, 1)
    return user


def test_the_queries_of_a_question_are_known(annotator: User) -> None:
    """Of claiming it, saving a draft and submitting the answer."""
    client, statements = client_of(annotator), []

    def ask(method: str, path: str, body: dict[str, Any]) -> Any:
        with CaptureQueriesContext(connection) as queries:
            answer = getattr(client, method)(f"/api/v1/{path}", body)
        statements.append([query["sql"] for query in queries])
        return answer

    # The first question also makes the annotator's place in the queue, and of a new connection to
    # SQLite the first draft asks whether it knows JSON.
    first = client.post("/api/v1/projects/project/assignments/next/").json()["id"]
    client.put(f"/api/v1/assignments/{first}/draft/", DRAFT)
    client.post(f"/api/v1/assignments/{first}/release/")
    assignment = ask("post", "projects/project/assignments/next/", {}).json()["id"]
    assert ask("put", f"assignments/{assignment}/draft/", DRAFT).status_code == 200
    assert ask("post", f"assignments/{assignment}/submit/", ANSWER).status_code == 201
    counts = [len(each) for each in statements]
    assert counts == QUERIES, "\n".join(statements[1])
