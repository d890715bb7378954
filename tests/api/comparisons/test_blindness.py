"""That comparing is blind, whatever somebody asks for over HTTP."""

from typing import Any

import pytest

from annotator.quality.comparisons.comparing import save_comparison_draft
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.comparisons.studies import change_scores
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.api.comparisons.calling import API, SECRET, WHOLE, call, compute, first_of
from tests.factories.comparisons import complete, make_study
from tests.factories.corpus import AT, make_member

pytestmark = pytest.mark.django_db

READS = ("", "comparisons/", "results/", "export/", "correlations/")


def _everything_shown_to(user: User, study: ComparisonStudy) -> list[Any]:
    """The answers to all that ``user`` can ask about the study, refusals too."""
    client, path = client_of(user), f"{API}comparison-studies/{study.pk}/"
    project = f"{API}projects/{study.project.slug}/"
    answers = [client.get(f"{path}{read}") for read in READS]
    answers.append(client.post(f"{path}results/"))
    answers.append(client.post(f"{path}next/"))
    answers.append(client.patch(f"{path}scores/", {"scores": {"?": {"DR": 1}}}, format="json"))
    answers.append(client.post(f"{path}finish/"))
    lists = ("comparison-studies/", "comparison-studies/sources/", "history/", "news/", "")
    answers += [client.get(f"{project}{each}") for each in lists]
    for comparison in Comparison.objects.filter(comparer__study=study):
        own = f"{API}comparisons/{comparison.pk}/"
        answers.append(client.get(own))
        answers.append(client.put(f"{own}draft/", {"version": 7, "draft": {}}, format="json"))
        answers.append(client.put(f"{own}draft/", {"version": 0, "draft": {}}, format="json"))
        answers.append(client.post(f"{own}submit/", {"overall": "?"}, format="json"))
        answers.append(client.post(f"{own}submit/", WHOLE, format="json"))
        answers.append(client.get(own))
    return answers


def test_nothing_that_a_comparer_or_an_annotator_can_ask_for_names_a_system_or_an_author(
    project: Project, comparers: list[User], lead: User
) -> None:
    authors = [make_member(project, f"xqzauthor{number}").user for number in range(2)]
    study = make_study(project, comparers, questions=4, systems=SECRET, lead=lead, authors=authors)
    scores = {name: {"xqzmetric": 4.5} for name in SECRET}
    change_scores(study=study, scores=scores, at=AT, actor=lead)
    save_comparison_draft(
        comparison=first_of(study, comparers[1]), version=0, draft={"fluency": "left"}
    )
    complete(Comparison.objects.filter(comparer__user=comparers[1]).latest("position"))
    compute(client_of(lead), study)
    pseudonyms = [project.memberships.get(user=author).pseudonym for author in authors]
    for viewer in (comparers[0], make_member(project, "annotator").user):
        shown = b"\n".join(each.content for each in _everything_shown_to(viewer, study)).decode()
        for secret in ("xqz", "Xqz", *pseudonyms):
            assert secret not in shown
    seen_by_lead = client_of(lead).get(f"{API}comparison-studies/{study.pk}/results/")
    assert all(name in seen_by_lead.content.decode() for name in SECRET)


def test_what_a_comparer_gets_has_no_number_that_orders_systems(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    """Ids of answers, systems or pairs would let somebody sort the answers by system."""
    shown = call(
        client_of(comparers[0]), "get", f"comparisons/{first_of(study, comparers[0]).pk}/"
    ).json()
    assert set(shown) == {
        "id",
        "study",
        "position",
        "total",
        "question",
        "disambiguations",
        "left",
        "right",
        "draft",
        "version",
        "submitted_at",
        "answer",
    }
    assert set(shown["left"]) == set(shown["right"]) == {"text"}
    listed = call(
        client_of(comparers[0]), "get", f"comparison-studies/{study.pk}/comparisons/"
    ).json()["results"]
    assert set(listed[0]) == {"id", "position", "question", "submitted_at"}
    own = call(client_of(comparers[0]), "get", f"comparison-studies/{study.pk}/").json()
    hidden = (own["systems"], own["seed"], own["answers_left_out"], own["questions_left_out"])
    assert hidden == ([], None, None, None)
    assert [each["name"] for each in own["comparers"]] == ["Comparer 1", "Comparer 2"]


def test_another_comparer_s_pairs_are_not_found(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    theirs = first_of(study, comparers[1])
    client = client_of(comparers[0])
    answers = [
        client.get(f"{API}comparisons/{theirs.pk}/"),
        client.put(f"{API}comparisons/{theirs.pk}/draft/", {}, format="json"),
        client.post(f"{API}comparisons/{theirs.pk}/submit/", WHOLE, format="json"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
