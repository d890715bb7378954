"""Secrets as the database keeps them: nobody who reads it or a backup alone can use them."""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def cipher_for(purpose: str) -> MultiFernet:
    """What encrypts and decrypts secrets of one purpose, by ``SECRET_KEY`` and its predecessors.

    ``decrypt`` raises ``InvalidToken`` once no key is known any more.
    """
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key_from(secret, purpose)) for secret in secrets])


def _key_from(secret: str | bytes, purpose: str) -> bytes:
    digest = salted_hmac(purpose, "key", secret=secret, algorithm="sha256").digest()
    return urlsafe_b64encode(digest)
