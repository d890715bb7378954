"""The files of Natural Questions: see ``Files``."""

from annotator.exchange.exports.export_format import ExportFormat

IMPORTS = {"nq": ("annotations",), "pages": ("fetch",)}
SQUAD_OPTIONS = ()

_OPTIONS = (
    *("splits", "annotated_only", "annotations_per_example", "draw_seed"),
    *("page_sources", "with_gold", "simulated"),
)

ANSWERS = {
    "nq": ExportFormat(
        job="export_nq",
        suffix="-nq.jsonl.gz",
        options=(*_OPTIONS, "source_offsets"),
    ),
    "nq-simplified": ExportFormat(
        job="export_nq",
        suffix="-nq-simplified.jsonl.gz",
        options=_OPTIONS,
        fixed={"simplified": True},
    ),
    "nq-gold": ExportFormat(
        job="export_nq",
        suffix="-nq-gold.jsonl.gz",
        options=("splits",),
        fixed={"gold_only": True},
    ),
}
QUESTIONS = {
    "nq-questions": ExportFormat(
        job="export_questions",
        suffix="-questions.jsonl.gz",
        options=("splits",),
    ),
    "nq-questions-simplified": ExportFormat(
        job="export_questions",
        suffix="-questions-simplified.jsonl.gz",
        options=("splits",),
        fixed={"simplified": True},
    ),
}
