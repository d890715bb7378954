"""The base of commands about readers: examples of a project or of files, and errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from annotator.material.formats.problems import FormatError
from annotator.systems.readers.requirement import unavailable
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.kinds import Ability
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


class ReaderCommand(ProjectCommand):
    """Takes examples from a project or from files."""

    def check_available(self) -> None:
        """Exit with 1 where packages are missing."""
        if sentence := unavailable():
            self.fail(sentence)

    def project_of(self, options: dict[str, Any]) -> Project | None:
        """The named project, None where files are named; exits with 1 for both or neither."""
        if bool(options["slug"]) == bool(options["gold"]):
            self.fail("slug", "Name either a project or files with --gold.")
        if not options["slug"]:
            return None
        project = self.find_project(options["slug"])
        self.check_can(project, Ability.BOXES)
        return project

    @contextmanager
    def errors_told(self) -> Iterator[None]:
        """Exit with 1 and a line for each problem of the examples, or of the model."""
        from annotator.systems.readers.model.tensors import ModelFolderError
        from annotator.systems.readers.model.trainer import NothingToLearnError

        try:
            with self.writing():
                yield
        except FormatError as error:
            self.refuse_all(error.problems)
        except (JobFailedError, ModelFolderError, NothingToLearnError) as error:
            self.fail(error)
