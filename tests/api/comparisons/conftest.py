"""A study of four questions, its lead and its two comparers."""

import pytest

from annotator.quality.comparisons.models import ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.api.comparisons.calling import SECRET
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import make_member
from tests.factories.long_form import make_long_form_annotation


@pytest.fixture
def project() -> Project:
    return make_asqa_project()


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user


@pytest.fixture
def comparers(project: Project) -> list[User]:
    return make_comparers(project, 2)


@pytest.fixture
def study(project: Project, comparers: list[User], lead: User) -> ComparisonStudy:
    return make_study(project, comparers, questions=4, systems=SECRET, lead=lead)


@pytest.fixture
def questions(project: Project) -> None:
    """Three questions with an annotation each, and one without."""
    for example in make_ambiguous_examples(project, 4)[:3]:
        make_long_form_annotation(example, make_member(project, "annotator").user)
