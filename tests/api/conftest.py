"""A project and who leads it; many tests make another project of this name."""

import pytest
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def lena(project: Project) -> User:
    """A lead of the project."""
    return make_member(project, "lena", Role.LEAD).user


@pytest.fixture
def lead(lena: User) -> APIClient:
    """Signed in as the project's lead."""
    return client_of(lena)
