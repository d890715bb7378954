"""The queue in front of SQLite's writer."""

import fcntl
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, connections, transaction

from annotator.workspace.accounts.models import User

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("sqlite", reason="only SQLite has a single writer"),
]
WRITERS = 48


def lock_is_free() -> bool:
    with Path(f"{connection.settings_dict['NAME']}-queue").open("ab") as queue:
        try:
            fcntl.flock(queue, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def test_every_one_of_many_writers_gets_its_turn() -> None:
    start = threading.Barrier(WRITERS)
    user = User.objects.create(username="counter", display_name="0")

    def _count(_: int) -> None:
        try:
            start.wait()
            for _ in range(5):
                with transaction.atomic():
                    counter = User.objects.get(pk=user.pk)
                    counter.display_name = str(int(counter.display_name) + 1)
                    counter.save()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(_count, range(WRITERS)))
    user.refresh_from_db()
    assert user.display_name == str(WRITERS * 5)


def test_the_lock_is_held_during_a_transaction_and_free_after_it() -> None:
    with transaction.atomic():
        User.objects.create(username="a")
        with transaction.atomic():
            User.objects.create(username="b")
        assert not lock_is_free()
    assert lock_is_free()


def test_the_lock_is_free_after_a_rollback_and_after_a_failed_statement() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        raise ZeroDivisionError
    assert lock_is_free()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert lock_is_free()
