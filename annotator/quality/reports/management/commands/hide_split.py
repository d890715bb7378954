"""``hide_split SLUG SPLIT --steward NAME``, ``hide_split SLUG --show``."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from annotator.quality.reports.hidden_split import hide_split, show_split
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand
from annotator.workspace.projects.stewards import set_steward


class Command(ProjectCommand):
    """Hides a split from all but its stewards, or shows it again."""

    help = "Hide a split from all but its stewards, name another steward, or show it again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the split."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("split", nargs="?", help="the split to hide, or that is hidden")
        parser.add_argument("--steward", metavar="NAME", help="a lead, who sees it")
        parser.add_argument("--show", action="store_true", help="show the hidden split again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Hide, name a steward, or show."""
        project = self.find_project(options["slug"])
        if options["show"]:
            split = project.hidden_split
            show_split(project=project, at=timezone.now(), actor=None)
            self.report(f"All leads see {split} again.", {"hidden": ""}, as_json=options["json"])
            return
        if not (options["split"] and options["steward"]):
            self.fail("split", "Name the split, and a lead with --steward.")
        if project.hidden_split == options["split"]:
            self._name_steward(project, options["steward"])
        else:
            steward = self.find_user(options["steward"])
            with transaction.atomic():
                # Jobs are queued while the project is locked, and compare their time with this one.
                project, at = lock_project(project), timezone.now()
                hide_split(project=project, split=options["split"], steward=steward, at=at)
        sentence = f"{options['split']} is hidden. {options['steward']} sees it."
        self.report(sentence, {"hidden": options["split"]}, as_json=options["json"])

    def _name_steward(self, project: Project, name: str) -> None:
        membership = project.memberships.filter(user=self.find_user(name)).first()
        if membership is None:
            self.fail("steward", f"{name} is not a member of {project.slug}.")
        set_steward(membership=membership, is_steward=True, at=timezone.now(), actor=None)
