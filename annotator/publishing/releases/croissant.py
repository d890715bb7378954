"""``croissant.json``: MLCommons Croissant 1.1 with its responsible-AI properties.

https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html and croissant-rai-spec.html
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from annotator.publishing.releases.checksums import sha256_of
from annotator.publishing.releases.citation import creators_of
from annotator.publishing.releases.configurations import Configuration, configurations_of
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Feature
from annotator.publishing.releases.parquet import SUFFIX
from annotator.publishing.releases.prose import LICENCES
from annotator.publishing.releases.responsible_ai import responsible_ai

NAME = "croissant.json"
CONFORMS_TO = ("http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0")
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "excludes": "cr:excludes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES = {
    "string": "sc:Text",
    "int64": "cr:Int64",
    "uint64": "cr:UInt64",
    "float64": "cr:Float64",
    "bool": "sc:Boolean",
    TIMESTAMP: "sc:DateTime",
}
_FORMATS = {
    # mlcroissant validates application/vnd.apache.parquet as well, but can't read it.
    SUFFIX: "application/x-parquet",
    ".gz": "application/gzip",
    ".json": "application/json",
}


def describe(contents: Contents, counts: Mapping[str, int], folder: Path) -> dict[str, Any]:
    """The description of the data files in ``folder``. Without Parquet it has no record sets."""
    licence = contents.card.prose["licence"]
    creators = creators_of(contents)
    configurations = [
        each
        for each in configurations_of(contents.project.kind, counts)
        if all(path.endswith(SUFFIX) for paths in each.files.values() for path in paths)
    ]
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": list(CONFORMS_TO),
        "name": contents.project.slug,
        "description": contents.card.prose["summary"].strip() or contents.kind.SUMMARY,
        "license": LICENCES.get(licence, licence) or "unknown",
        "creator": [{"@type": "sc:Person", "name": each} for each in creators],
        "datePublished": contents.made_at.date().isoformat(),
        "version": contents.version,
        "citeAs": f"{'; '.join(creators)} ({contents.made_at.year}). {contents.project.title}, "
        f"version {contents.version}.",
        "inLanguage": "en",
        **{f"rai:{name}": value for name, value in responsible_ai(contents).items() if value},
        "distribution": [
            *_files(counts, folder),
            *(_file_set(each) for each in configurations if len(_paths(each)) > 1),
        ],
        "recordSet": [_record_set(each) for each in configurations],
    }


def _files(counts: Mapping[str, int], folder: Path) -> Iterator[dict[str, Any]]:
    for name in sorted(counts):
        path = folder / name
        yield {
            "@type": "cr:FileObject",
            "@id": name,
            "name": name,
            "contentUrl": name,
            "contentSize": f"{path.stat().st_size} B",
            "encodingFormat": _FORMATS[path.suffix],
            "sha256": sha256_of(path),
        }


def _file_set(configuration: Configuration) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": _set_of(configuration),
        "name": _set_of(configuration),
        "encodingFormat": _FORMATS[SUFFIX],
        "includes": _paths(configuration),
    }


def _paths(configuration: Configuration) -> list[str]:
    return sorted(path for paths in configuration.files.values() for path in paths)


def _source_of(configuration: Configuration) -> dict[str, Any]:
    """One file, whose sha256 is checked when it is read, or several of the folder."""
    paths = _paths(configuration)
    if len(paths) == 1:
        return {"fileObject": {"@id": paths[0]}}
    return {"fileSet": {"@id": _set_of(configuration)}}


def _set_of(configuration: Configuration) -> str:
    return f"{configuration.name}-files"


def _field(
    configuration: Configuration, path: Sequence[str], feature: Feature, *, in_list: bool
) -> dict[str, Any] | None:
    """A field with its parts; None for a list within a list, which Croissant can't name."""
    if in_list and isinstance(feature, list):
        return None
    name = "/".join((configuration.name, *path))
    source = {**_source_of(configuration), "extract": {"column": path[0]}}
    if path[1:]:
        source["transform"] = {"jsonPath": "$." + ".".join(path[1:])}
    found: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": name, "source": source}
    is_list = isinstance(feature, list)
    inner: Any = feature[0] if isinstance(feature, list) else feature
    if is_list:
        found["repeated"] = True
    if isinstance(inner, str):
        return found | {"dataType": _TYPES[inner]}
    parts = (
        _field(configuration, (*path, key), each, in_list=in_list or is_list)
        for key, each in inner.items()
    )
    return found | {"subField": [part for part in parts if part]}


def _record_set(configuration: Configuration) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": configuration.name,
        "name": configuration.name,
        "field": [
            _field(configuration, (name,), each, in_list=False)
            for name, each in configuration.features.items()
        ],
    }
