"""Which version of the guidelines an answer is made under, and what changed since."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation, submit_locked
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.services import locked_own_assignment
from annotator.collecting.guidance.guideline_changes import guideline_changes
from annotator.exceptions import InvalidInputError
from annotator.workspace.projects.guideline_visits import mark_guideline_seen
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import write_guideline
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.guidance import BAD, claim

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Submit = Callable[[Assignment], Annotation]


@pytest.fixture
def project() -> Project:
    made = make_project()
    make_examples(made, 4)
    return made


@pytest.fixture
def ada(project: Project) -> Membership:
    return make_member(project, "ada")


@pytest.fixture(params=["as it was read", "locked", "locked with the place in the queue"])
def submit(request: pytest.FixtureRequest) -> Submit:
    """Submits an assignment in each way in which it can come to that, after an hour."""

    def submit(assignment: Assignment) -> Annotation:
        at = AT + HOUR
        if request.param == "as it was read":
            return submit_annotation(assignment=assignment, answer=BAD, at=at)[0]
        with locked_own_assignment(
            annotator=assignment.annotator,
            pk=assignment.pk,
            with_place="place" in request.param,
        ) as locked:
            assert locked is not None
            return submit_locked(locked=locked, answer=BAD, at=at)[0]

    return submit


def write(project: Project, markdown: str, *, hours: float = 0) -> None:
    write_guideline(project=project, markdown=markdown, at=AT + hours * HOUR, actor=None)


def see(member: Membership, version: int, *, with_difference: bool = False) -> None:
    mark_guideline_seen(
        project=member.project,
        user=member.user,
        version=version,
        with_difference=with_difference,
        at=AT,
    )


def answer(member: Membership, *, opened: float = 0, submitted: float | None = None) -> Annotation:
    assignment = claim(member.project, member.user, AT + opened * HOUR)
    at = AT + (opened if submitted is None else submitted) * HOUR
    return submit_annotation(assignment=assignment, answer=BAD, at=at)[0]


def version_of(annotation: Annotation) -> int | None:
    return annotation.guideline and annotation.guideline.version


def known_of(member: Membership) -> tuple[int | None, bool]:
    changes = guideline_changes(project=member.project, user=member.user)
    return changes.known and changes.known.version, changes.has_changed


def test_an_annotation_is_made_under_the_version_that_was_current_when_the_question_came(
    project: Project, ada: Membership, submit: Submit
) -> None:
    write(project, "# One")
    assignment = claim(project, ada.user, AT)
    write(project, "# Two", hours=0.5)
    annotation = submit(assignment)
    assert version_of(annotation) == 1
    assert version_of(answer(ada, opened=2)) == 2


def test_an_annotation_is_made_under_the_version_that_was_read_last(
    project: Project, ada: Membership, submit: Submit
) -> None:
    write(project, "# One")
    assignment = claim(project, ada.user, AT)
    write(project, "# Two", hours=0.5)
    see(ada, 2)
    annotation = submit(assignment)
    assert version_of(annotation) == 2
    write(project, "# Three", hours=1.5)
    assert version_of(answer(ada, opened=2)) == 2


def test_an_annotation_is_under_none_where_there_was_none(
    project: Project, ada: Membership, submit: Submit
) -> None:
    assignment = claim(project, ada.user, AT)
    write(project, "# One", hours=0.5)
    annotation = submit(assignment)
    assert version_of(annotation) is None


def test_who_has_not_worked_yet_is_shown_no_difference(project: Project, ada: Membership) -> None:
    write(project, "# One")
    write(project, "# Two")
    assert known_of(ada) == (None, False)


def test_what_changed_since_one_last_worked_is_shown_once(
    project: Project, ada: Membership
) -> None:
    write(project, "# One")
    answer(ada)
    assert known_of(ada) == (1, False)
    write(project, "# Two", hours=1)
    write(project, "# Three", hours=1)
    assert known_of(ada) == (1, True)
    see(ada, 3)  # the whole text, which says nothing of what changed
    assert known_of(ada) == (1, True)
    see(ada, 3, with_difference=True)
    assert known_of(ada) == (3, False)
    write(project, "# Four", hours=2)
    assert known_of(ada) == (3, True)


def test_what_was_read_is_never_an_earlier_version_than_before(
    project: Project, ada: Membership
) -> None:
    write(project, "# One")
    write(project, "# Two")
    see(ada, 2, with_difference=True)
    see(ada, 1, with_difference=True)
    assert known_of(ada) == (2, False)
    assert version_of(answer(ada, opened=1)) == 2


def test_each_member_has_versions_of_their_own(project: Project, ada: Membership) -> None:
    write(project, "# One")
    ben = make_member(project, "ben", Role.ANNOTATOR)
    write(project, "# Two", hours=1)
    see(ada, 1)
    assert [version_of(answer(member, opened=2)) for member in (ada, ben)] == [1, 2]


def test_a_version_that_is_not_there_is_not_seen(project: Project, ada: Membership) -> None:
    with pytest.raises(InvalidInputError):
        see(ada, 1)
