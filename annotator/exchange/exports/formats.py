"""The one table of what can be exported: job, options and file name."""

from collections.abc import Mapping

from annotator.exchange.exports.export_format import ExportFormat
from annotator.exchange.exports.kinds import files_of
from annotator.workspace.projects.kinds import ROOMS

EXPORT_FORMATS: Mapping[str, ExportFormat] = {
    **{name: each for kind in ROOMS for name, each in files_of(kind).ANSWERS.items()},
    **{name: each for kind in ROOMS for name, each in files_of(kind).QUESTIONS.items()},
    "squad": ExportFormat(
        job="export_squad",
        suffix="-squad.json",
        options=("splits", "with_concerns", "reader", "simulated"),
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

EXTRACTOR = ExportFormat(
    job="export_squad",
    suffix="-reader.json",
    options=EXPORT_FORMATS["squad"].options,
)
"""``squad`` with the option ``reader``: disambiguations on long-form answers."""
