"""A misspelt option is refused: it would change nothing, unnoticed."""

from dataclasses import replace

import pytest

from tests.api.clients import SignedIn
from tests.api.every_caller.test_permissions import CALLS, send
from tests.api.openapi import operation_of
from tests.api.reach import ALLOWED, Call
from tests.api.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

UNKNOWN = "optoin"

FOR_LEADS = [
    call
    for call in CALLS
    if call.method in {"post", "put", "patch"}
    and (call.outcome("lead") == ALLOWED)
    and "annotator" not in call.allowed
]

READ_BY_LEADS = [call for call in CALLS if call.method == "get" and call.outcome("lead") == ALLOWED]

P = "projects/{project}/"
A = f"{P}annotations/{{annotation}}/"
M = "judgment-rounds/{meeting}/"

TEXTS_AND_ANSWERS = {
    f"put {P}guidelines/",
    f"post {P}guidelines/links/",
    f"post {P}guidelines/pictures/",
    f"post {P}faq/",
    f"put {P}faq/{{faq}}/",
    f"post {A}feedback/",
    f"post {A}reopen/",
    f"put {A}revision/draft/",
    f"post {A}revision/",
    f"post {P}annotations/{{late_annotation}}/acceptance/",
    f"post {P}assignments/{{parked_assignment}}/free/",
    f"put {P}error-labels/",
    f"post {M}meeting/show/",
    f"post {M}answers/{{judged_answer}}/notes/",
    f"put {M}answers/{{judged_answer}}/consensus/",
    f"post {P}training/examples/{{training_example}}/reference/",
    "put training/answers/{reference}/draft/",
    "post training/answers/{reference}/submit/",
}
"""What somebody wrote is kept, whatever an older page sends beside it."""


def name_of(call: Call) -> str:
    return f"{call.method} {call.path}"


@pytest.mark.parametrize("call", FOR_LEADS, ids=name_of)
def test_an_option_that_does_not_exist_is_refused(
    call: Call, world: World, signed_in: SignedIn
) -> None:
    odd = replace(call, body={**(call.body or {}), UNKNOWN: 1})
    answer = send(signed_in.client("lead"), odd, world.objects["lead"])
    is_refused = answer.status_code == 400 and UNKNOWN in answer.json()["fields"]
    takes_a_body = bool(operation_of(call.method, call.path).body)
    assert is_refused == (takes_a_body and name_of(call) not in TEXTS_AND_ANSWERS)


@pytest.mark.parametrize("call", READ_BY_LEADS, ids=name_of)
def test_a_filter_that_does_not_exist_is_refused(
    call: Call, world: World, signed_in: SignedIn
) -> None:
    odd = replace(call, body={**(call.body or {}), UNKNOWN: 1})
    answer = send(signed_in.client("lead"), odd, world.objects["lead"])
    is_refused = answer.status_code == 400 and UNKNOWN in answer.json()["fields"]
    assert is_refused == bool(operation_of(call.method, call.path).query)
