import gzip
import os
import resource
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.exports.resumable_file import ResumableFile, remove_unfinished


def write_whole(path: Path, batches: list[list[bytes]]) -> None:
    with ResumableFile(path, owner="a", run="whole") as file:
        for batch in batches:
            for data in batch:
                file.write(data)
            file.end_batch()
        file.finish()


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
@given(
    batches=st.lists(st.lists(st.binary(max_size=300), max_size=4), max_size=5),
    kills=st.lists(st.integers(0, 5), max_size=4),
    garbage=st.binary(max_size=50),
)
def test_a_file_written_with_kills_is_the_file_written_without(
    suffix: str, batches: list[list[bytes]], kills: list[int], garbage: bytes
) -> None:
    with TemporaryDirectory() as name:
        whole, killed = Path(name, f"whole{suffix}"), Path(name, f"killed{suffix}")
        write_whole(whole, batches)
        content = whole.read_bytes()
        plain = b"".join(data for batch in batches for data in batch)
        assert (gzip.decompress(content) if suffix.endswith(".gz") else content) == plain

        done, checkpoint = 0, None
        for number, kill in enumerate([*kills, len(batches)]):
            with ResumableFile(
                killed, owner="a", run=f"run{number}", checkpoint=checkpoint
            ) as file:
                assert file.resumed == (checkpoint is not None)
                for batch in batches[done:kill]:
                    for data in batch:
                        file.write(data)
                    checkpoint, done = file.end_batch(), done + 1
                if number < len(kills):
                    # What comes after the last checkpoint is lost, whatever it was.
                    file.write(garbage)
                else:
                    file.finish()
        assert killed.read_bytes() == content
        assert {path.name for path in Path(name).iterdir()} == {whole.name, killed.name}


def test_what_will_not_be_finished_can_be_removed(tmp_path: Path) -> None:
    path, other = tmp_path / "out.jsonl", tmp_path / ".out.jsonl-b-1.part"
    other.touch()
    for run in ("1", "2"):
        with ResumableFile(path, owner="a", run=run) as file:
            file.write(b"half")
    for _ in range(2):
        remove_unfinished(path, owner="a")
    remove_unfinished(tmp_path / "nowhere" / "out.jsonl", owner="a")
    assert list(tmp_path.iterdir()) == [other]


@pytest.mark.parametrize("name", ["質" * 80 + ".jsonl", "\U0001f600" * 60 + ".gz", "a" * 250])
def test_a_file_may_have_the_longest_name_there_is(tmp_path: Path, name: str) -> None:
    path, owner, run = tmp_path / name, "1" * 32, "2" * 32
    with ResumableFile(path, owner=owner, run=run) as file:
        file.write(b"whole")
        file.finish()
    assert list(tmp_path.iterdir()) == [path]


def test_an_unfinished_file_of_an_earlier_version_is_continued_and_removed(tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 15}.jsonl"
    with ResumableFile(path, owner="a", run="1") as file:
        file.write(b"half")
        checkpoint = file.end_batch()
    earlier = tmp_path / f".{path.name}-a-1.part"
    (tmp_path / checkpoint["name"]).rename(earlier)
    checkpoint["name"] = earlier.name
    with ResumableFile(path, owner="a", run="2", checkpoint=checkpoint) as file:
        assert file.resumed
        file.finish()
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"half", [path])


def test_an_unfinished_file_touches_nothing_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(b"before")
    with ResumableFile(path, owner="a", run="1") as file:
        file.write(b"half")
        file.end_batch()
    assert path.read_bytes() == b"before"


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_what_the_disk_does_not_take_is_an_error_before_the_batch_counts(
    tmp_path: Path, name: str
) -> None:
    def write_too_much() -> None:
        with ResumableFile(tmp_path / name, owner="a", run="1") as file:
            file.write(os.urandom(100_000))
            file.end_batch()
            pytest.fail("a checkpoint speaks of bytes that are not there")

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_too_much()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not (tmp_path / name).exists()
