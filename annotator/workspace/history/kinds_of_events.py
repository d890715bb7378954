"""Kinds of events: what history can be narrowed to in one word."""

KINDS: dict[str, tuple[str, ...]] = {
    "answers": ("annotation", "late_annotation"),
    "queue": ("assignment", "named_assignment", "suggestion"),
    "decisions": ("adjudication", "control"),
    "examples": ("example", "job", "import", "splits", "split", "query", "queries"),
    "members": ("membership", "invitation", "steward"),
    "training": ("training_attempt", "training_answer"),
    "guidance": (
        *("guideline", "guideline_picture", "short_instructions"),
        *("faq_entry", "feedback", "question_thread"),
    ),
    "reviews": (
        *("judgment_round", "comparison_study", "comparison"),
        *("error_analysis", "error_labels"),
    ),
    "systems": (
        *("system", "encoder", "leaderboard", "suggestions"),
        *("competition", "phase", "submission", "team"),
    ),
    "settings": ("project", "targets", "pay"),
    "publishing": ("gallery", "release", "release_card", "published_file"),
}
"""The subjects of each kind. Together with the whole list, every event can be found."""
