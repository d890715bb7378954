"""Secrets of links that let people in. The database has only what recognises them."""

import hashlib
import secrets
from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac


def new_seed() -> str:
    """What a secret is made from, together with the server's key."""
    return secrets.token_hex(32)


def secret_from(seed: str, *, purpose: str) -> str:
    """The secret of a link; another one once the server's key was changed, and for another purpose.

    It is made from the server's key, so the database alone doesn't reveal it.
    """
    digest = salted_hmac(purpose, seed, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def sha256_of(secret: str) -> str:
    """By which the database recognises a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
