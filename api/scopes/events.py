"""Which events have certain words."""

from django.db.models import CharField, Q
from django.db.models.functions import Cast

from annotator.collecting.assignments.queries import narrow_examples
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project


def events_with(words: str, project: Project) -> Q:
    """Whether an event's question or page has the ``words``, the name of who did it or of the
    member whom it is about, or its reason. Other details are not searched: some are hidden.
    """
    named = Q(username__icontains=words) | Q(display_name__icontains=words)
    people = User.objects.filter(named, memberships__project=project, erased_at=None)
    members = project.memberships.filter(user__in=people).values_list(
        Cast("pk", CharField()), flat=True
    )
    examples = narrow_examples(
        Example.objects.filter(project=project), project=project, search=words
    )
    return (
        Q(example_id__in=examples.order_by().values("pk"))
        | Q(actor__in=people.values("pk"))
        | Q(subject="membership", subject_id__in=members)
        | Q(details__reason__icontains=words)
        | Q(details__note__icontains=words)
    )
