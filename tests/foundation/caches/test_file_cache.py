"""The cache in files where nothing can be kept."""

import errno
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.core.cache.backends.filebased import FileBasedCache

from annotator.foundation.caches import file_cache
from annotator.foundation.caches.file_cache import ExactFileCache
from annotator.foundation.files.file_turns import take_turn


def no_room(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_one_key_is_added_for_one_caller_only(tmp_path: Path) -> None:
    cache = ExactFileCache(tmp_path, {})
    assert [cache.add("turn", "taken") for _ in range(2)] == [True, False]


def test_a_full_disk_keeps_nothing_and_refuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = ExactFileCache(tmp_path, {})
    cache.set("kept", 1)
    monkeypatch.setattr(FileBasedCache, "_write_content", no_room)
    cache.set("lost", 2)
    assert (cache.add("turn", "taken"), cache.get("kept"), cache.get("lost")) == (True, 1, None)


def test_a_frozen_process_that_holds_the_turn_refuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = ExactFileCache(tmp_path, {})
    monkeypatch.setattr(file_cache, "TURN_SECONDS", 0.01)
    with take_turn(tmp_path / "adding.lock", seconds=60):
        assert cache.add("turn", "taken")
