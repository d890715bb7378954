"""The kinds of jobs that exports are."""

from annotator.exports.natural_questions import export_natural_questions
from annotator.jobs.registry import register

register("export_nq", export_natural_questions)
