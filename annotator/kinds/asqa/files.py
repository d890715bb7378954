"""The files of ambiguous questions: see ``Files``."""

from annotator.exchange.exports.export_format import ExportFormat

IMPORTS = {
    "ambigqa": ("pages", "fetch", "search"),
    "asqa": ("pages", "fetch", "annotations", "split"),
}
SQUAD_OPTIONS = ("reader", "predictions", "with_concerns")
SQUAD_UNASKED = ("simulated",)
SQUAD_DESCRIPTION = (
    "The disambiguations as questions about their context passages, in the format of SQuAD 1.1. "
    "Used to train reader models."
)

ANSWERS = {
    "asqa": ExportFormat(
        job="export_asqa",
        suffix="-asqa.json",
        options=(
            *("splits", "annotated_only", "with_concerns", "page_sources", "with_gold"),
            "simulated",
        ),
        title="ASQA",
        description="The official format, with splits as keys: questions, disambiguations, answers "
        "and knowledge. The official scorer reads it directly.",
    ),
    "asqa-gold": ExportFormat(
        job="export_asqa",
        suffix="-asqa-gold.json",
        options=("splits", "with_concerns", "simulated"),
        fixed={"gold_only": True},
        title="Decided answers",
        description="The examples on whose answer a lead has decided, each with this answer as its "
        "one reference. The official format.",
    ),
}
QUESTIONS = {
    "asqa-questions": ExportFormat(
        job="export_questions",
        suffix="-questions.json",
        options=("splits",),
    ),
}
