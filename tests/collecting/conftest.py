"""Who leads the project of a test."""

import pytest

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import make_member


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user
