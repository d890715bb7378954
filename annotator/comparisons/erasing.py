"""What becomes of somebody's comparisons when they are erased."""

from annotator.accounts.models import User
from annotator.comparisons.models import Comparison


def forget_drafts_of(user: User) -> None:
    """Empty the drafts of somebody's comparisons; what they submitted stays."""
    Comparison.objects.filter(comparer__user=user, draft__isnull=False).update(draft=None)
