"""The base of commands that name a project or a person, or run a job."""

import sys
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.jobs.services import broken_off_job, create_job
from annotator.workspace.projects.kinds import can, kinds_that_can
from annotator.workspace.projects.models import Project


class ProjectCommand(PlumblineCommand):
    """Names a project or a person, or runs a job in the foreground."""

    def find_project(self, slug: str) -> Project:
        """The project named ``slug``; exits with 1 where there is none."""
        project = Project.objects.filter(slug_key=slug).first()
        if project is None:
            self.fail("slug", f"There is no project {slug}. Create it with create_project.")
        return project

    def check_can(
        self, project: Project, what: str, *, told: str = "; these are for", field: str = "slug"
    ) -> None:
        """Exit with 1 for a project whose kind can't do ``what``; ``told`` comes before those that
        can.
        """
        if not can(project.kind, what):
            kinds = " or ".join(kinds_that_can(what))
            self.fail(field, f"{project.slug} is a project of kind {project.kind}{told} {kinds}.")

    def find_user(self, name: str) -> User:
        """The account named ``name``; exits with 1 where there is none."""
        user = User.objects.named(name)
        if user is None:
            self.fail("name", f"There is no account named {name}. Check the spelling.")
        return user

    def broken_off_job(
        self, *, kind: str, project: Project, parameters: dict[str, Any]
    ) -> Job | None:
        """The same job of this project, begun earlier and killed."""
        return broken_off_job(kind=kind, project_id=project.pk, parameters=parameters)

    def begin_job(
        self, *, kind: str, project: Project, parameters: dict[str, Any], filename: str
    ) -> Job:
        """A job to run in the foreground: the same one, if it was killed earlier, or a new one."""
        begun = self.broken_off_job(kind=kind, project=project, parameters=parameters)
        return begun or create_job(
            kind=kind,
            parameters=parameters,
            project_id=project.pk,
            at=timezone.now(),
            created_by=None,
            filename=filename[:255],
            queue=False,
        )

    def run_job(self, job: Job, *, as_json: bool) -> None:
        """Run ``job`` in the foreground, list its problems, report; exits with 1 if it failed."""
        self.conclude(run_in_foreground(job), as_json=as_json)

    def list_problems(self, job: Job) -> list[JobProblem]:
        """Print the problems of a job; those that are listed."""
        problems = list(job.problems.all())
        for problem in problems:
            self.refuse(problem)
        if job.problem_total > len(problems):
            self.refuse(f"and {job.problem_total - len(problems):,} more")
        return problems

    def conclude(
        self,
        job: Job,
        *,
        as_json: bool,
        describe: Callable[[Job], dict[str, Any]] | None = None,
    ) -> None:
        """List the problems of a job that was run, report; exits with 1 if it failed.

        ``describe`` gives the other values of the JSON object for a job that succeeded.
        """
        problems = self.list_problems(job)
        values = {
            "job": str(job.pk),
            "state": job.state,
            "done": job.done,
            "total": job.total,
            "message": job.message,
            **{name: job.checkpoint[name] for name in _COUNTS if name in job.checkpoint},
            **{name: job.checkpoint[name] for name in _FURTHER if job.checkpoint.get(name)},
            "problem_count": job.problem_total,
            "problems": [
                {
                    "file": problem.file,
                    "line": problem.line,
                    "field": problem.field,
                    "problem": problem.problem,
                    "fix": problem.fix,
                }
                for problem in problems
            ],
        }
        succeeded = job.state == JobState.SUCCEEDED
        if succeeded and describe:
            values |= describe(job)
        if not succeeded and not problems:
            self.refuse(job.message or f"The job is {job.state}.")
        self.report(job.message if succeeded or problems else "", values, as_json=as_json)
        if not succeeded:
            sys.exit(1)


_COUNTS = ("imported", "same", "refused", "annotations")
# Of some formats alone.
_FURTHER = ("left_out", "unvisited_pages", "refused_pages", "with_concern")
