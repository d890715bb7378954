"""The files of ambiguous questions: see ``Files``."""

from annotator.exchange.exports.export_format import ExportFormat

IMPORTS = {
    "ambigqa": ("pages", "fetch", "search"),
    "asqa": ("pages", "fetch", "annotations", "split"),
}
SQUAD_OPTIONS = ("reader", "predictions", "with_concerns")

ANSWERS = {
    "asqa": ExportFormat(
        job="export_asqa",
        suffix="-asqa.json",
        options=(
            *("splits", "annotated_only", "with_concerns", "page_sources", "with_gold"),
            "simulated",
        ),
    ),
    "asqa-gold": ExportFormat(
        job="export_asqa",
        suffix="-asqa-gold.json",
        options=("splits", "with_concerns"),
        fixed={"gold_only": True},
    ),
}
QUESTIONS = {
    "asqa-questions": ExportFormat(
        job="export_questions",
        suffix="-questions.json",
        options=("splits",),
    ),
}
