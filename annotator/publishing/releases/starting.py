"""Starting a release: the job, and what can be chosen for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from annotator.exceptions import InvalidInputError
from annotator.publishing.releases.beside import choices_beside
from annotator.publishing.releases.kinds import release_of
from annotator.publishing.releases.prose import DEFAULT_VERSION
from annotator.publishing.releases.services import card_of
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

RELEASE = "release"
LABELS = "labels"
_GOLD = "-gold"


def choices_of(project: Project) -> list[str]:
    """The configurations that a release of the project can have: the official formats, those of
    decided answers where there are some, every label, and what stands beside the labels.
    """
    has_gold = Adjudication.objects.standing().filter(example__project=project).exists()
    formats = release_of(project.kind).FORMATS
    return [
        *(name for name in formats if has_gold or not name.endswith(_GOLD)),
        LABELS,
        *choices_beside(project),
    ]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a lead chose: ``configurations`` (all, if none), whether ``simulated`` annotations are
    in, and texts that are ``allowed`` although they look like names or addresses.
    """

    configurations: Sequence[str] = ()
    simulated: bool = False
    allowed: Sequence[str] = ()


def start_release(*, project: Project, choice: Choice, at: datetime, actor: User) -> Job:
    """Queue a release, whose result is a ZIP.

    Raises ``InvalidInputError`` for a configuration that the project doesn't have.
    """
    there = choices_of(project)
    for name in choice.configurations:
        if name not in there:
            raise InvalidInputError(
                "unknown_configuration",
                f"This project has no {name}.",
                fields={"configurations": f"Use some of {', '.join(there)}."},
            )
    version = card_of(project).prose["version"] or DEFAULT_VERSION
    with changing(project, at=at, actor=actor) as change:
        return create_job(
            kind=RELEASE,
            parameters={
                "configurations": [*choice.configurations],
                "simulated": choice.simulated,
                "allowed": [*choice.allowed],
            },
            filename=f"{project.slug}-{version}.zip",
            project_id=change.project.pk,
            at=at,
            created_by=actor,
        )
