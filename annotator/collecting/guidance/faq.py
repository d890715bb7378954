"""The FAQ: answers for everybody in a project, without the names of those who asked."""

import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.collecting.guidance.models import FaqEntry, FaqVersion, FaqVisit, QuestionThread
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Membership, Project

TITLE_LENGTH = 200


@dataclass(frozen=True)
class FaqText:
    """What an entry says: a title, the question, and the answer in Markdown."""

    title: str
    question: str
    answer: str


@transaction.atomic
def publish_entry(
    *,
    project: Project,
    text: FaqText,
    at: datetime,
    actor: User | None,
    thread: QuestionThread | None = None,
    name_is_a_word: bool = False,
    idempotency_key: str = "",
) -> FaqEntry:
    """Add an entry; ``thread`` is where it was asked.

    The same ``idempotency_key`` again gives the entry that is there already.
    Raises ``InvalidInputError`` without title or answer, and where the text names who asked,
    unless ``name_is_a_word``.
    """
    text = _checked(text)
    if thread and not name_is_a_word:
        _refuse_names(text, thread)
    # Entries published at the same time get consecutive numbers.
    lock_project(project)
    own = {"idempotency_key": idempotency_key}
    earlier = project.faq_entries.filter(**own).first() if idempotency_key else None
    if earlier is not None:
        return earlier
    number = (project.faq_entries.aggregate(Max("number"))["number__max"] or 0) + 1
    entry = FaqEntry.objects.create(
        project=project, number=number, thread=thread, created_at=at, **own
    )
    _write_version(entry, text, at, actor)
    return entry


@transaction.atomic
def edit_entry(
    *,
    entry: FaqEntry,
    text: FaqText,
    at: datetime,
    actor: User | None,
    name_is_a_word: bool = False,
) -> FaqEntry:
    """Give an entry a new version; one that was withdrawn is published again by that.

    The same text again adds no version. Raises ``InvalidInputError`` as `publish_entry` does.
    """
    text = _checked(text)
    entry = _locked(entry)
    if entry.thread and not name_is_a_word:
        _refuse_names(text, entry.thread)
    current = entry.versions.get(superseded_at=None)
    if entry.withdrawn_at is not None:
        entry.withdrawn_at = None
        entry.save(update_fields=["withdrawn_at"])
    elif text == FaqText(current.title, current.question, current.answer):
        return entry
    current.superseded_at = at
    current.save(update_fields=["superseded_at"])
    _write_version(entry, text, at, actor)
    return entry


@transaction.atomic
def withdraw_entry(*, entry: FaqEntry, at: datetime, actor: User | None) -> FaqEntry:
    """Withdraw an entry from the FAQ. Its number and its versions stay, for leads.

    Raises ``ConflictError`` for one that is withdrawn already.
    """
    entry = _locked(entry)
    if entry.withdrawn_at is not None:
        raise ConflictError("already_withdrawn", "This entry has already been withdrawn.")
    entry.withdrawn_at = at
    entry.save(update_fields=["withdrawn_at"])
    _record(entry, "withdrew", at, actor)
    return entry


@transaction.atomic
def mark_faq_seen(*, project: Project, user: User, at: datetime) -> None:
    """Remember that a member has looked at the FAQ as it was at ``at``; never an earlier time."""
    membership = Membership.objects.filter(project=project, user=user).first()
    if membership is None:
        return  # an administrator: nobody whom something is new to
    visit, is_first = FaqVisit.objects.select_for_update().get_or_create(
        membership=membership, defaults={"seen_at": at}
    )
    if not is_first and visit.seen_at < at:
        visit.seen_at = at
        visit.save(update_fields=["seen_at"])


def _locked(entry: FaqEntry) -> FaqEntry:
    return FaqEntry.objects.select_for_update(of=("self",)).get(pk=entry.pk)


def _checked(text: FaqText) -> FaqText:
    text = FaqText(text.title.strip(), text.question.strip(), text.answer.strip())
    fields = {}
    if not text.title:
        fields["title"] = "Give it a title."
    elif len(text.title) > TITLE_LENGTH:
        fields["title"] = f"Shorten the title to {TITLE_LENGTH} characters."
    elif fix := describe_flaw(text.title):
        fields["title"] = fix
    if not text.answer:
        fields["answer"] = "Write the answer."
    if fields:
        raise InvalidInputError("invalid_faq", " ".join(fields.values()), fields=fields)
    return text


def _refuse_names(text: FaqText, thread: QuestionThread) -> None:
    """Refuse a text that contains the asker's names as whole words, whatever their case."""
    asker = thread.asker
    pseudonyms = Membership.objects.filter(project=thread.project_id, user=asker)
    names = {asker.username, asker.display_name, asker.email}
    names |= set(pseudonyms.values_list("pseudonym", flat=True))
    pattern = "|".join(re.escape(name) for name in sorted(names - {""}))
    fields = {
        field: "Remove the name of the person who asked."
        for field in ("title", "question", "answer")
        if re.search(rf"(?<!\w)(?:{pattern})(?!\w)", getattr(text, field), re.IGNORECASE)
    }
    if fields:
        raise InvalidInputError(
            "names_the_asker",
            "The text names the person who asked. Everybody in the project will read it.",
            fields=fields,
        )


def _write_version(entry: FaqEntry, text: FaqText, at: datetime, actor: User | None) -> None:
    version = entry.versions.count() + 1
    FaqVersion.objects.create(
        project_id=entry.project_id,
        entry=entry,
        version=version,
        title=text.title,
        question=text.question,
        answer=text.answer,
        created_at=at,
        created_by=actor,
    )
    _record(entry, "published", at, actor, version=version)


def _record(entry: FaqEntry, verb: str, at: datetime, actor: User | None, **details: int) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="faq_entry",
        subject_id=entry.pk,
        project_id=entry.project_id,
        details={"number": entry.number, **details},
    )
