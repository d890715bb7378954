"""A project's secret for its hidden split: what nobody who guesses at hidden answers can know."""

import hashlib
import hmac
import secrets

from django.db import transaction

from annotator.systems.evaluation.models import Leaderboard
from annotator.workspace.projects.models import Project


@transaction.atomic
def secret_of(project: Project) -> str:
    """The project's secret, 64 digits; made when it is first asked for, and never changed."""
    board, _ = Leaderboard.objects.select_for_update().get_or_create(project=project)
    if not board.secret:
        board.secret = secrets.token_hex(32)
        board.save(update_fields=["secret"])
    return board.secret


def secret_seed(project: Project, gold_sha256: str) -> int:
    """A 64-bit seed for resampling the examples of this gold: the same for all systems on it."""
    code = hmac.digest(secret_of(project).encode(), gold_sha256.encode(), hashlib.sha256)
    return int.from_bytes(code[:8])
