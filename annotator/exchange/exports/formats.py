"""The one table of what can be exported: job, options and file name."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.exchange.exports.export_format import ExportFormat
from annotator.exchange.exports.kinds import files_of, kinds_with
from annotator.exchange.exports.options import OPTIONS, ExportOption
from annotator.workspace.projects.kinds import ROOMS

EXPORT_FORMATS: Mapping[str, ExportFormat] = {
    **{name: each for kind in ROOMS for name, each in files_of(kind).ANSWERS.items()},
    **{name: each for kind in ROOMS for name, each in files_of(kind).QUESTIONS.items()},
    "squad": ExportFormat(
        job="export_squad",
        suffix="-squad.json",
        options=("splits", "with_concerns", "reader", "simulated"),
        title="SQuAD",
    ),
    "history-jsonl": ExportFormat(
        job="export_history",
        suffix="-history.jsonl.gz",
        options=("splits", "names"),
        fixed={"format": "jsonl", "names": "pseudonyms"},
    ),
    "history-csv": ExportFormat(
        job="export_history",
        suffix="-history.csv.gz",
        options=("splits", "names"),
        fixed={"format": "csv", "names": "pseudonyms"},
    ),
}

FORMAT_NAMES = list(EXPORT_FORMATS)

EXTRACTOR = ExportFormat(
    job="export_squad",
    suffix="-reader.json",
    options=EXPORT_FORMATS["squad"].options,
)
"""``squad`` with the option ``reader``: disambiguations on long-form answers."""


@dataclass(frozen=True, slots=True)
class OfferedFormat:
    """A format as the browser offers it, with what can be chosen for it."""

    name: str
    title: str
    description: str
    options: list[ExportOption]


def formats_offered(kind: str) -> list[OfferedFormat]:
    """The formats that projects of a kind can export, with the words of the form."""
    files = files_of(kind)
    return [
        OfferedFormat(
            name,
            each.title,
            each.description or files.SQUAD_DESCRIPTION,
            [
                option
                for option in OPTIONS
                if option.name in each.options
                and option.name not in (files.SQUAD_UNASKED if name == "squad" else each.unasked)
                and kind in (kinds_with(option.name) or [kind])
            ],
        )
        for name, each in EXPORT_FORMATS.items()
        if each.title and kind in (kinds_with(name) or [kind])
    ]
