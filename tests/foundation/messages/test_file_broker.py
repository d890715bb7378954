"""The broker that is a folder."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

PUBLISHED = 200
BAD = f"{0:020}_x.jobs.msg"


def connect(folder: Path) -> Connection:
    return Connection(
        "files://localhost//",
        transport="annotator.foundation.messages.file_broker:Transport",
        transport_options={"folder": str(folder), "polling_interval": 0.01},
    )


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    with connect(tmp_path) as connection:
        yield connection.channel()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def message(number: int) -> dict[str, Any]:
    properties = {"delivery_tag": str(number), "delivery_info": {}}
    return {"body": "", "headers": {"number": number}, "properties": properties}


def test_messages_come_in_the_order_in_which_they_were_sent(channel: Any, tmp_path: Path) -> None:
    for number in range(3):
        channel._put("jobs", message(number))
    channel._put("other", message(3))
    assert (channel._size("jobs"), channel._size("other")) == (3, 1)
    assert [channel._get("jobs") for _ in range(3)] == [message(number) for number in range(3)]
    with pytest.raises(Empty):
        channel._get("jobs")
    assert (channel._purge("other"), names(tmp_path / "queue")) == (1, [])
    assert names(tmp_path / "taken") == []


@pytest.mark.parametrize("content", [b"", b'{"body": "cut o', b"\xff\xfe", b"[]", b"{}"])
def test_what_is_no_message_is_set_aside_with_one_line(
    channel: Any, tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "queue" / BAD).write_bytes(content)
    channel._put("jobs", message(1))
    with caplog.at_level(logging.WARNING):
        assert channel._get("jobs") == message(1)
    assert (tmp_path / "unreadable" / BAD).read_bytes() == content
    assert names(tmp_path / "queue") == []
    assert [record.exc_info for record in caplog.records] == [None]


def test_a_message_that_is_not_whole_yet_is_no_message(channel: Any, tmp_path: Path) -> None:
    (tmp_path / "queue" / ".0_x.jobs.msg-1.part").write_bytes(b"{")
    (tmp_path / "queue" / ".0_x.jobs.msg").write_bytes(b"{")
    with pytest.raises(Empty):
        channel._get("jobs")


def test_each_message_is_read_once_by_those_who_read_beside_each_other(tmp_path: Path) -> None:
    done = threading.Event()

    def read(_: int) -> list[int]:
        found = []
        with connect(tmp_path) as connection:
            channel = connection.channel()
            while True:
                is_last = done.is_set()
                try:
                    found.append(channel._get("jobs")["headers"]["number"])
                except Empty:
                    if is_last:
                        return found

    with ThreadPoolExecutor(2) as pool, connect(tmp_path) as connection:
        channel = connection.channel()
        reading = pool.map(read, range(2))
        for number in range(PUBLISHED):
            channel._put("jobs", message(number))
        done.set()
        found = [number for numbers in reading for number in numbers]
    assert sorted(found) == list(range(PUBLISHED))
    assert names(tmp_path / "unreadable") == []


def test_a_task_comes_back_when_its_worker_gives_it_back(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("jobs")
        queue.put({"job": 7})
        queue.get(timeout=5).requeue()
        given = queue.get(timeout=5)
        assert given.payload == {"job": 7}
        given.ack()
        queue.close()
    assert names(tmp_path / "queue") == []
