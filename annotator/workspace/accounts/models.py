"""People."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.crypto import salted_hmac
from knox.models import AbstractAuthToken

from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.foundation.names.name_keys import NameKey

_SESSION_SALT = "annotator.workspace.accounts.session"


class People(UserManager["User"]):
    """Finds an account by its number, as every request of a browser does, without building SQL."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """As ``QuerySet.get``."""
        # Django makes the managers of relations from this class; they find only related rows.
        if type(self) is not People or args or kwargs.keys() != {"pk"}:
            return super().get(*args, **kwargs)
        found = _BY_KEY.first(key=self.model._meta.pk.get_prep_value(kwargs["pk"]))
        if found is None:
            raise self.model.DoesNotExist
        return found

    def named(self, name: str) -> "User | None":
        """The user with this name, however it is written: the only way from name to account."""
        return self.filter(username_key=name).first()


class User(AbstractUser):
    """A person who signs in, or an annotator that an import or a simulation created.

    The latter are ``imported`` and inactive.

    ``erased_at``: when the person was erased; from then on the row names nobody.
    ``session_generation``: sessions of any other generation are over.
    """

    # One character can become 18, an entry of an index has room for 2,700 bytes.
    username_key = NameKey(of="username", max_length=450)
    display_name = models.CharField(max_length=150, blank=True)
    may_create_projects = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)
    erased_at = models.DateTimeField(null=True)
    session_generation = models.PositiveIntegerField(default=0)
    # Whether they see an answer once more before they submit it, whatever the project says.
    reviews_answers = models.BooleanField(default=False, db_default=False)
    # Whether a mail a day says what waits, and the UTC day of the last one.
    gets_daily_mail = models.BooleanField(default=True, db_default=True)
    mailed_on = models.DateField(null=True)

    objects: ClassVar[People] = People()

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.display_name or self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        # In every session. Changing the generation ends all of them at once.
        value = f"{self.password}{self.session_generation or ''}"
        return salted_hmac(_SESSION_SALT, value, secret=secret, algorithm="sha256").hexdigest()


_BY_KEY = CompiledQuery("account_by_key", lambda: User.objects.filter(pk=Parameter("key")))


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # Knox has no types
    """A key with which a script acts as its owner. Only the key's digest is kept.

    It takes the place of Knox's own table: that one has no name, no time of the last use, and the
    digest as its primary key, which no address should show.
    """

    objects = models.Manager["ApiToken"]()

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=128, unique=True)
    name = models.CharField(max_length=80)
    created = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"
