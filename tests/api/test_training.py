"""Training over HTTP: who sees what, and when."""

from typing import Any

import pytest

from annotator.collecting.training.decisions import decide_exam, mark_session
from annotator.collecting.training.grading import finish_grading
from annotator.collecting.training.models import Attempt, TrainingAnswer
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_asqa_project
from tests.factories.corpus import AT, make_member
from tests.factories.training import (
    LONG_FORM,
    answer_all,
    finish_exam,
    finish_self_study,
    give_reference,
    grade_all,
    make_training,
    train_first,
)

pytestmark = pytest.mark.django_db
PREFIX = "/api/v1/"
GOLD = "The xqzreference: masons and surveyors."
OWN = f"{PREFIX}projects/asqa/training/own/"


@pytest.fixture
def project() -> Project:
    return train_first(make_asqa_project())


@pytest.fixture
def lead(project: Project) -> User:
    lead = make_member(project, "leadxqz", Role.LEAD).user
    make_training(project, lead)
    for example in project.examples.all():
        give_reference(example, lead, {**LONG_FORM, "long_form_answer": GOLD})
    return lead


@pytest.fixture
def trainee(project: Project, lead: User) -> Membership:
    return make_member(project, "trainee")


def read(user: User, address: str) -> str:
    answer = client_of(user).get(address)
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def own_texts(trainee: Membership, attempt: Attempt) -> str:
    """Everything that the annotator can read in training."""
    addresses = [OWN, f"{PREFIX}projects/asqa/training/", f"{PREFIX}projects/asqa/progress/"]
    addresses += [f"{PREFIX}training/answers/{answer.pk}/" for answer in attempt.answers.all()]
    return "".join(read(trainee.user, address) for address in addresses)


def test_references_of_self_study_are_hidden_until_the_session_was_attended(
    lead: User, trainee: Membership
) -> None:
    study = finish_self_study(trainee)
    assert GOLD not in own_texts(trainee, study)
    mark_session(membership=trainee, attended=False, notes="", at=AT, actor=lead)
    assert GOLD not in own_texts(trainee, study)
    mark_session(membership=trainee, attended=True, notes="", at=AT, actor=lead)
    assert read(trainee.user, OWN).count(GOLD) == 3


def test_references_and_grades_of_an_exam_are_hidden_until_it_was_graded(
    lead: User, trainee: Membership
) -> None:
    exam = finish_exam(trainee, lead)
    grade_all(exam, lead)
    shown = own_texts(trainee, exam)
    assert shown.count(GOLD) == 3
    assert "completeness of 1" not in shown
    finish_grading(membership=trainee, at=AT, actor=lead)
    shown = read(trainee.user, OWN)
    assert shown.count(GOLD) == 8
    assert "completeness of 1" in shown


def test_the_next_exam_hides_its_references_again(lead: User, trainee: Membership) -> None:
    exam = finish_exam(trainee, lead)
    grade_all(exam, lead)
    finish_grading(membership=trainee, at=AT, actor=lead)
    decide_exam(membership=trainee, verdict="another_try", note="", at=AT, actor=lead)
    answer_all(trainee)
    attempts = client_of(trainee.user).get(OWN).json()["attempts"]
    hidden = [[row["reference"] is None for row in each["answers"]] for each in attempts]
    assert hidden == [[False] * 3, [False] * 5, [True] * 5]


def test_annotators_learn_no_names_and_no_notes_of_the_session(
    lead: User, trainee: Membership
) -> None:
    finish_self_study(trainee)
    notes = "Xqznotes for leads"
    mark_session(membership=trainee, attended=True, notes=notes, at=AT, actor=lead)
    exam = answer_all(trainee)
    grade_all(exam, lead)
    finish_grading(membership=trainee, at=AT, actor=lead)
    decide_exam(membership=trainee, verdict="accepted", note="Well done", at=AT, actor=lead)
    shown = own_texts(trainee, exam)
    assert "leadxqz" not in shown
    assert notes not in shown
    assert "Well done" in shown


def test_annotators_see_nothing_of_each_others_training(
    project: Project, lead: User, trainee: Membership
) -> None:
    content = {**LONG_FORM, "long_form_answer": f"Xqzmine. {COMPLETE}"}
    answer_all(trainee, content)
    other = make_member(project, "other")
    theirs = finish_self_study(other)
    assert "Xqzmine" not in own_texts(other, theirs)
    own = TrainingAnswer.objects.filter(attempt__membership=trainee)[0]
    for method, address in (("get", ""), ("put", "draft/"), ("post", "submit/")):
        url = f"{PREFIX}training/answers/{own.pk}/{address}"
        assert getattr(client_of(other.user), method)(url, {}).status_code == 404


def test_answering_in_training_works_as_an_assignment_does(trainee: Membership) -> None:
    client = client_of(trainee.user)
    started = client.post(f"{OWN}start/").json()
    assert started["standing"]["state"] == "self_study"
    assert started["standing"]["questions"] == 3
    pk = started["attempts"][0]["answers"][0]["id"]
    url = f"{PREFIX}training/answers/{pk}/"
    assignment = client.get(url).json()
    assert (assignment["kind"], assignment["state"], assignment["version"]) == ("asqa", "open", 0)
    assert [row["short_answers"] for row in assignment["disambiguations"]] == [
        ["Masons", "bricklayers"],
        ["Surveyors"],
    ]
    [page] = assignment["pages"]
    assert page["html_url"].partition("?v=")[0] == f"{url}pages/{page['number']}/"
    assert client.get(page["html_url"]).status_code == 200
    draft = {"long_form_answer": "Masons", "version": 0}
    saved = client.put(f"{url}draft/", draft, format="json").json()
    assert (saved["version"], saved["draft"]["long_form_answer"]) == (1, "Masons")
    stale = client.put(f"{url}draft/", draft, format="json")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_draft")
    assert stale.json()["assignment"]["version"] == 1
    missing = client.post(f"{url}submit/", {"long_form_answer": "Masons"}, format="json")
    assert (missing.status_code, missing.json()["code"]) == (400, "missing_short_answers")
    content = {"long_form_answer": COMPLETE, "active_seconds": {"writing": 3}}
    key: dict[str, Any] = {"format": "json", "HTTP_IDEMPOTENCY_KEY": "k"}
    codes = [client.post(f"{url}submit/", content, **key).status_code for _ in range(2)]
    assert codes == [201, 200]
    [answer, *_] = client.get(OWN).json()["attempts"][0]["answers"]
    assert answer["content"]["long_form_answer"] == COMPLETE
    assert answer["seconds"] == 3


SETTINGS = f"{PREFIX}projects/asqa/training/"


def settings_of(project: Project) -> tuple[bool, list[str], int]:
    """Whether training is required, every version of the instructions, and how many events."""
    project.refresh_from_db()
    versions = project.short_instructions.order_by("version").values_list("markdown", flat=True)
    events = Event.objects.filter(project_id=project.pk)
    return project.requires_training, list(versions), events.count()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"instructions": "# New", "requires_training": "perhaps"}, "requires_training"),
        ({"requires_training": False, "instructions": "x" * 200_001}, "instructions"),
    ],
)
def test_settings_of_which_one_is_wrong_change_nothing(
    project: Project, lead: User, body: dict[str, Any], field: str
) -> None:
    before = settings_of(project)
    refused = client_of(lead).put(SETTINGS, body, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert settings_of(project) == before


def test_instructions_are_not_kept_where_the_project_refuses_what_comes_after_them(
    project: Project, lead: User
) -> None:
    before = settings_of(project)
    body = {"instructions": "# New", "requires_training": False}
    # What a project's settings have to be is looked at as a whole once one of them changes.
    Project.objects.filter(pk=project.pk).update(title="")
    refused = client_of(lead).put(SETTINGS, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_project")
    assert settings_of(project) == before
    Project.objects.filter(pk=project.pk).update(title="Titled again")
    assert client_of(lead).put(SETTINGS, body, format="json").status_code == 200
    required, versions, _ = settings_of(project)
    assert (required, versions[-1]) == (False, "# New")


def test_a_lead_sees_who_waits_for_whom(project: Project, lead: User, trainee: Membership) -> None:
    finish_self_study(trainee)
    make_member(project, "newcomer")
    rows = client_of(lead).get(f"{PREFIX}projects/asqa/training/members/").json()["results"]
    standings = {row["username"]: row["standing"] for row in rows}
    assert {name: (each["state"], each["waits_for"]) for name, each in standings.items()} == {
        "trainee": ("in_person", "lead"),
        "newcomer": ("self_study", "annotator"),
    }


@pytest.mark.parametrize("people", [1, 3])
def test_the_lists_take_a_fixed_number_of_queries(
    project: Project, lead: User, django_assert_num_queries: Any, people: int
) -> None:
    trainees = [make_member(project, f"trainee-{number}") for number in range(people)]
    for trainee in trainees:
        finish_self_study(trainee)
    client = client_of(lead)
    with django_assert_num_queries(11):
        client.get(f"{PREFIX}projects/asqa/training/members/")


def test_a_lead_grades_and_decides(lead: User, trainee: Membership) -> None:
    exam = finish_exam(trainee, lead)
    client, member = client_of(lead), f"{PREFIX}projects/asqa/training/members/{trainee.pk}/"
    early = client.post(f"{member}graded/")
    assert (early.status_code, early.json()["code"]) == (409, "grades_missing")
    criteria = ("completeness", "comprehensiveness", "fluency", "attributability")
    grades = [{"criterion": name, "level": "partly", "comment": "Hm"} for name in criteria]
    for answer in exam.answers.all():
        url = f"{PREFIX}projects/asqa/training/answers/{answer.pk}/grades/"
        graded = client.put(url, {"grades": grades}, format="json")
        assert graded.status_code == 200
    assert client.post(f"{member}graded/").json()["standing"]["state"] == "decision"
    decision = {"verdict": "accepted", "note": "Good"}
    decided = client.post(f"{member}decision/", decision, format="json").json()
    assert decided["standing"]["state"] == "qualified"
    assert [(row["verdict"], row["by"]) for row in decided["decisions"]] == [
        ("accepted", "leadxqz")
    ]
    again = client.post(f"{member}decision/", decision, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "not_graded")
