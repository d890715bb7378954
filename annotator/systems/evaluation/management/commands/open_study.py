"""``open_study SLUG SETUP --comparers NAME… [--title T] [--per-pair N] [--seed S]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from annotator.material.formats.asqa.comparison_setup import read_setup
from annotator.material.formats.problems import FormatError
from annotator.quality.comparisons.given_pairs import open_given_pairs
from annotator.quality.comparisons.opening import LONGEST_INSTRUCTIONS, StudyPlan
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Opens a comparison study of the pairs in ASQA's ``setup.tsv``."""

    help = "Open a comparison study of given pairs of answers; one wrong line refuses all of it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the file, and who compares."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("setup", help="key, model1, model2, prediction1, prediction2 as TSV")
        parser.add_argument(
            "--comparers", required=True, nargs="+", metavar="NAME", help="experts of the project"
        )
        parser.add_argument("--title", default="", help="the study's; else the file's name")
        parser.add_argument(
            "--per-pair", type=int, default=1, metavar="N", help="how many compare each pair (1)"
        )
        parser.add_argument("--seed", type=int, default=1, help="seed of the deal (1)")
        parser.add_argument("--instructions", metavar="FILE", help="Markdown for the comparers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read all, then open it."""
        project, path = self.find_project(options["slug"]), Path(options["setup"])
        users = [self.find_user(name) for name in options["comparers"]]
        members = {each.user_id: each for each in project.memberships.all()}
        for user in users:
            if user.pk not in members:
                self.fail("--comparers", f"{user.username} is not a member of {project.slug}.")
        plan = StudyPlan(
            title=(options["title"] or path.stem)[:200],
            seed=options["seed"],
            question_count=0,
            comparers_per_pair=options["per_pair"],
            instructions=(
                self.read_text(options["instructions"], longest=LONGEST_INSTRUCTIONS)
                if options["instructions"]
                else ""
            ),
            comparers=[members[user.pk] for user in users],
            systems=[],
        )
        at = timezone.now()
        try:
            pairs = read_setup(self.read_bytes(path), name=path.name)
            with transaction.atomic():
                study = open_given_pairs(
                    project=project, plan=plan, pairs=pairs, file=path.name, at=at, actor=None
                )
                give_scores(project=project, at=at, actor=None, study=study)
        except FormatError as error:
            self.refuse_all(error.problems)
        values = {
            "study": study.number,
            "questions": study.question_count,
            "pairs": len(pairs),
            "systems": study.systems.count(),
        }
        self.report(
            f"study {study.number} has {len(pairs):,} pairs", values, as_json=options["json"]
        )
