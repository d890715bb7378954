"""One world for all these tests; each module takes back what it changes, and each test too."""

import logging
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from tests.api.clients import SignedIn
from tests.api.world import World, make_world


@pytest.fixture(scope="package")
def new_world(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[World]:
    """Everybody at work, with nothing that limits how often they may call.

    Making it takes as long as hundreds of requests.
    """
    folder = tmp_path_factory.mktemp("world")
    surroundings = override_settings(
        UPLOAD_DIR=folder / "uploads",
        RESULT_DIR=folder / "results",
        CACHES={"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}},
        SESSION_ENGINE="tests.api.remembered_sessions",
    )
    # A line for each refusal, of which there are thousands.
    refusals = logging.getLogger("django.request")
    refusals.setLevel(logging.ERROR)
    with surroundings, django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)
    refusals.setLevel(logging.NOTSET)


@pytest.fixture(scope="package")
def signed_in(new_world: World) -> SignedIn:
    """Everybody in the world, each in a browser."""
    return SignedIn(new_world.people)


@pytest.fixture(scope="module")
def world(
    new_world: World, signed_in: SignedIn, django_db_blocker: DjangoDbBlocker
) -> Iterator[World]:
    """The world as it was made. What a module adds to it is gone with the module.

    A test that makes several changes undoes each (``transaction.set_rollback``); the ``django_db``
    mark undoes what a whole test changed.
    """
    # The end of a request would close the connection, in which all this stands. Once for each
    # module: Django's test client connects them again after each of its requests.
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    with django_db_blocker.unblock(), transaction.atomic():
        yield deepcopy(new_world)
        transaction.set_rollback(True)
    for signal in signals:
        signal.connect(close_old_connections)
