"""Names in the OpenAPI schema for lists of choices that it could not name by itself."""

from importlib import import_module
from pkgutil import iter_modules

from annotator.installation import ROOT

ROOMS = [room.name for room in iter_modules([str(ROOT / "annotator" / "kinds")])]
"""The rooms of the kinds. Settings can't ask their registry, which would load Django's models."""

ENUM_NAMES: dict[str, str] = {
    "AssignmentState": "annotator.collecting.assignments.models.AssignmentState",
    "JobState": "annotator.workspace.jobs.models.JobState",
    "QuestionQuality": "annotator.collecting.annotations.models.QuestionQuality",
    "YesNoAnswer": "annotator.collecting.annotations.models.YesNoAnswer",
    "SuggestionMode": "annotator.collecting.suggestions.models.Mode",
    "SuggestionSetting": "api.serializers.suggestions.MODES",
    "ThreadState": "annotator.collecting.guidance.models.ThreadState",
    "FeedbackCriterion": "annotator.collecting.guidance.models.Criterion",
    "TrainingCriterion": "annotator.collecting.training.models.Criterion",
    "TrainingStep": "annotator.collecting.training.models.Step",
    "ExamplePurpose": "annotator.material.corpus.models.STEPS",
    "QueryStep": "api.serializers.queries.STEPS",
    "JudgmentVerdict": "annotator.quality.judgments.models.Verdict",
    "JudgmentTarget": "annotator.quality.judgments.models.Target",
    "JudgmentPhase": "annotator.quality.judgments.models.Phase",
    "AnnotationSource": "annotator.collecting.annotations.models.Source",
    "Role": "annotator.workspace.projects.models.Role",
    "SecondFactorPolicy": "annotator.workspace.accounts.second_factor.POLICIES",
    "InvitationState": "annotator.workspace.projects.models.InvitationState",
    "MailState": "annotator.workspace.projects.models.MailState",
    "ProjectKind": "annotator.workspace.projects.models.Kind",
    "Regime": "annotator.workspace.projects.models.Regime",
    "QueueOrder": "annotator.workspace.projects.models.QueueOrder",
    "QueueWithin": "annotator.workspace.projects.models.QueueWithin",
    "BaselineKind": "annotator.systems.evaluation.models.BaselineKind",
    "Half": "annotator.systems.evaluation.models.Half",
    "PhaseState": "annotator.systems.competitions.models.PhaseState",
    "ShownTo": "annotator.systems.competitions.models.ShownTo",
    "FileAudience": "annotator.systems.competitions.models.Audience",
    "ExportFormat": "annotator.exchange.exports.formats.FORMAT_NAMES",
    "ExportOption": "annotator.exchange.exports.options.OPTION_NAMES",
    "PublishedFormat": "annotator.systems.competitions.published_files.FORMATS",
    "SubmissionOutcome": "annotator.systems.competitions.outcomes.OUTCOMES",
    "SystemResult": "annotator.systems.evaluation.models.Result",
    "DeletedKind": "annotator.running.project_bin.deleted_parts.KIND_NAMES",
    "Preference": "annotator.quality.comparisons.models.Preference",
    "StudyOrigin": "annotator.quality.comparisons.models.StudyOrigin",
}
"""Where the choices are, by name in the schema and in the front end's types. Rooms add theirs."""

for _room in ROOMS:
    ENUM_NAMES |= import_module(f"api.kinds.{_room}.enum_names").ENUM_NAMES
