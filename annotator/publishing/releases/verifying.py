"""Checking a release from its folder alone: hashes, counts, Parquet, and figures that follow."""

import gzip
import math
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import orjson

from annotator.publishing.releases import manifest, parquet
from annotator.publishing.releases.checksums import flaws_of_checksums
from annotator.publishing.releases.configurations import features_of, is_label_file, shards_of
from annotator.publishing.releases.features import typed
from annotator.publishing.releases.kinds import release_of

_NEARLY = 1e-9


def verify(folder: Path) -> list[str]:
    """Problems of the release in ``folder``; none if it is as it was written."""
    flaws = flaws_of_checksums(folder)
    if flaws:
        return flaws
    try:
        told = orjson.loads((folder / manifest.NAME).read_bytes())
        return [
            *_flaws_of_counts(folder, told),
            *_flaws_of_parquet(folder, told),
            *_flaws_of_figures(folder, told),
        ]
    except (ValueError, KeyError, TypeError, OSError, LookupError) as error:
        return [f"{manifest.NAME}: The release can't be read ({type(error).__name__})."]


def _flaws_of_counts(folder: Path, told: dict[str, Any]) -> Iterator[str]:
    for name, count in told["counts"].items():
        if name.endswith(parquet.SUFFIX) and parquet.unavailable():
            continue
        found = count_of(folder / name)
        if found != count:
            yield f"{name}: {manifest.NAME} says {count:,}, the file has {found:,}."


def count_of(path: Path) -> int:
    """The lines of JSON lines, the examples of ASQA's object of splits, or the rows of Parquet."""
    if path.suffix == parquet.SUFFIX:
        return parquet.count_in(path)
    if ".jsonl" in path.name:
        return sum(1 for _ in _lines(path))
    return sum(len(split) for split in orjson.loads(path.read_bytes()).values())


def _flaws_of_parquet(folder: Path, told: dict[str, Any]) -> Iterator[str]:
    """Rows that differ from those of the JSON file, if pyarrow is here to read them."""
    if parquet.unavailable():
        return
    for source, shards in shards_of(told["counts"]).items():
        features = features_of(told["kind"], source)
        rows = (typed(row, features) for row, _ in parquet.rows_of(folder / source))
        found = (row for each in shards for row in parquet.rows_in(folder / each))
        for number, (expected, row) in enumerate(zip_longest(rows, found), 1):
            if expected != row:
                yield f"{shards[0]}: Row {number:,} is not that of {source}."
                break


def _flaws_of_figures(folder: Path, told: dict[str, Any]) -> Iterator[str]:
    """Figures that follow from the labels, where the statistics counted the same ones."""
    labels = [each for each in _labels(folder, told) if each["counts"]]
    statistics = told["statistics"]
    if statistics is None or statistics["annotations"] != len(labels):
        return
    found = release_of(told["kind"]).recounted(labels)
    for figure in statistics["figures"]:
        key, value = (figure["section"], figure["name"]), figure["value"]
        recounted = found.get(key, value)
        if value is not None and not math.isclose(recounted, value, rel_tol=_NEARLY):
            yield f"{'.'.join(key)}: the release says {value}, its labels give {recounted}."


def _labels(folder: Path, told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in told["counts"]:
        if is_label_file(name):
            for line in _lines(folder / name):
                label = orjson.loads(line)
                yield label


def _lines(path: Path) -> Iterator[bytes]:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        yield from file
