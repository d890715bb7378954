"""Counts of a project's pages by their imports."""

from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project


def examples_with_clauses(project: Project) -> int:
    """How many examples were imported on pages whose tokens are clauses (see ``are_clauses``).

    Imports before this was counted, and pages visited for ASQA, count for none.
    """
    imports = Job.objects.filter(
        project_id=project.pk, kind__startswith="import_", state=JobState.SUCCEEDED
    )
    checkpoints = imports.values_list("checkpoint", flat=True)
    return sum(checkpoint.get("with_clauses", 0) for checkpoint in checkpoints)
