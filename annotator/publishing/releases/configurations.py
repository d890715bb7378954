"""The configurations of a release: sets of files with the same columns, by split."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from annotator.publishing.releases.beside import BESIDE, GOLD
from annotator.publishing.releases.features import Features
from annotator.publishing.releases.kinds import release_of
from annotator.publishing.releases.labels import ABOUT
from annotator.publishing.releases.parquet import SUFFIX
from annotator.publishing.releases.starting import LABELS

_LABEL_FOLDER = "annotations"
_SHARD = re.compile(r"(.+)-\d{5}\.parquet")
_RESERVED, _UNSPLIT = "all", "unsplit"
_NO_NAME = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A set of files that readers load by ``name``: their paths by split, and their columns."""

    name: str
    files: Mapping[str, Sequence[str]]
    features: Features


def configurations_of(kind: str, counts: Mapping[str, int]) -> list[Configuration]:
    """The configurations in files with these paths, the official formats first.

    Made of Parquet if there is any, else of JSON lines.
    """
    are_parquet = any(path.endswith(SUFFIX) for path in counts)
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(counts):
        folder, _, file = path.rpartition("/")
        shard = _SHARD.fullmatch(file)
        if bool(shard) == are_parquet and (shard or ".jsonl" in file):
            split = split_name(shard[1] if shard else file.partition(".")[0])
            found.setdefault(_name_of(folder), {}).setdefault(split, []).append(path)
    order = [*release_of(kind).FORMATS, LABELS, *BESIDE]
    return [
        Configuration(name, found[name], _features_of(kind, name))
        for name in sorted(found, key=order.index)
    ]


def split_name(stem: str) -> str:
    """A split as the Hub's library takes it: letters, digits and underscores; it keeps "all", which
    is ours for examples without a split, for itself.

    >>> split_name("dev%202"), split_name("all")
    ('dev_2', 'unsplit')
    """
    name = _NO_NAME.sub("_", unquote(stem))
    return _UNSPLIT if name == _RESERVED else name


def shards_of(paths: Iterable[str]) -> dict[str, list[str]]:
    """The Parquet files made of each JSON file."""
    names = sorted(paths)
    shards: dict[str, list[str]] = {}
    for path in names:
        if match := _SHARD.fullmatch(path):
            shards.setdefault(match[1], []).append(path)
    sources = {
        path.rpartition("/")[0] + "/" + path.rpartition("/")[2].partition(".")[0]: path
        for path in names
        if not path.endswith(SUFFIX)
    }
    return {sources[stem]: found for stem, found in shards.items()}


def features_of(kind: str, path: str) -> Features:
    """The columns of a file."""
    return _features_of(kind, _name_of(path.rpartition("/")[0]))


def is_label_file(path: str) -> bool:
    """Whether a file has labels as JSON lines."""
    return path.rpartition("/")[0] == _LABEL_FOLDER and not path.endswith(SUFFIX)


def _name_of(folder: str) -> str:
    name = folder.rpartition("/")[2]
    return LABELS if name == _LABEL_FOLDER else name


def _features_of(kind: str, name: str) -> Features:
    room = release_of(kind)
    if name == LABELS:
        return {**ABOUT, **room.LABEL}
    if name in BESIDE:
        return {**BESIDE[name].columns, **(room.POSTERIORS if name == GOLD else {})}
    return room.FORMATS[name]
