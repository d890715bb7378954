"""The one table of what can be exported: job, options and file name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.workspace.projects.models import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A format of an export.

    ``job`` is the kind of job that writes it, with the parameters ``fixed`` and those of
    ``options`` that were chosen. ``kind`` is the kind of project that has it, None for all;
    ``suffix`` follows the project's slug in the file's name.
    """

    job: str
    kind: Kind | None
    suffix: str
    options: tuple[str, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def filename(self, slug: str) -> str:
        """What a download is called."""
        return f"{slug}{self.suffix}"


_NQ_OPTIONS = (
    *("splits", "annotated_only", "annotations_per_example", "draw_seed"),
    "page_sources",
)

EXPORT_FORMATS: Mapping[str, ExportFormat] = {
    "nq": ExportFormat(
        job="export_nq",
        kind=Kind.NQ,
        suffix="-nq.jsonl.gz",
        options=(*_NQ_OPTIONS, "source_offsets"),
    ),
    "nq-simplified": ExportFormat(
        job="export_nq",
        kind=Kind.NQ,
        suffix="-nq-simplified.jsonl.gz",
        options=_NQ_OPTIONS,
        fixed={"simplified": True},
    ),
    "asqa": ExportFormat(
        job="export_asqa",
        kind=Kind.ASQA,
        suffix="-asqa.json",
        options=("splits", "annotated_only", "with_concerns", "page_sources"),
    ),
    "nq-questions": ExportFormat(
        job="export_questions",
        kind=Kind.NQ,
        suffix="-questions.jsonl.gz",
        options=("splits",),
    ),
    "nq-questions-simplified": ExportFormat(
        job="export_questions",
        kind=Kind.NQ,
        suffix="-questions-simplified.jsonl.gz",
        options=("splits",),
        fixed={"simplified": True},
    ),
    "asqa-questions": ExportFormat(
        job="export_questions",
        kind=Kind.ASQA,
        suffix="-questions.json",
        options=("splits",),
    ),
    "squad": ExportFormat(
        job="export_squad",
        kind=None,
        suffix="-squad.json",
        options=("splits", "with_concerns", "reader"),
    ),
    "history-jsonl": ExportFormat(
        job="export_history",
        kind=None,
        suffix="-history.jsonl.gz",
        options=("splits", "names"),
        fixed={"format": "jsonl", "names": "pseudonyms"},
    ),
    "history-csv": ExportFormat(
        job="export_history",
        kind=None,
        suffix="-history.csv.gz",
        options=("splits", "names"),
        fixed={"format": "csv", "names": "pseudonyms"},
    ),
}

EXTRACTOR = ExportFormat(
    job="export_squad",
    kind=Kind.ASQA,
    suffix="-reader.json",
    options=EXPORT_FORMATS["squad"].options,
)
"""``squad`` with the option ``reader``: disambiguations on long-form answers."""

ASQA_ALONE = ("reader", "predictions", "with_concerns")
"""Options that only projects of ambiguous questions have."""
