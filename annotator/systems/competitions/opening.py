"""Opening a competition, and its page."""

from datetime import datetime

from django.db import transaction

from annotator.exceptions import ConflictError
from annotator.systems.competitions.models import Competition
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

LONGEST_TEXT = 20_000
"""Characters of each part of the page."""

TEXTS = ("summary", "task", "rules", "how_to_submit", "licence", "contact")
"""What the page says, in its order."""


def write_competition(
    *, project: Project, at: datetime, actor: User | None, **texts: str
) -> Competition:
    """Change what the page says; the first time, open the competition on the hidden split.

    Raises ``ConflictError`` where no split is hidden and there is no competition yet.
    """
    with changing(project, at=at, actor=actor) as change:
        competition = Competition.objects.filter(project=project).first()
        is_new = competition is None
        if competition is None:
            competition = new_competition(change.project, at=at)
        changed = [name for name, text in texts.items() if getattr(competition, name) != text]
        for name in changed:
            setattr(competition, name, texts[name])
        if changed:
            competition.save(update_fields=changed)
        if is_new or changed:
            verb = "opened" if is_new else "changed"
            change.record(verb, "competition", competition.pk, texts=changed)
    return competition


def new_competition(project: Project, *, at: datetime) -> Competition:
    """A competition on the hidden split of the project, which is locked.

    Raises ``ConflictError`` where no split is hidden.
    """
    if not project.hidden_split:
        raise ConflictError(
            "nothing_hidden", "Hide a split first: a competition is on the hidden split."
        )
    return Competition.objects.create(project=project, split=project.hidden_split, created_at=at)


@transaction.atomic
def publish_page(
    *, competition: Competition, is_published: bool, at: datetime, actor: User | None
) -> Competition:
    """Let everybody read the competition's page, or nobody outside again."""
    competition = lock_competition(competition)
    if (competition.page_published_at is not None) != is_published:
        competition.page_published_at = at if is_published else None
        competition.save(update_fields=["page_published_at"])
        record(competition, "published" if is_published else "unpublished", at=at, actor=actor)
    return competition


def lock_competition(competition: Competition) -> Competition:
    """The competition as it is now; until the transaction ends, nobody else changes its phases,
    teams or submissions.
    """
    return (
        Competition.objects.select_for_update(no_key=True, of=("self",))
        .select_related("project")
        .get(pk=competition.pk)
    )


def record(
    competition: Competition,
    verb: str,
    *,
    at: datetime,
    actor: User | None,
    subject: str = "competition",
    subject_id: object = None,
    **details: object,
) -> None:
    """Keep on record what happened to a competition, or to a subject in it."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject=subject,
        subject_id=competition.pk if subject_id is None else subject_id,
        project_id=competition.pk,
        details=dict(details),
    )
