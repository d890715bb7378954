"""What becomes of each column of text when a person is erased.

A column that is missing here fails a test, so that adding one means deciding what happens to a name
in it.
"""

from collections.abc import Mapping

from django.db.models import CharField, GenericIPAddressField, JSONField, TextField

from annotator.collecting.annotations.kinds import answers_of
from annotator.workspace.projects.kinds import ROOMS, has_part, part_of

TEXT = (CharField, TextField, JSONField, GenericIPAddressField)
"""The columns that are meant."""


def _columns(listed: Mapping[str, str]) -> frozenset[str]:
    """``app.Model.column`` of each of the models' columns."""
    return frozenset(f"{label}.{name}" for label, names in listed.items() for name in names.split())


GONE = _columns(
    {
        # The account's row stays, for the annotations' sake, and names nobody.
        "accounts.User": "password username username_key email display_name",
        "accounts.ApiToken": "token_key digest name",
        "account.EmailAddress": "email",
        "account.EmailConfirmation": "key",
        "mfa.Authenticator": "data type",
        "socialaccount.SocialAccount": "extra_data provider uid",
        # Nothing writes it: tokens of the provider are not kept.
        "socialaccount.SocialToken": "token token_secret",
        "usersessions.UserSession": "ip session_key user_agent data",
        "sessions.Session": "session_key session_data",
        "annotations.Draft": "answer",
        "annotations.LeadDraft": "answer",
        # What somebody answered in training, with its drafts: no export has it.
        "training.TrainingAnswer": "answer draft shown",
        # The answer so far of who asked a question.
        "guidance.QuestionThread": "draft",
        "comparisons.Comparison": "draft",
        "projects.SavedView": "table name query",
    }
)
"""The person's rows are deleted, or emptied."""

NOTES = {
    "assignments.Assignment": ("note",),
    "assignments.LateAcceptance": ("note",),
    "annotations.RevisionRequest": ("reason",),
    "projects.Invitation": ("note", "email"),
    "guidance.ThreadMessage": ("text",),
    "guidance.Feedback": ("text",),
    "jobs.JobProblem": ("file", "field", "problem", "fix"),
    "comparisons.Comparison": ("comment",),
    "competitions.Team": ("name", "name_key", "paper_url", "code_url", "model_url"),
    "error_analysis.AnswerLabels": ("note",),
    "evaluation.RetrievalBenchmark": ("name",),
    "evaluation.ScoredFile": ("name",),
    "evaluation.VectorFile": ("name",),
}
"""Text that people write to each other and no export has: names are removed from it."""

EMPTIED = {
    "adjudication.Adjudication": "reason",
    "annotations.Annotation": "reason",
    "judgments.Consensus": "justification",
    "judgments.Judgment": "justification",
    "judgments.MeetingNote": "text",
    "training.Decision": "note",
    "training.Grade": "comment",
    "training.InPersonSession": "notes",
}
"""As above, but the database lets nobody alter them, so a text with a name is emptied."""

PUBLISHED = {
    "projects.Guideline": ("markdown",),
    "training.ShortInstructions": ("markdown",),
    "guidance.FaqVersion": ("title", "question", "answer"),
    "judgments.JudgmentRound": ("title", "guidelines"),
    "comparisons.ComparisonStudy": ("title", "instructions"),
    "competitions.Competition": (
        *("summary", "task", "rules", "how_to_submit", "licence", "contact"),
    ),
    "evaluation.System": ("notes",),
    "releases.ReleaseCard": (
        *("creators", "contact", "summary", "uses", "recruitment", "training", "pay", "ethics"),
        "limits",
    ),
}
"""Read by everybody in a project: only names that can't be ordinary words are taken out."""

DETAILS = _columns({"history.Event": "details", "jobs.Job": "parameters message filename"})
"""History and jobs that have ended: names are taken out, each in its own way."""

_CONTENT = {
    "projects.Project": "hidden_split slug slug_key title",
    "projects.Split": "name",
    "corpus.Page": "title url",
    "corpus.PageSource": "licence",
    "corpus.Question": "text tokens",
    "intake.Query": "other_wordings text",
    "intake.QueryFilters": "categories offensive_words page_titles",
    "corpus.Example": "split extra",
    "corpus.AmbiguousQuestion": "key",
    "corpus.ContextPassage": "text",
    "corpus.Disambiguation": "context page_title question short_answers",
    "corpus.VisitedPage": "title url",
    "annotations.KnowledgePiece": "content page_title",
    "guidance.Feedback": "quote",
    "adjudication.Adjudication": "answer",
    "comparisons.ComparedSystem": "name",
    "comparisons.SystemAnswer": "text",
    "competitions.Phase": "name",
    "competitions.Submission": "name",
    "error_analysis.ErrorAnalysis": "system_name",
    "evaluation.RetrievalScore": "name",
    "evaluation.System": "name",
    "guidance.GuidelinePicture": "name",
    "suggestions.SuggestionPlan": "system_name",
}
"""What the project is about. Exports and receipts carry it, and stay the same. A feedback's quote
is words of the long-form answer or of the page.
"""

_OF_PLUMBLINE = {
    "adjudication.Adjudication": "annotation_id",
    "annotations.Annotation": "annotation_id client_version idempotency_key source",
    "assignments.Assignment": "state",
    "assignments.Slot": "state",
    "auth.Group": "name",
    "auth.Permission": "codename name",
    "comparisons.ComparedSystem": "scores",
    "comparisons.Comparison": (
        "ambiguity fluency idempotency_key left_captures overall right_captures"
    ),
    "comparisons.ComparisonStudy": "origin",
    "comparisons.StudyResults": "code_version content_sha256 fingerprint parameters",
    "competitions.Competition": "invitation_seed invitation_sha256 split",
    "competitions.Phase": "metric shown_to",
    "competitions.PublishedFile": "audience format name sha256 split",
    "competitions.Team": "invitation_seed invitation_sha256",
    "contenttypes.ContentType": "app_label model",
    "corpus.Example": "purpose",
    "corpus.SplitDraw": "parts",
    "corpus.SplitQuestion": "key split",
    "corpus.Page": "fingerprint sha256",
    "corpus.PageSource": "sha256",
    "intake.PageSearch": "address headers path provider",
    "intake.Query": "flags heuristics key periods reason step",
    "intake.QueryFilters": "entities heuristics",
    "error_analysis.AnalysedAnswer": "annotations answer",
    "error_analysis.AnswerLabels": "labels",
    "error_analysis.ErrorAnalysis": "labels receipt split",
    "error_analysis.ErrorLabelList": "labels",
    "evaluation.Gold": "people sha256 split",
    "evaluation.HalfScore": "half intervals metrics",
    "evaluation.Halves": "seed split",
    "evaluation.Leaderboard": "secret",
    "evaluation.RetrievalBenchmark": "sha256 splits",
    "evaluation.RetrievalScore": "code_sha256 curve encoder intervals metrics receipt",
    "evaluation.Score": "code_sha256 intervals metrics on_all parameters receipt references split",
    "evaluation.ScoredExample": "answer_type long_result prediction short_result",
    "evaluation.ScoredFile": "part sha256",
    "evaluation.System": "baseline",
    "evaluation.VectorFile": "part sha256",
    "gallery.Gallery": "content_sha256 examples_left_out hidden_split people_left_out version",
    "guidance.FaqEntry": "idempotency_key",
    "guidance.Feedback": "criterion idempotency_key",
    "guidance.GuidelinePicture": "media_type source_sha256",
    "guidance.ThreadMessage": "idempotency_key",
    "history.Event": "subject subject_id verb",
    "jobs.Job": "checkpoint kind request_id state worker",
    "judgments.Consensus": "verdict",
    "judgments.Judgment": "verdict",
    "judgments.JudgmentRound": "drawn phase population_sha256 target",
    "judgments.MeetingNote": "idempotency_key",
    "projects.Invitation": "mail_state role secret_sha256 seed",
    "projects.Membership": "role",
    "projects.Project": "kind queue_order queue_within regime",
    "readers.TrainedReader": "card",
    "releases.ReleaseCard": "examples_left_out licence people_left_out version",
    "releases.ReleasedVersion": "changes checksums example_ids manifest version",
    "reports.Pay": "currency",
    "reports.QualityTarget": "figure section",
    "suggestions.PredictedAnswer": "prediction",
    "suggestions.Suggestion": "boxes short_answers yes_no_answer",
    "suggestions.SuggestionPlan": "mode receipts",
    "suggestions.SuggestionUse": "use",
    "training.Attempt": "step",
    "training.Decision": "verdict",
    "training.Grade": "criterion level",
    "training.TrainingAnswer": "client_version idempotency_key",
}
"""Written by Plumbline, in its own words or in digits."""

_KEPT = (
    _columns(_CONTENT)
    | _columns(_OF_PLUMBLINE)
    | _columns(
        {
            # Named after the project and the format.
            "jobs.Job": "result_name result_path",
            # The name that stays.
            "projects.Membership": "pseudonym",
            # They have only keys of annotators.
            "reports.AnnotationChunk": "built wanted",
            "reports.Report": (
                "annotations_sha256 code_version content_sha256 failed_sections fingerprint"
                " hidden_split parameters stages"
            ),
            # Nothing writes it: the provider is configured by the environment.
            "socialaccount.SocialApp": "client_id key name provider provider_id secret settings",
        }
    )
)


def kept_of(kind: str) -> frozenset[str]:
    """What stays of a kind: the columns of its answers (see ``AnswerField``), and of tables of its
    own those that ``KEPT`` of its room's part ``personal_data`` names.
    """
    answers = answers_of(kind)
    names = {name for field in answers.FIELDS for name in (*field.columns, *field.derived)}
    columns = [each for each in answers.MODEL._meta.concrete_fields if isinstance(each, TEXT)]
    own = frozenset(str(each) for each in columns if each.attname in names)
    more = part_of(kind, "personal_data").KEPT if has_part(kind, "personal_data") else {}
    return _columns(more) | own


KEPT = _KEPT.union(*map(kept_of, ROOMS))
