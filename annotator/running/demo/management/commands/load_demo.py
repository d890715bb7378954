"""``load_demo``: the demo projects with their accounts."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from annotator.running.demo.competition import load_competition
from annotator.running.demo.kinds import SLUGS
from annotator.running.demo.services import (
    compute_demo_statistics,
    demo_is_loaded,
    load_demo,
)
from annotator.running.demo.simulated_analyses import label_simulated_systems
from annotator.running.demo.simulated_systems import rank_demo_answers, score_simulated_systems
from annotator.workspace.projects.models import Project


class Command(BaseCommand):
    """Create the demo projects unless they are there."""

    help = "Load the demo project: articles, questions, guidelines and accounts."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it once; a second call does nothing."""
        if demo_is_loaded():
            self.stdout.write("The demo project already exists.")
            return
        load_demo(at=timezone.now())
        for project in Project.objects.filter(slug__in=SLUGS).order_by("pk"):
            questions = project.examples.count()
            self.stdout.write(f"Loaded {questions} questions into “{project.title}”.")
        self.stdout.write(compute_demo_statistics(at=timezone.now()).message)
        for job in score_simulated_systems(at=timezone.now()):
            self.stdout.write(job.message)
        label_simulated_systems(at=timezone.now())
        for job in rank_demo_answers(at=timezone.now()):
            self.stdout.write(job.message)
        load_competition(at=timezone.now())
