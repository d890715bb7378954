"""One sentence for several like events of one person."""

from collections.abc import Mapping

RUNS: Mapping[str, str] = {
    "imported example": "imported and published {} examples",
    "claimed": "got {} questions",
    "renewed": "went on with {} questions after the time had run out",
    "expired": "The time of {} questions ran out",
    "time_up": "The time for {} questions was up",
    "released": "gave {} questions back",
    "freed": "freed {} parked questions for others",
    "skipped": "skipped {} questions",
    "parked": "parked {} questions",
    "resumed": "continued {} questions",
    "submitted": "submitted {} answers",
    "undid annotation": "took {} answers back",
    "revised annotation": "changed {} answers",
    "reopened annotation": "asked to look at {} answers again",
    "accepted late_annotation": "decided that {} late answers count",
    "withdrew late_annotation": "decided that {} late answers do not count",
    "decided adjudication": "decided on {} answers",
    "marked control": "marked {} examples as controls",
    "unmarked control": "took the mark of {} controls away",
    "named named_assignment": "gave {} questions to named annotators",
    "took_out example": "took {} examples out",
    "put_back example": "put {} examples back",
    "added membership": "added {} members",
    "asked question_thread": "parked {} examples with a question to the leads",
    "answered question_thread": "answered {} questions for the leads",
    "closed question_thread": "closed {} questions for the leads",
    "gave feedback": "gave feedback on {} answers",
    "acknowledged feedback": "read the feedback on {} answers",
    "chosen_for_training example": "took {} questions out of the main task for the training",
    "given_back_from_training example": "gave {} questions back to the main task",
    "submitted training_answer": "wrote {} answers of the training",
    "judged judgment_round": "judged {} answers",
    "opened_context judgment_round": "looked at the pages of {} answers",
    "showed_answer judgment_round": "showed {} answers to all",
    "decided_consensus judgment_round": "wrote down the consensus on {} answers",
    "drew suggestion": "opened {} questions of the experiment with suggestions",
    "submitted comparison": "compared {} pairs of answers",
}


def sentence_of_run(verb: str, subject: str) -> str:
    """What several such events were, with ``{}`` for their number; "" where only
    those with the same sentence are alike.

    >>> sentence_of_run("submitted", "annotation")
    'submitted {} answers'
    """
    return RUNS.get(f"{verb} {subject}") or RUNS.get(verb, "")
