"""The one table of the history's words for events."""

from collections.abc import Mapping

from annotator.workspace.history.templates import Details, Sentence, either, fill, shown

BAD_AFTER_PAGE = {
    "misread": "the question was misread",
    "ambiguous": "it is ambiguous",
    "false_premise": "it rests on a false assumption",
    "other": "another reason",
    "not_given": "no reason was given",
}
"""Why a question was called bad although its page had been shown."""

SETTINGS = {
    "overlap": "annotations per example",
    "lease_minutes": "time without activity",
    "minutes_per_question": "limit per question",
    "recommended_per_day": "recommendation per day",
    "requires_training": "need for training",
    "control_percent": "share of controls",
    "control_seed": "seed of controls",
    "regime": "regime",
    "title": "title",
    "allows_revisions": "whether answers may be changed",
    "revision_minutes": "minutes in which answers may be changed",
    "reviews_answers": "review before submitting",
    "finds_question_words": "key to words of the question",
    "queue_order": "order of the queue",
    "context_threshold": "threshold of context passages",
    "adaptive_cap": "most annotations of unsettled examples",
    "adaptive_step": "annotations asked for at a time",
    "adaptive_confidence": "confidence of settled answers",
    "adaptive_sample_share": "share of the agreement sample",
}


def sentence_of(verb: str, subject: str, details: Details) -> str:
    """The event as the end of a sentence that begins with who did it."""
    known = SENTENCES.get(f"{verb} {subject}") or SENTENCES.get(verb)
    if known is None:
        return f"{verb} the {subject.replace('_', ' ')}"
    return fill(known, details) if isinstance(known, str) else known(details)


def said_in(details: Details) -> str:
    """The reason or note of an event; "" without one."""
    words = (details.get(name) for name in ("reason", "note"))
    return next((each for each in words if each and isinstance(each, str)), "")


def _after_page(details: Details) -> str:
    why = BAD_AFTER_PAGE.get(str(details.get("bad_after_page")))
    return f": a bad question, said after seeing the page ({why})" if why else ""


def _submitted(details: Details) -> str:
    late = ", late" if details.get("late") is True else ""
    return f"submitted an answer{late}{_after_page(details)}"


def _settings(details: Details, name: str) -> Details:
    found = details.get(name)
    return found if isinstance(found, dict) else {}


def _role(details: Details) -> str:
    role = shown(details.get("role"), "")
    return f"{'an' if role[:1] in ('a', 'e') else 'a'} {role}"


def _changed_example(details: Details) -> str:
    after = _settings(details, "after")
    return (
        fill("asked for {overlap:annotation}", after)
        if "overlap" in after
        else "changed the priority"
    )


def _changed_membership(details: Details) -> str:
    if details.get("is_active") is False:
        return fill("ended the membership of {user:or somebody}", details)
    return fill("made {user:or somebody} ", details) + _role(details)


def _set_targets(details: Details) -> str:
    after = details.get("after")
    return fill("set {n:quality target}", {"n": len(after) if isinstance(after, list) else 0})


def _changed_project(details: Details) -> str:
    before, after = _settings(details, "before"), _settings(details, "after")
    changes = [
        SETTINGS.get(name, name.replace("_", " "))
        + ("" if isinstance(now, bool) else f" from {shown(before.get(name))} to {shown(now)}")
        for name, now in after.items()
    ]
    if not changes:
        return "changed the project"
    where = fill(" for {split}", details) if isinstance(details.get("split"), str) else ""
    return f"changed the {', the '.join(changes)}{where}"


_VERDICTS = {
    "accepted": "accepted {member} after the exam",
    "another_try": "asked {member} to try the exam once more",
    "requalify": "asked {member} to qualify again",
    "restored": "withdrew the request that {member} qualify again",
}


def _decided_training(details: Details) -> str:
    verdict = str(details.get("verdict"))
    return fill(_VERDICTS.get(verdict, "accepted {member} without training"), details)


def _step(verb: str) -> Sentence:
    return either("step", ("exam",), f"{verb} exam {{number}}", f"{verb} the self-study")


_ROUND = "judgment round {round}"
_JUDGED = f"answer {{answer:one}} of {_ROUND}"
_ANALYSIS = "error analysis {number} of {system}"

SENTENCES: Mapping[str, Sentence] = {
    "imported example": "imported and published it",
    "imported job": "imported {examples:example}",
    "simulated project": "simulated {annotations:annotation}",
    "claimed": either(
        "from", ("expired", "released"), "got the question again", "got the question"
    ),
    "renewed": "went on after the time had run out",
    "expired": "The time ran out",
    "time_up": "The time for the question was up",
    "released": "gave the question back",
    "freed": "freed the parked question for others",
    "skipped": "skipped the question",
    "parked": "parked the question",
    "resumed": either(
        "time_was_up_at",
        (None, ""),
        "continued the question",
        "continued the question, with the full time",
    ),
    "submitted": _submitted,
    "undid annotation": "took the answer back",
    "revised annotation": lambda details: f"changed the answer{_after_page(details)}",
    "reopened annotation": "asked to look at the answer again",
    "withdrew annotation": "took back the request to look again",
    "accepted late_annotation": "decided that the late answer counts",
    "withdrew late_annotation": "decided that the late answer does not count",
    "decided adjudication": "decided on the answer",
    "withdrew adjudication": "took the decision on the answer back",
    "marked control": "marked the example as a control",
    "unmarked control": "took the mark of a control away",
    "named named_assignment": "gave the question to {member} next",
    "took_back named_assignment": "took the question for {member} back",
    "changed project": _changed_project,
    "took_out example": "took the example out",
    "put_back example": "put the example back",
    "changed example": _changed_example,
    "set targets": _set_targets,
    "set pay": either(
        "after", (None, ""), "took the pay per hour away", "set the pay to {after} an hour"
    ),
    "drew splits": either(
        "seed",
        (None,),
        "drew the splits {parts:names}",
        "drew the splits {parts:names} with seed {seed}",
    ),
    "hid split": "hid the split {split}",
    "showed split": "showed the split {split} to all leads again",
    "changed steward": either(
        "is_steward", (True,), "let {user} see the hidden split", "hid the hidden split from {user}"
    ),
    "paused project": "paused the project",
    "archived project": "archived the project",
    "reopened project": either(
        "from", ("archived",), "reopened the project", "resumed the project"
    ),
    "deleted project": "put the project into the bin",
    "restored project": "took the project out of the bin",
    "created project": "created the project",
    "added membership": lambda details: (
        fill("added {user:or somebody} as ", details) + _role(details)
    ),
    "changed membership": _changed_membership,
    "asked question_thread": "parked it with a question to the leads",
    "asked_again question_thread": "wrote more about the question",
    "answered question_thread": "answered a question for the leads",
    "closed question_thread": "closed a question for the leads",
    "published faq_entry": "published version {version} of FAQ entry {number}",
    "withdrew faq_entry": "withdrew FAQ entry {number}",
    "gave feedback": "gave feedback on the answer",
    "acknowledged feedback": "read the feedback",
    "withdrew feedback": "took feedback back",
    "added guideline_picture": "added the picture {picture}",
    "wrote short_instructions": "wrote version {version} of the short instructions",
    "chosen_for_training example": either(
        "step",
        ("exam",),
        "took the question out of the main task for the exam",
        "took the question out of the main task for the self-study",
    ),
    "given_back_from_training example": "gave the question back to the main task",
    "started training_attempt": _step("began"),
    "finished training_attempt": _step("finished"),
    "graded training_attempt": "showed the grades of an exam",
    "graded_automatically training_attempt": "compared an exam with the references",
    "read training_attempt": "read the grades of the exam",
    "submitted training_answer": either(
        "reference", (True,), "wrote the reference", "answered a question of the training"
    ),
    "marked_session membership": either(
        "attended",
        (True,),
        "held the session with {member}",
        "noted that {member} did not come to the session",
    ),
    "decided_training membership": _decided_training,
    "wrote guideline": "wrote version {version} of the guidelines",
    "opened judgment_round": f"opened {_ROUND} over {{answers:answer}}",
    "judged judgment_round": f"judged {_JUDGED}",
    "opened_context judgment_round": f"looked at the page of {_JUDGED}",
    "closed_verdicts judgment_round": f"closed their verdicts in {_ROUND}",
    "added_expert judgment_round": f"added expert {{expert}} to {_ROUND}",
    "removed_expert judgment_round": f"took expert {{expert}} out of {_ROUND}",
    "began_consensus judgment_round": (
        f"All experts have closed {_ROUND}: they agree on {{agreed:,}} of {{answers:answer}}"
    ),
    "showed_answer judgment_round": f"showed {_JUDGED} to all",
    "noted judgment_round": f"noted something about {_JUDGED}",
    "decided_consensus judgment_round": f"wrote down {{verdict}} as the consensus on {_JUDGED}",
    "finished judgment_round": f"finished {_ROUND}",
    "requested_annotations judgment_round": (
        f"asked for {{annotations:annotation}} of each example of {_ROUND}"
    ),
    "opened comparison_study": "opened comparison study {number}",
    "imported comparison_study": "imported comparison study {number} with {comparisons:comparison}",
    "changed comparison_study": "gave scores to the systems of comparison study {number}",
    "finished comparison_study": "finished comparison study {number}",
    "scored system": "scored {name} on {split}",
    "changed system": either(
        "is_published",
        (True,),
        "put {name} on the published leaderboard",
        "took {name} off the published leaderboard",
    ),
    "scored encoder": "ranked the answers to {benchmark} with {name}",
    "changed encoder": either(
        "is_published",
        (True,),
        "showed the encoder {name} on the published leaderboard",
        "hid the encoder {name} on the published leaderboard",
    ),
    "deleted encoder": "deleted the encoder {name} with its ranks",
    "restored encoder": "restored the encoder {name} with its ranks",
    "deleted system": "deleted the system {name} with its scores",
    "restored system": "restored the system {name} with its scores",
    "opened suggestions": "chose the suggestions of {system} for {share:%} of the assignments",
    "ended suggestions": "ended the suggestions of {system}",
    "drew suggestion": either(
        "shown", (True,), "saw a suggestion beside the page", "saw the page without a suggestion"
    ),
    "changed error_labels": "changed the labels of error analyses",
    "opened error_analysis": (f"opened {_ANALYSIS} over {{size:answer}} with seed {{seed}}"),
    "labelled error_analysis": f"finished labelling in {_ANALYSIS}",
    "removed_labeller error_analysis": (
        f"took labeller {{labeller}}, who had labelled {{labelled:answer}}, out of {_ANALYSIS}"
    ),
    "finished error_analysis": f"Everybody has finished {_ANALYSIS}",
    "deleted error_analysis": f"deleted {_ANALYSIS}",
    "restored error_analysis": f"restored {_ANALYSIS}",
    "changed leaderboard": "changed who may submit to the hidden split, or how often",
    "published leaderboard": "published the leaderboard",
    "unpublished gallery": "took the gallery back",
    "unpublished leaderboard": "took the leaderboard down",
    "submitted comparison": "compared two answers in comparison study {study}",
}
