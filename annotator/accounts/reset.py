"""Links by which somebody chooses a new password."""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str

from annotator.accounts.mail import site_address
from annotator.accounts.models import User
from annotator.exceptions import NotAllowedError


def reset_link(*, user: User) -> str:
    """A link to hand to ``user`` where no mail is sent; it works once and expires as a mailed one.

    Raises ``NotAllowedError`` for an account that nobody can sign in with.
    """
    if not user.is_active:
        raise NotAllowedError("inactive", f"{user.username} is not active, so no link would help.")
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    return site_address(f"/reset-password/{key}")
