"""A project of six ambiguous questions with an annotator and a lead."""

import pytest

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_member


@pytest.fixture
def project(db: None) -> Project:
    made = make_asqa_project()
    make_ambiguous_examples(made, 6)
    return made


@pytest.fixture
def ada(project: Project) -> User:
    return make_member(project, "ada").user


@pytest.fixture
def lena(project: Project) -> User:
    return make_member(project, "lena", Role.LEAD).user
