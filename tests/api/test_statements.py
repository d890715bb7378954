"""How many statements an annotator's requests take, those that begin and end transactions aside."""

from typing import Any

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.workspace.accounts.tokens import create_token
from tests.factories.corpus import make_annotators, make_examples, make_project

OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
ANSWER = {"question_quality": "good", "long_answer": {"candidate_index": 0}, "version": 1}


class Counting:
    """A client with a token that knows how many statements its last request took."""

    def __init__(self, key: str) -> None:
        self._client = APIClient(headers={"Authorization": f"Token {key}"})
        self.count = 0

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """The answer's body."""
        with CaptureQueriesContext(connection) as sent:
            answer = self._client.generic(
                method, f"/api/v1/{path}", orjson.dumps(body or {}), "application/json"
            )
        assert answer.status_code < 300
        statements = [each["sql"] for each in sent.captured_queries]
        self.count = sum(not sql.startswith(OF_TRANSACTIONS) for sql in statements)
        return answer.json() if answer["Content-Type"] == "application/json" else None


@pytest.mark.django_db
def test_requests_of_an_annotator_take_few_statements() -> None:
    project = make_project()
    make_examples(project, 4)
    (user,) = make_annotators(project, 1)
    caller = Counting(create_token(user=user, name="it", at=timezone.now())[1])
    counts: dict[str, int] = {}

    def send(name: str, method: str, path: str, body: Any = None) -> Any:
        answer = caller.send(method, path, body)
        counts[name] = caller.count
        return answer

    number = 0
    # The second question finds what the process keeps of the page.
    for _ in range(2):
        number = send("next", "POST", "projects/project/assignments/next/")["id"]
        send("the same again", "POST", "projects/project/assignments/next/")
        draft = {"version": 0, "question_quality": "good"}
        send("draft", "PUT", f"assignments/{number}/draft/", draft)
        send("page", "GET", f"assignments/{number}/page/")
        send("submit", "POST", f"assignments/{number}/submit/", ANSWER)
    number = send("next", "POST", "projects/project/assignments/next/")["id"]
    send("submit?next=1", "POST", f"assignments/{number}/submit/?next=1", {**ANSWER, "version": 0})
    assert counts == {
        "next": 13,
        "the same again": 2,
        "draft": 5,
        "page": 2,
        "submit": 9,
        "submit?next=1": 19,
    }
