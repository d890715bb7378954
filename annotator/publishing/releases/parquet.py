"""Parquet files of a release, made from its JSON files: the same rows with types.

pyarrow is an optional part. Another version writes other bytes, so pyproject.toml pins it.
"""

import gzip
import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from annotator.installation import install
from annotator.publishing.releases.features import TIMESTAMP, Feature, Features, leaves, typed

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".parquet"
GROUP_BYTES = 32 * 2**20
"""JSON in a row group. Readers can't read nested texts beyond 2 GB in one."""
GROUP_ROWS = 10_000
SHARD_BYTES = 400 * 2**20
"""A file that has so many bytes is followed by another."""
_LONG_TEXTS = ("document_html", "document_text")
KEY = "sample_id"
"""The column of the key by which ASQA's files name an example."""


def unavailable() -> str:
    """Why no Parquet can be written here, as a sentence with the command that helps; else empty."""
    if importlib.util.find_spec("pyarrow") is not None:
        return ""
    return f"Parquet needs pyarrow, which this server lacks. Run {install('release')}."


def version() -> str:
    """The version of pyarrow; empty where it is missing."""
    if unavailable():
        return ""
    import pyarrow as pa

    found: str = pa.__version__
    return found


def rows_of(path: Path) -> Iterator[tuple[Any, int]]:
    """The rows of JSON lines, or of ASQA's object of splits; and each one's size in bytes."""
    if ".jsonl" in path.name:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for line in file:
                yield orjson.loads(line), len(line)
        return
    for split in orjson.loads(path.read_bytes()).values():
        for key, example in split.items():
            yield {KEY: key, **example}, len(orjson.dumps(example))


def write_parquet(
    source: Path,
    features: Features,
    *,
    group_rows: int = GROUP_ROWS,
    shard_bytes: int = SHARD_BYTES,
) -> list[Path]:
    """Write the rows of a JSON file beside it as ``SPLIT-00000.parquet`` and so on.

    Raises ``ValueError`` for a key that ``features`` doesn't have.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([pa.field(name, _type(each)) for name, each in features.items()])
    name = source.name.partition(".")[0]
    written: list[Path] = []
    writer: pq.ParquetWriter | None = None
    try:
        for group in _groups(rows_of(source), group_rows):
            if writer is not None and written[-1].stat().st_size >= shard_bytes:
                writer.close()
                writer = None
            if writer is None:
                written.append(source.with_name(f"{name}-{len(written):05}{SUFFIX}"))
                writer = pq.ParquetWriter(written[-1], schema, **_options(features))
            rows = [typed(row, features) for row in group]
            table = pa.Table.from_pylist(rows, schema=schema)
            writer.write_table(table, row_group_size=group_rows)
    finally:
        if writer is not None:
            writer.close()
    return written


def rows_in(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for number in range(file.num_row_groups):
            yield from file.read_row_group(number).to_pylist()


def count_in(path: Path) -> int:
    """The number of rows of a Parquet file."""
    import pyarrow.parquet as pq

    return int(pq.read_metadata(path).num_rows)


def _groups(rows: Iterable[tuple[Any, int]], most: int) -> Iterator[list[Any]]:
    group: list[Any] = []
    size = 0
    for row, length in rows:
        group.append(row)
        size += length
        if size >= GROUP_BYTES or len(group) >= most:
            yield group
            group, size = [], 0
    if group:
        yield group


def _type(feature: Feature) -> "pa.DataType":
    import pyarrow as pa

    if feature == TIMESTAMP:
        return pa.timestamp("us", "UTC")
    if isinstance(feature, str):
        return pa.type_for_alias(feature)
    if isinstance(feature, list):
        return pa.list_(_type(feature[0]))
    return pa.struct([pa.field(name, _type(each)) for name, each in feature.items()])


def _options(features: Features) -> dict[str, Any]:
    """Offsets grow within a list, so their differences are small; long texts repeat nowhere. This
    halves the size of pages with tokens.
    """
    paths = list(leaves(features))
    growing = [path for path, kind in paths if ".list." in path and kind == "int64"]
    return {
        "compression": "zstd",
        "compression_level": 9,
        "write_page_index": True,
        "use_dictionary": [
            path
            for path, kind in paths
            if kind != "bool" and path not in growing and path not in _LONG_TEXTS
        ],
        "column_encoding": dict.fromkeys(growing, "DELTA_BINARY_PACKED"),
    }
