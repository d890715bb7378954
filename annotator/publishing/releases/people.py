"""How a release calls people."""

from collections.abc import Iterable

from annotator.publishing.releases.contents import Contents
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of


def released_names(contents: Contents, people: Iterable[int | None]) -> dict[int, str]:
    """The pseudonyms of those of ``people`` who are not left out, by the keys of their accounts."""
    keys = {key for key in people if key is not None} - {*contents.left_out.people}
    users = User.objects.filter(pk__in=keys)
    return names_of(project=contents.project, viewer_role=None, users=users)
