"""What becomes of somebody's comparisons when they are erased."""

from annotator.quality.comparisons.models import Comparison
from annotator.workspace.accounts.models import User


def forget_drafts_of(user: User) -> None:
    """Empty the drafts of somebody's comparisons; what they submitted stays."""
    Comparison.objects.filter(comparer__user=user, draft__isnull=False).update(draft=None)
