"""The files of ambiguous questions: see ``Files``."""

from annotator.exchange.exports.export_format import ExportFormat
from annotator.workspace.projects.kinds import Kind

IMPORTS = ("ambigqa", "asqa")

ANSWERS = {
    "asqa": ExportFormat(
        job="export_asqa",
        kind=Kind.ASQA,
        suffix="-asqa.json",
        options=("splits", "annotated_only", "with_concerns", "page_sources"),
    ),
}
QUESTIONS = {
    "asqa-questions": ExportFormat(
        job="export_questions",
        kind=Kind.ASQA,
        suffix="-questions.json",
        options=("splits",),
    ),
}
