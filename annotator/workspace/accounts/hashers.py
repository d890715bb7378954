"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class MeasuredArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id at the size that OWASP recommends: 19 MiB and one lane for each hash.

    Django's own takes 100 MiB and 8 lanes, so a few dozen people who sign in at once need more
    memory than a small server has. Hashes of another size are verified as they are and rewritten
    when their owner signs in.
    """

    memory_cost = 19456
    time_cost = 2
    parallelism = 1
