"""API clients for each kind of caller."""

from rest_framework.test import APIClient

from annotator.accounts.models import User


def client_of(user: User | None = None) -> APIClient:
    """A client that is signed in as ``user``, or nobody."""
    client = APIClient()
    if user:
        client.force_login(user)
    return client
