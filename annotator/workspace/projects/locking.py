"""Changes of a project that must not be made at the same time."""

from annotator.workspace.projects.models import Project


def lock_project(project: Project | int) -> Project:
    """The project (or that with this key) as it is now, locked until the transaction ends.

    Rows that refer to the project can be added meanwhile, so claims go on: a stronger lock would
    keep them from it. Raises ``Project.DoesNotExist`` where the project is gone.
    """
    key = project if isinstance(project, int) else project.pk
    return Project.objects.select_for_update(no_key=True).get(pk=key)
