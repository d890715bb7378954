"""``README.md``: the data set card, with the header that the Hub reads."""

import json
from collections.abc import Mapping, Sequence

from annotator.publishing.releases.configurations import Configuration, configurations_of
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import hub_features
from annotator.publishing.releases.figures import counted, sentence
from annotator.publishing.releases.left_out import left_out_sentences
from annotator.publishing.releases.parquet import SUFFIX
from annotator.publishing.releases.prose import FIELDS, NO_LICENCE
from annotator.publishing.releases.system_results import leaves_out_scored
from annotator.systems.evaluation.leaderboard.queries import scored_splits

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
_LARGEST = "1M<n<10M"
_CHECK = (
    "## Check the files\n\n`CHECKSUMS` has the sha256 of each file: `sha256sum -c CHECKSUMS`."
    " `release.json` has the numbers above for programs."
)
_FOLDERS = (
    "`data/` has the official formats, with the annotations that count. `annotations/` has every"
    " single label, one on each line: also earlier versions and late ones, with `counts` false."
    " Folders in it have who decided on answers, what experts judged and compared, and what was"
    " suggested to whom, where this release has them: `label` is the `id` of the annotation."
    " `sources/` has the guidelines in all versions, and where each page comes from. `paper/` has"
    " tables and figures."
)

_PARQUET = (
    "Each file is there as JSON and as Parquet, with the same rows. `datasets.load_dataset` reads"
    " the Parquet files by the names above: `load_dataset(FOLDER, NAME)`. It keeps what it read, so"
    " give a new version a folder of another name."
)
_NO_PARQUET = "There are no Parquet files: pyarrow was missing where this release was made."


def write_card(
    contents: Contents, *, counts: Mapping[str, int], tables: Mapping[str, str], changes: str = ""
) -> str:
    """The card. ``counts`` are of each data file, ``tables`` what each table says, ``changes`` the
    section on what a new version changes.
    """
    prose = contents.card.prose
    parts = [
        _header(contents, counts),
        f"# {contents.project.title}, version {contents.version}",
        prose["summary"].strip(),
        contents.kind.SUMMARY,
        changes,
        _contents(counts),
        _collection(contents),
        *(_own(name, prose[name]) for name in ("recruitment", "training", "pay", "ethics")),
        _quality(contents),
        _limits(contents),
        _own("limits", prose["limits"]),
        _left_out(contents),
        _own("uses", prose["uses"]),
        _tables(tables),
        _licence(contents),
        _own("contact", prose["contact"]),
        _CHECK,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _header(contents: Contents, counts: Mapping[str, int]) -> str:
    """JSON is YAML: the values are written as such."""
    total = sum(contents.examples(split).count() for split in contents.splits)
    size = next((name for most, name in _SIZES if total < most), _LARGEST)
    configurations = configurations_of(contents.project.kind, counts)
    values: dict[str, object] = {
        "pretty_name": contents.project.title,
        "license": contents.card.prose["licence"] or NO_LICENCE,
        "language": ["en"],
        "task_categories": ["question-answering"],
        "size_categories": [size],
        "configs": _configs(configurations),
    }
    if any(path.endswith(SUFFIX) for path in counts):
        values["dataset_info"] = _dataset_info(configurations)
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---"])


def _configs(configurations: Sequence[Configuration]) -> list[dict[str, object]]:
    """The configurations as the Hub's library reads them; the first one is the default."""
    return [
        {
            "config_name": each.name,
            "data_files": [{"split": split, "path": paths} for split, paths in each.files.items()],
        }
        | ({"default": True} if number == 0 else {})
        for number, each in enumerate(configurations)
    ]


def _dataset_info(configurations: Sequence[Configuration]) -> list[dict[str, object]]:
    return [
        {"config_name": each.name, "features": hub_features(each.features)}
        for each in configurations
    ]


def _contents(counts: Mapping[str, int]) -> str:
    rows = [f"| `{path}` | {count:,} |" for path, count in sorted(counts.items())]
    has_parquet = any(path.endswith(SUFFIX) for path in counts)
    return "\n".join(
        [
            "## Files",
            "",
            f"{_FOLDERS} {_PARQUET if has_parquet else _NO_PARQUET}",
            "",
            "| file | examples or lines |",
            "|---|---:|",
            *rows,
        ]
    )


def _collection(contents: Contents) -> str:
    return "## How it was made\n\n" + " ".join(collection_sentences(contents))


def collection_sentences(contents: Contents) -> list[str]:
    """How many examples, annotations and people there are, and when they were made."""
    splits = f"{counted(len(contents.splits), 'split')}: {', '.join(contents.splits)}."
    told = [f"{contents.examples().count():,} examples in {splits}"]
    if times := contents.counted_times():
        made = contents.counted()
        people = made.values("annotator").distinct().count()
        first, last = (at.date().isoformat() for at in times)
        told.append(
            f"{counted(made.count(), 'annotation')} by {counted(people, 'annotator')}, made from"
            f" {first} to {last}."
        )
    guidelines = contents.project.guidelines.count()
    told.append(f"The guidelines have {counted(guidelines, 'version')}.")
    if contents.project.requires_training:
        told.append("Annotators had to pass the project’s training first.")
    if contents.simulated and contents.has_simulated:
        told.append("**Simulated annotations, which no person made, are among them.**")
    return told


def _quality(contents: Contents) -> str:
    measured = contents.measured
    if measured is None:
        return "## Measured quality\n\nNo statistics were computed before this release."
    told = [
        f"- {sentence(_capital(each.words), figure)}"
        for each in contents.kind.FIGURES
        if (figure := contents.figure(each.section, each.figure)) is not None
    ]
    when = (
        "for this release, without what it leaves out,"
        if measured.again
        else f"on {measured.computed_at.date().isoformat()}"
    )
    about = (
        f"Computed {when} from {counted(measured.annotations, 'annotation')} of"
        f" {counted(measured.examples, 'example')}."
    )
    return "\n".join(["## Measured quality", "", about, "", *told])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _limits(contents: Contents) -> str:
    told = limit_sentences(contents)
    if not told:
        return ""
    return "## Limits of the figures\n\n" + "\n".join(f"- {each}" for each in told)


def limit_sentences(contents: Contents) -> list[str]:
    """What the statistics say about their own scope."""
    told = []
    for section in contents.sections.values():
        if shared := section.get("shared_pages"):
            told.append(
                f"{shared['examples']:,} examples share {shared['pages']:,} {shared['units']};"
                " intervals take the examples of one together, and are wider for it."
            )
            break
    if measured := contents.measured:
        released = contents.number_counted
        if measured.annotations != released:
            told.append(
                f"The figures are over {counted(measured.annotations, 'annotation')}; this release"
                f" has {released:,} that count."
            )
        if measured.judged_again:
            told.append(
                "Figures of judgments are over the judged answers that are in this release."
            )
        if measured.failed:
            told.append(f"Not computed: {', '.join(measured.failed)}.")
    if leaves_out_scored(contents) and scored_splits(contents.project, is_public=True):
        told.append("Results of systems are missing: they were scored on what is left out too.")
    return told


def _left_out(contents: Contents) -> str:
    return "## Left out\n\n" + "\n".join(f"- {each}" for each in left_out_sentences(contents))


def _tables(tables: Mapping[str, str]) -> str:
    if not tables:
        return ""
    rows = [f"- `paper/{name}`: {about}" for name, about in sorted(tables.items())]
    return "\n".join(["## Tables and figures", "", "Tables are CSV and LaTeX.", "", *rows])


def _licence(contents: Contents) -> str:
    licence = contents.card.prose["licence"]
    own = f"The annotations are under `{licence}`." if licence else "No licence was chosen yet."
    return (
        f"## Licences\n\n{own} Pages and questions keep the licences of their sources:"
        " `sources/pages.jsonl` has the address, the revision with its time, and the licence of"
        " each page, as far as they are known."
    )


def _own(name: str, text: str) -> str:
    return f"## {FIELDS[name].heading}\n\n{text.strip()}" if text.strip() else ""
