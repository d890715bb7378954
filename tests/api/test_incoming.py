import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from annotator.exceptions import InvalidInputError
from annotator.material.formats.fields import MOST_SHORT_ANSWERS
from api.kinds.natural_questions.shapes import NaturalQuestionsAnswerInput
from api.requests.incoming import MOST_VALUES, check_json
from tests.api.clients import client_with_two_questions, next_of

NUL = "A text contains a NUL character. Remove it."
BITS = "A whole number has more than 64 bits. Send a smaller one."
UNREAD = "This is not JSON that the site can read: "


@pytest.mark.parametrize(
    ("body", "sentence", "fields"),
    [
        (rb'{"note": "a\u0000b"}', NUL, ["note"]),
        (rb'{"note": [{"\u0000": 1}]}', NUL, ["note[0]"]),
        (rb'["\u0000"]', NUL, ["[0]"]),
        (b'{"version": 9223372036854775808}', BITS, ["version"]),
        (b'{"version": [-9223372036854775809]}', BITS, ["version[0]"]),
        (b'{"x": 1e999}', "A number is too large. Send a smaller one.", ["x"]),
    ],
)
def test_a_body_that_no_database_keeps_is_refused(
    body: bytes, sentence: str, fields: list[str]
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        check_json(body)
    assert (refused.value.detail, list(refused.value.fields)) == (sentence, fields)


@pytest.mark.parametrize(
    "body",
    [
        rb'{"note": [{"x": "\ud800"}]}',
        rb'{"note": {"\udc00": 1}}',
        b'{"version": ' + b"9" * 5000 + b"}",
        b'{"x": NaN}',
        b'{"x": {"a": 1, "b": 2, "a": 3}}',
        b"[" * 10_000 + b"]" * 10_000,
        b'{"x": ',
        b'"\xff"',
        '{"x": 1}'.encode("utf-16"),
    ],
    ids=lambda body: repr(body[:20]),
)
def test_a_body_that_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(InvalidInputError) as refused:
        check_json(body)
    assert refused.value.detail.startswith(UNREAD)


def test_a_body_has_so_many_values_and_no_more() -> None:
    inside = MOST_VALUES - 2
    check_json(json.dumps({"short_answers": [0] * inside}).encode())
    for value in ({"short_answers": [0] * (inside + 1)}, [[]] * MOST_VALUES):
        with pytest.raises(InvalidInputError) as refused:
            check_json(json.dumps(value).encode())
        assert refused.value.detail == "This has more than 31,000 values. Send fewer at once."


def answer_with(spans: int) -> dict[str, Any]:
    """An answer with every field, and so many short answers."""
    return {
        "question_quality": "good",
        "bad_reason": "",
        "word_jumps": 1,
        "long_answer": {"candidate_index": 0},
        "short_answers": [{"start_token": at, "end_token": at + 1} for at in range(spans)],
        "yes_no_answer": "NONE",
        "version": 0,
        "active_seconds": {"question": 1, "long_answer": 1, "short_answer": 1},
        "client_version": "1",
    }


def test_an_answer_with_as_many_short_answers_as_it_may_have_passes() -> None:
    body = answer_with(MOST_SHORT_ANSWERS)
    assert NaturalQuestionsAnswerInput().fields.keys() == body.keys()
    check_json(json.dumps(body).encode())


@pytest.mark.long
@pytest.mark.django_db
def test_one_short_answer_too_many_is_refused_by_its_own_limit() -> None:
    client = client_with_two_questions()
    address = f"/api/v1/assignments/{next_of(client)['id']}/submit/"
    refused = client.post(address, answer_with(MOST_SHORT_ANSWERS + 1))
    assert (refused.status_code, refused.json()) == (
        400,
        {
            "code": "too_many_short_answers",
            "detail": "There are 10,001 short answers. Mark at most 10,000.",
            "fields": {"short_answers": "Mark at most 10,000."},
        },
    )


def test_what_passes_is_not_too_deep_for_whoever_reads_it_then() -> None:
    passes = 0
    for levels in range(1, 1000):
        body = b"[" * levels + b"]" * levels
        try:
            check_json(body)
        except InvalidInputError:
            break
        passes = levels
    assert 50 < passes < 250


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(codec="ascii", min_codepoint=1)), inner)
    ),
)


@given(VALUES, st.booleans())
def test_every_other_body_passes(value: Any, escapes: bool) -> None:
    check_json(json.dumps(value, ensure_ascii=escapes).encode())


def test_a_text_may_speak_of_nul() -> None:
    check_json(rb'{"note": "\\u0000 is NUL"}')


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/auth/token/", "/_allauth/browser/v1/auth/login"])
def test_the_api_and_the_pages_for_signing_in_are_behind_it(address: str) -> None:
    answer = Client().post(address, rb'{"username": "\u0000"}', content_type="application/json")
    assert (answer.status_code, answer.json()) == (
        400,
        {"code": "parse_error", "detail": NUL, "fields": {"username": NUL}},
    )


@pytest.mark.parametrize(
    "address", ["/api/v1/me/?a=%00", "/api/v1/invitations/%00/", "/_allauth/%00"]
)
def test_an_address_holds_no_nul_character(address: str) -> None:
    assert Client().get(address).json()["code"] == "invalid"
