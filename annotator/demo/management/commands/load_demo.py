"""``load_demo``: the demo project with its accounts."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from annotator.demo.services import demo_is_loaded, load_demo


class Command(BaseCommand):
    """Create the demo project unless it is there."""

    help = "Load the demo project: articles, questions, guidelines and accounts."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Load it once; a second call does nothing."""
        if demo_is_loaded():
            self.stdout.write("The demo project is there already.")
            return
        project = load_demo(at=timezone.now())
        self.stdout.write(f"Loaded {project.examples.count()} questions into “{project.title}”.")
