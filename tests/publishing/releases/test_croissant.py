"""``croissant.json`` describes a release so that mlcroissant reads its rows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from annotator.publishing.releases.responsible_ai import PROPERTIES
from tests.publishing.releases.test_parquet import (
    CASES,
    json_of,
    natural_questions,
    two_splits,
)

pytest.importorskip("mlcroissant", reason="`make test-long` installs it")
pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(autouse=True)
def results(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RESULT_DIR = tmp_path / "results"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("make", "files"), CASES)
def test_every_record_set_is_read_with_the_rows_of_the_release(
    tmp_path: Path, make: Callable[[Path], Path], files: dict[str, str]
) -> None:
    import mlcroissant

    folder = make(tmp_path / "out")
    read = mlcroissant.Dataset(folder / "croissant.json")
    assert (read.metadata.ctx.issues.errors, read.metadata.ctx.issues.warnings) == (set(), set())
    for name, source in files.items():
        rows = list(read.records(name))
        expected = json_of(folder / source)
        assert [texts_of(row) for row in rows] == [
            {f"{name}/{key}": value for key, value in row.items() if is_text(key, value)}
            for row in expected
        ]


def test_a_record_set_of_several_files_has_the_rows_of_all(tmp_path: Path) -> None:
    import mlcroissant

    folder = two_splits(tmp_path / "out")
    rows = mlcroissant.Dataset(folder / "croissant.json").records("nq-simplified")
    sources = sorted((folder / "data/nq-simplified").glob("*.jsonl.gz"))
    assert [path.name for path in sources] == ["all.jsonl.gz", "dev.jsonl.gz"]
    name = "nq-simplified/question_text"
    expected = [row["question_text"] for path in sources for row in json_of(path)]
    assert sorted(row[name].decode() for row in rows) == sorted(expected)


def is_text(key: str, value: object) -> bool:
    return isinstance(value, str) and not key.endswith("_at")


def texts_of(row: dict[str, Any]) -> dict[str, str]:
    """What mlcroissant read of texts, which it gives as bytes."""
    return {key: value.decode() for key, value in row.items() if isinstance(value, bytes)}


def test_the_responsible_ai_properties_are_those_of_the_vocabulary(tmp_path: Path) -> None:
    told = orjson.loads((natural_questions(tmp_path / "out") / "croissant.json").read_bytes())
    names = {key.removeprefix("rai:") for key in told if key.startswith("rai:")}
    assert names <= PROPERTIES
