import pytest
from django.core.exceptions import ValidationError

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.validators import NotTheNameValidator

ADA = User(username="ada", display_name="Ada Lovelace", email="countess@example.org")


@pytest.mark.parametrize(
    "password", ["ada-ada-ada", "Lovelace1815", "ADA.lovelace.!", "countess-99", "ada"]
)
def test_little_more_than_a_name_is_no_password(password: str) -> None:
    with pytest.raises(ValidationError):
        NotTheNameValidator().validate(password, ADA)


@pytest.mark.parametrize("password", ["seven plumb lines", "lovelace loves plumb lines", "short"])
def test_a_name_among_other_words_does_no_harm(password: str) -> None:
    assert NotTheNameValidator().validate(password, ADA) is None


def test_without_a_person_there_is_no_name_to_be_like() -> None:
    assert NotTheNameValidator().validate("ada-ada-ada") is None
