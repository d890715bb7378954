"""API clients for each kind of caller."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project


def client_of(user: User | None = None) -> APIClient:
    """A client that is signed in as ``user``, or nobody."""
    client = APIClient()
    if user:
        client.force_login(user)
    return client


def browser_of(project: Project, role: Role = Role.LEAD) -> Client:
    """The browser of a new member, "the lead" for one."""
    client = Client()
    client.force_login(make_member(project, f"the {role}", role).user)
    return client


def client_with_two_questions() -> APIClient:
    """An annotator with two questions to answer, in a project called project."""
    project = make_project()
    make_examples(project, 2)
    return client_of(make_annotators(project, 1)[0])


def next_of(client: APIClient, slug: str = "project", **body: Any) -> dict[str, Any]:
    """The annotator's next assignment."""
    address = f"/api/v1/projects/{slug}/assignments/next/"
    answer: dict[str, Any] = client.post(address, body or None).json()
    return answer


def _remembered(user: User | None) -> APIClient:
    """A client whose session is not read anew with each request."""
    client = client_of(user)
    if user:
        client.session.remember()
    return client


class SignedIn:
    """People who call so often that each signs in only once.

    Signing in takes as long as most requests. Make this where the people are made: a session that
    a test makes is undone with all else that the test does.
    """

    def __init__(self, people: Mapping[str, User | None]) -> None:
        """Sign in somebody who has an account."""
        self._cookies = {name: _remembered(user).cookies for name, user in people.items()}
        # Loading the middleware takes its time too.
        self._handler = APIClient().handler

    def client(self, name: str) -> APIClient:
        """A new client with somebody's session, which has not been used yet."""
        client = APIClient()
        client.handler, client.cookies = self._handler, deepcopy(self._cookies[name])
        return client
