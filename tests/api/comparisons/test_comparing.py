"""Comparing over HTTP: pairs, drafts, and what is refused."""

from typing import Any

import pytest

from annotator.quality.comparisons.models import ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.comparisons.calling import API, WHOLE, call, first_of

pytestmark = pytest.mark.django_db


def test_a_comparer_works_through_the_pairs(study: ComparisonStudy, comparers: list[User]) -> None:
    client = client_of(comparers[0])
    for position in range(2):
        shown = call(client, "post", f"comparison-studies/{study.pk}/next/").json()
        assert (shown["position"], shown["total"], shown["version"]) == (position, 2, 0)
        assert [each["short_answers"] for each in shown["disambiguations"]] == [
            ["Masons", "bricklayers"],
            ["Surveyors"],
        ]
        path = f"comparisons/{shown['id']}/"
        draft = {key: WHOLE[key] for key in ("left_captures", "ambiguity")}
        kept = call(client, "put", f"{path}draft/", {"version": 0, "draft": draft}).json()
        assert kept["draft"] == {
            "left_captures": [True, False],
            "right_captures": [],
            "ambiguity": "left",
            "fluency": None,
            "overall": None,
            "comment": "",
            "seconds": None,
        }
        for status in (201, 200):
            answer = call(
                client,
                "post",
                f"{path}submit/",
                {**WHOLE, "version": 1},
                headers={"Idempotency-Key": "a"},
            )
            assert answer.status_code == status
        assert answer.json()["answer"] == WHOLE
    assert call(client, "post", f"comparison-studies/{study.pk}/next/").status_code == 204
    rows = call(client, "get", f"comparison-studies/{study.pk}/comparisons/").json()["results"]
    assert [bool(row["submitted_at"]) for row in rows] == [True, True]
    own = call(client, "get", f"comparison-studies/{study.pk}/").json()
    assert (own["seat"], own["comparers"][0]["done"]) == (1, 2)


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"overall": None}, {"overall"}),
        ({"overall": "both"}, {"overall"}),
        ({"left_captures": [True]}, {"left_captures"}),
        ({"left_captures": [True, None]}, {"left_captures[1]"}),
        ({"left_captures": [True, "yes"]}, {"left_captures[1]"}),
        ({"right_captures": [1, 0]}, {"right_captures[0]", "right_captures[1]"}),
    ],
)
def test_an_incomplete_comparison_is_refused_naming_each_field(
    study: ComparisonStudy, comparers: list[User], changed: dict[str, Any], fields: set[str]
) -> None:
    comparison = first_of(study, comparers[0])
    path = f"comparisons/{comparison.pk}/submit/"
    answer = call(client_of(comparers[0]), "post", path, WHOLE | changed)
    assert answer.status_code == 400
    assert set(answer.json()["fields"]) == fields
    comparison.refresh_from_db()
    assert comparison.submitted_at is None


def test_a_stale_draft_is_refused_with_the_current_comparison(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    comparison = first_of(study, comparers[0])
    client, path = client_of(comparers[0]), f"comparisons/{comparison.pk}/"
    for draft in ({"fluency": "left"}, {"fluency": "right"}):
        answer = call(client, "put", f"{path}draft/", {"version": 0, "draft": draft})
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["comparison"]["draft"]["fluency"]) == ("stale_draft", "left")
    assert call(client, "post", f"{path}submit/", {**WHOLE, "version": 1}).status_code == 201
    answer = call(client, "put", f"{path}draft/", {"version": 1, "draft": {}})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_submitted")
    assert answer.json()["comparison"]["answer"] == WHOLE


def test_who_is_no_expert_any_more_compares_no_more(
    project: Project, study: ComparisonStudy, comparers: list[User]
) -> None:
    comparison = first_of(study, comparers[0])
    for change in ({"role": Role.LEAD}, {"role": Role.ANNOTATOR}, {"is_active": False}):
        project.memberships.filter(user=comparers[0]).update(
            **({"role": Role.EXPERT, "is_active": True} | change)
        )
        answer = client_of(comparers[0]).get(f"{API}comparisons/{comparison.pk}/")
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("patch comparison-studies/{study}/scores/", b'{"scores": {"\\ud83d": {"DR": 1}}}'),
        ("patch comparison-studies/{study}/scores/", b'{"scores": {"A": {"\\u0000": 1}}}'),
        ("patch comparison-studies/{study}/scores/", b'{"scores": {"A": {"DR": 1e400}}}'),
        ("patch comparison-studies/{study}/scores/", b'{"scores": {"A": 1}}'),
        ("patch comparison-studies/{study}/scores/", b'{"scores": {"A": {"\\u0000": null}}}'),
        ("patch comparison-studies/{huge}/scores/", b'{"scores": {"A": {"DR": 1}}}'),
        ("get comparison-studies/{huge}/", b""),
        ("get comparisons/{huge}/", b""),
        ("put comparisons/{comparison}/draft/", b'{"version": 0, "draft": []}'),
        ("put comparisons/{comparison}/draft/", b'{"version": 1e400, "draft": {}}'),
        (
            "put comparisons/{comparison}/draft/",
            b'{"version": 0, "draft": {"comment": "\\ud83d"}}',
        ),
        (
            "put comparisons/{comparison}/draft/",
            b'{"version": 0, "draft": {"left_captures": [[true]]}}',
        ),
        ("post comparisons/{comparison}/submit/", b'{"seconds": 1e400}'),
        ("post comparisons/{comparison}/submit/", b"[]"),
    ],
)
def test_what_nobody_sends_by_accident_is_refused(
    study: ComparisonStudy,
    comparers: list[User],
    lead: User,
    call: str,
    body: bytes,
) -> None:
    comparison, (method, path) = first_of(study, comparers[0]), call.split()
    caller = lead if "studies" in path else comparers[0]
    address = path.format(study=study.pk, comparison=comparison.pk, huge=10**40)
    answer = client_of(caller).generic(
        method.upper(), f"{API}{address}", body, content_type="application/json"
    )
    assert 400 <= answer.status_code < 500
    assert set(answer.json()) >= {"code", "detail", "fields"}
