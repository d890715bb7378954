"""``README.md``: the data set card, with the header that the Hub reads."""

import json
from collections.abc import Mapping, Sequence

from django.db.models import Max, Min

from annotator.collecting.annotations.models import Annotation
from annotator.exchange.exports.simulated import of_people_unless
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.figures import sentence
from annotator.publishing.releases.prose import FIELDS, NO_LICENCE
from annotator.workspace.projects.models import Project

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
_LARGEST = "1M<n<10M"
_ANNOTATIONS = "annotations"
_CHECK = (
    "## Check the files\n\n`CHECKSUMS` has the sha256 of each file: `sha256sum -c CHECKSUMS`."
    " `release.json` has the numbers above for programs."
)
_FOLDERS = (
    "`data/` has the official formats, with the annotations that count. `annotations/` has every"
    " single label, one on each line: also earlier versions and late ones, with `counts` false."
    " `sources/` has the guidelines in all versions, and where each page comes from. `paper/` has"
    " tables."
)


def write_card(contents: Contents, *, counts: Mapping[str, int], tables: Mapping[str, str]) -> str:
    """The card. ``counts`` are of each data file, ``tables`` what each table says."""
    prose = contents.card.prose
    parts = [
        _header(contents, counts),
        f"# {contents.project.title}, version {contents.version}",
        prose["summary"].strip(),
        contents.kind.SUMMARY,
        _contents(counts),
        _collection(contents),
        *(_own(name, prose[name]) for name in ("recruitment", "training", "pay", "ethics")),
        _quality(contents),
        _limits(contents),
        _own("limits", prose["limits"]),
        _listed("## Left out", kept_out(contents)),
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
    values = {
        "pretty_name": contents.project.title,
        "license": contents.card.prose["licence"] or NO_LICENCE,
        "language": ["en"],
        "task_categories": ["question-answering"],
        "size_categories": [size],
        "configs": _configs(counts),
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---"])


def _configs(counts: Mapping[str, int]) -> list[dict[str, object]]:
    """The configurations that the Hub's library reads: folders of JSON lines, by split."""
    found: dict[str, list[dict[str, str]]] = {}
    for path in sorted(counts):
        folder, _, name = path.rpartition("/")
        split, _, ending = name.partition(".jsonl")
        if ending in ("", ".gz") and split != name:
            files = {"split": split, "path": path}
            found.setdefault(folder.rpartition("/")[2], []).append(files)
    return [
        {"config_name": name, "data_files": files}
        | ({"default": True} if name == _ANNOTATIONS else {})
        for name, files in sorted(found.items())
    ]


def _contents(counts: Mapping[str, int]) -> str:
    rows = [f"| `{path}` | {count:,} |" for path, count in sorted(counts.items())]
    return "\n".join(
        [
            "## Files",
            "",
            _FOLDERS,
            "",
            "| file | examples or lines |",
            "|---|---:|",
            *rows,
        ]
    )


def _collection(contents: Contents) -> str:
    counted = contents.annotations().current().filter(assignment__slot__isnull=False)
    annotations = counted.count()
    splits = f"{_counted(len(contents.splits), 'split')}: {', '.join(contents.splits)}."
    told = [f"{contents.examples().count():,} examples in {splits}"]
    if annotations:
        people = counted.values("annotator").distinct().count()
        times = counted.aggregate(first=Min("created_at"), last=Max("created_at"))
        first, last = (times[name].date().isoformat() for name in ("first", "last"))
        told.append(
            f"{_counted(annotations, 'annotation')} by {_counted(people, 'annotator')}, made from"
            f" {first} to {last}."
        )
    guidelines = contents.project.guidelines.count()
    told.append(f"The guidelines have {_counted(guidelines, 'version')}.")
    if contents.project.requires_training:
        told.append("Annotators had to pass the project’s training first.")
    if contents.simulated and _simulated(contents.project):
        told.append("**Simulated annotations, which no person made, are among them.**")
    return "## How it was made\n\n" + " ".join(told)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _simulated(project: Project) -> int:
    made = Annotation.objects.filter(project=project)
    return made.count() - of_people_unless(made, simulated=False).count()


def _quality(contents: Contents) -> str:
    report = contents.report
    if report is None:
        return "## Measured quality\n\nNo statistics were computed before this release."
    told = [
        f"- {sentence(_capital(each.words), figure)}"
        for each in contents.kind.FIGURES
        if (figure := contents.figure(each.section, each.figure)) is not None
    ]
    about = (
        f"Computed on {report.created_at.date().isoformat()} from"
        f" {_counted(report.annotations, 'annotation')} of {_counted(report.examples, 'example')}."
    )
    return "\n".join(["## Measured quality", "", about, "", *told])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _limits(contents: Contents) -> str:
    return _listed("## Limits of the figures", scope_of(contents))


def _listed(heading: str, told: Sequence[str]) -> str:
    return "\n".join([heading, "", *(f"- {each}" for each in told)]) if told else ""


def scope_of(contents: Contents) -> list[str]:
    """What the statistics say about their own scope, in sentences."""
    told = []
    for section in contents.sections.values():
        if shared := section.get("shared_pages"):
            told.append(
                f"{shared['examples']:,} examples share {shared['pages']:,} {shared['units']};"
                " intervals take the examples of one together, and are wider for it."
            )
            break
    report = contents.report
    if report:
        counted = contents.annotations().current().filter(assignment__slot__isnull=False).count()
        if report.annotations != counted:
            told.append(
                f"The figures are over {_counted(report.annotations, 'annotation')}; this release"
                f" has {counted:,} that count."
            )
        if report.failed_sections:
            told.append(f"Not computed: {', '.join(sorted(report.failed_sections))}.")
    return told


def kept_out(contents: Contents) -> list[str]:
    """What is left out, in sentences."""
    project, left_out = contents.project, contents.left_out
    told = ["Names, mail addresses and accounts: annotators have pseudonyms."]
    if project.hidden_split:
        told.append("A hidden split, which serves to test systems.")
    if left_out.examples:
        told.append(f"{_counted(len(left_out.examples), 'withdrawn example')}.")
    if left_out.people:
        people = "1 person" if len(left_out.people) == 1 else f"{len(left_out.people):,} people"
        told.append(f"All annotations of {people} who objected to their publication.")
    if not contents.simulated and (simulated := _simulated(project)):
        told.append(f"{_counted(simulated, 'simulated annotation')}, which no person made.")
    return told


def _tables(tables: Mapping[str, str]) -> str:
    if not tables:
        return ""
    rows = [f"- `paper/{name}.csv` and `.tex`: {about}" for name, about in sorted(tables.items())]
    return "\n".join(["## Tables", "", *rows])


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
