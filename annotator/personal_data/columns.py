"""What becomes of each column of text when a person is erased.

A column that is not here fails a test: anyone who adds one decides what happens to a name in it.
"""

GONE = frozenset(
    {
        # The account's row stays, for the annotations' sake, and names nobody.
        "accounts.User.password",
        "accounts.User.username",
        "accounts.User.username_key",
        "accounts.User.email",
        "accounts.User.display_name",
        "accounts.ApiToken.token_key",
        "accounts.ApiToken.digest",
        "accounts.ApiToken.name",
        "account.EmailAddress.email",
        "account.EmailConfirmation.key",
        "mfa.Authenticator.data",
        "mfa.Authenticator.type",
        "socialaccount.SocialAccount.extra_data",
        "socialaccount.SocialAccount.provider",
        "socialaccount.SocialAccount.uid",
        # Nothing writes it: tokens of the provider are not kept.
        "socialaccount.SocialToken.token",
        "socialaccount.SocialToken.token_secret",
        "usersessions.UserSession.ip",
        "usersessions.UserSession.session_key",
        "usersessions.UserSession.user_agent",
        "usersessions.UserSession.data",
        "sessions.Session.session_key",
        "sessions.Session.session_data",
        "annotations.Draft.answer",
        "annotations.LeadDraft.answer",
        # What somebody answered in training, with its drafts: no export has it.
        "training.TrainingAnswer.answer",
        "training.TrainingAnswer.draft",
        "training.TrainingAnswer.shown",
        # The answer so far of who asked a question.
        "guidance.QuestionThread.draft",
        "comparisons.Comparison.draft",
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
    "evaluation.ScoredFile": ("name",),
}
"""Text that people write to each other and no export has: names are removed from it."""

EMPTIED = {
    "annotations.Annotation": "reason",
    "judgments.Consensus": "justification",
    "judgments.Judgment": "justification",
    "judgments.MeetingNote": "text",
    "training.Decision": "note",
    "training.Grade": "comment",
    "training.InPersonSession": "notes",
}
"""As above, but the database lets nobody alter them: where a name stands, all of it goes."""

PUBLISHED = {
    "projects.Guideline": ("markdown",),
    "training.ShortInstructions": ("markdown",),
    "guidance.FaqVersion": ("title", "question", "answer"),
    "judgments.JudgmentRound": ("title", "guidelines"),
    "comparisons.ComparisonStudy": ("title", "instructions"),
    "evaluation.System": ("notes",),
}
"""Read by everybody in a project: only names that can't be ordinary words are taken out."""

DETAILS = frozenset(
    {
        "history.Event.details",
        "jobs.Job.parameters",
        "jobs.Job.message",
        "jobs.Job.filename",
    }
)
"""History and jobs that have ended: names are taken out, each in its own way."""

KEPT = frozenset(
    {
        # What the project is about. Exports carry it, and stay the same.
        "projects.Project.slug",
        "projects.Project.slug_key",
        "projects.Project.title",
        "projects.Split.name",
        "corpus.Page.title",
        "corpus.Page.url",
        "corpus.Question.text",
        "corpus.Question.tokens",
        "corpus.Example.split",
        "corpus.Example.extra",
        "corpus.AmbiguousQuestion.key",
        "corpus.ContextPassage.text",
        "corpus.Disambiguation.context",
        "corpus.Disambiguation.page_title",
        "corpus.Disambiguation.question",
        "corpus.Disambiguation.short_answers",
        "corpus.VisitedPage.title",
        "corpus.VisitedPage.url",
        "annotations.KnowledgePiece.content",
        "guidance.Feedback.quote",  # words of the long-form answer or of the page
        "annotations.KnowledgePiece.page_title",
        "annotations.LongFormAnswer.concern",
        "annotations.LongFormAnswer.missing",
        "annotations.LongFormAnswer.text",
        "annotations.NaturalQuestionsAnswer.long_answer_preview",
        "annotations.NaturalQuestionsAnswer.short_answer_texts",
        "annotations.NaturalQuestionsAnswer.short_answers",
        "comparisons.ComparedSystem.name",
        "comparisons.SystemAnswer.text",
        # Named after the project and the format.
        "jobs.Job.result_name",
        "jobs.Job.result_path",
        # The name that stays.
        "projects.Membership.pseudonym",
        # Written by the platform, in words of its own or in digits.
        "annotations.Annotation.annotation_id",
        "annotations.Annotation.client_version",
        "annotations.Annotation.idempotency_key",
        "annotations.Annotation.source",
        "annotations.NaturalQuestionsAnswer.long_answer_tag",
        "annotations.NaturalQuestionsAnswer.question_quality",
        "annotations.NaturalQuestionsAnswer.yes_no_answer",
        "annotations.LongFormAnswer.regime",
        "assignments.Assignment.state",
        "assignments.Slot.state",
        "auth.Group.name",
        "auth.Permission.codename",
        "auth.Permission.name",
        "comparisons.ComparedSystem.scores",
        "comparisons.Comparison.ambiguity",
        "comparisons.Comparison.fluency",
        "comparisons.Comparison.idempotency_key",
        "comparisons.Comparison.left_captures",
        "comparisons.Comparison.overall",
        "comparisons.Comparison.right_captures",
        "comparisons.ComparisonStudy.origin",
        "comparisons.StudyResults.code_version",
        "comparisons.StudyResults.content_sha256",
        "comparisons.StudyResults.fingerprint",
        "comparisons.StudyResults.parameters",
        "contenttypes.ContentType.app_label",
        "contenttypes.ContentType.model",
        "corpus.Example.purpose",
        "corpus.Page.fingerprint",
        "corpus.Page.sha256",
        "evaluation.Gold.people",
        "evaluation.Gold.sha256",
        "evaluation.Gold.split",
        "evaluation.Score.code_sha256",
        "evaluation.Score.metrics",
        "evaluation.Score.parameters",
        "evaluation.Score.receipt",
        "evaluation.Score.split",
        "evaluation.ScoredFile.part",
        "evaluation.ScoredFile.sha256",
        "evaluation.System.name",
        "guidance.Feedback.criterion",
        "guidance.GuidelinePicture.media_type",
        "guidance.GuidelinePicture.name",
        "guidance.GuidelinePicture.source_sha256",
        "history.Event.subject",
        "history.Event.subject_id",
        "history.Event.verb",
        "jobs.Job.checkpoint",
        "jobs.Job.kind",
        "jobs.Job.request_id",
        "jobs.Job.state",
        "jobs.Job.worker",
        "judgments.Consensus.verdict",
        "judgments.Judgment.verdict",
        "judgments.JudgmentRound.drawn",
        "judgments.JudgmentRound.phase",
        "judgments.JudgmentRound.population_sha256",
        "judgments.JudgmentRound.target",
        "judgments.MeetingNote.idempotency_key",
        "projects.Invitation.mail_state",
        "projects.Invitation.role",
        "projects.Invitation.secret_sha256",
        "projects.Invitation.seed",
        "projects.Membership.role",
        "projects.Project.kind",
        "projects.Project.queue_order",
        "projects.Project.queue_within",
        "projects.Project.regime",
        # Of annotators they have keys alone.
        "reports.AnnotationChunk.built",
        "reports.AnnotationChunk.wanted",
        "reports.Report.annotations_sha256",
        "reports.Report.code_version",
        "reports.Report.content_sha256",
        "reports.Report.failed_sections",
        "reports.Report.fingerprint",
        "reports.Report.parameters",
        "reports.Report.stages",
        # Nothing writes it: the provider is configured by the environment.
        "socialaccount.SocialApp.client_id",
        "socialaccount.SocialApp.key",
        "socialaccount.SocialApp.name",
        "socialaccount.SocialApp.provider",
        "socialaccount.SocialApp.provider_id",
        "socialaccount.SocialApp.secret",
        "socialaccount.SocialApp.settings",
        "training.Attempt.step",
        "training.Decision.verdict",
        "training.Grade.criterion",
        "training.Grade.level",
        "training.TrainingAnswer.client_version",
        "training.TrainingAnswer.idempotency_key",
    }
)
