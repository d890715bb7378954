"""The kinds of jobs that exports are."""

from annotator.exchange.exports.asqa import export_asqa
from annotator.exchange.exports.destination import discard_export
from annotator.exchange.exports.history import export_history
from annotator.exchange.exports.natural_questions import export_natural_questions
from annotator.exchange.exports.questions import export_questions
from annotator.exchange.exports.squad import export_squad
from annotator.workspace.jobs.registry import register

register("export_nq", export_natural_questions, discard_export)
register("export_history", export_history, discard_export)
register("export_asqa", export_asqa, discard_export)
register("export_questions", export_questions, discard_export)
register("export_squad", export_squad, discard_export)
