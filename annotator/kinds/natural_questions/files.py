"""The files of Natural Questions: see ``Files``."""

from annotator.exchange.exports.export_format import ExportFormat

IMPORTS = {"nq": ("annotations",), "pages": ("fetch",)}
SQUAD_OPTIONS = ()
SQUAD_UNASKED = ()
SQUAD_DESCRIPTION = (
    "Questions whose single short answer is in a paragraph, with that paragraph, in the format of "
    "SQuAD 1.1. Used to evaluate retrieval."
)

_OPTIONS = (
    *("splits", "annotated_only", "annotations_per_example", "draw_seed"),
    *("page_sources", "with_gold", "simulated"),
)

ANSWERS = {
    "nq": ExportFormat(
        job="export_nq",
        suffix="-nq.jsonl.gz",
        options=(*_OPTIONS, "source_offsets"),
        title="Natural Questions",
        description="The original format with HTML, tokens, candidates and byte offsets. The "
        "official evaluation script reads it directly.",
        unasked=("annotated_only",),
    ),
    "nq-simplified": ExportFormat(
        job="export_nq",
        suffix="-nq-simplified.jsonl.gz",
        options=_OPTIONS,
        fixed={"simplified": True},
        title="Natural Questions, simplified",
        description="The page as plain tokens with token offsets. Smaller, and most training code "
        "reads it.",
        unasked=("annotated_only",),
    ),
    "nq-gold": ExportFormat(
        job="export_nq",
        suffix="-nq-gold.jsonl.gz",
        options=("splits", "simulated"),
        fixed={"gold_only": True},
        title="Decided answers",
        description="The examples on whose answer a lead has decided, each with this answer as its "
        "one annotation. The original format.",
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
