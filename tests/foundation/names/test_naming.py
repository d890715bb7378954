import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.foundation.names.naming import describe_flaw, name_key, spelling_among

UNSEEN = "Write at least one character that people can see."
BROKEN = "Write it on one line, without control characters."
TURNED = "Leave out the invisible characters that turn the direction of writing."


@pytest.mark.parametrize(
    ("written", "also"),
    [
        ("Zoë", "ZOË"),
        ("Zoë", "Zoe\u0308"),
        ("straße", "STRASSE"),
        ("ﬁn", "FIN"),
        ("mike", "MI\u212aE"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("ada", "ＡＤＡ"),
    ],
)
def test_a_name_is_the_same_however_it_is_written(written: str, also: str) -> None:
    assert name_key(written) == name_key(also)


@pytest.mark.parametrize(("one", "other"), [("zoe", "zoë"), ("ada", "adа"), ("i", "ı")])
def test_other_letters_make_another_name(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text())
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    ("name", "flaw"),
    [
        ("Ada Lovelace", ""),
        ("宮崎", ""),
        ("क्\u200dष", ""),
        ("👩\u200d🔬", ""),
        ("-", ""),
        ("", UNSEEN),
        (" \t\u00a0\u3000", UNSEEN),
        ("\u200b\u2060\ufeff", UNSEEN),
        ("\u202e\u00ad", UNSEEN),
        ("\u3164\u115f\u2800", UNSEEN),
        ("\ufe0f\u034f", UNSEEN),
        ("\0\x1f", UNSEEN),
        ("a\0b", BROKEN),
        ("a\nb", BROKEN),
        ("a\u2028b", BROKEN),
        ("a\ud800b", BROKEN),
        ("gpj\u202eexe.a", TURNED),
        ("\u2066a\u2069", TURNED),
        ("\u05d0\u200fb", ""),
    ],
)
def test_a_name_can_be_seen_and_is_one_line(name: str, flaw: str) -> None:
    assert describe_flaw(name) == flaw


def test_the_same_spelling_is_found_before_another_one() -> None:
    known = ["BERT", "bert", "T5"]
    found = [spelling_among(known, name) for name in ("bert", "Bert", "t5", "T6")]
    assert found == ["bert", "BERT", "T5", ""]
