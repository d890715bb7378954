"""What allauth asks this site about second factors."""

from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings

from annotator.workspace.accounts.ciphers import cipher_for

_PURPOSE = "annotator.workspace.accounts.second_factor"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Second factors of this site: none where they are switched off, and no key in the clear."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        """Whether somebody has one that counts; no question to the database where none does."""
        return settings.SECOND_FACTOR != "off" and bool(super().is_mfa_enabled(user, types))

    def get_totp_label(self, user: Any) -> str:
        """Whose key it is, in the list of the authenticator app."""
        return str(user.get_username())

    def get_totp_issuer(self) -> str:
        """The site that the key belongs to."""
        return f"Plumbline ({urlsplit(settings.SITE_URL).hostname})"

    def encrypt(self, text: str) -> str:
        """A key as it is stored: nobody can make codes from the database or a backup."""
        return cipher_for(_PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The key again; raises ``InvalidToken`` after a change of ``SECRET_KEY``.

        An unreadable key must never become an empty one, whose codes anybody can compute.
        """
        return cipher_for(_PURPOSE).decrypt(encrypted_text.encode()).decode()
