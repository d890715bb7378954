import re
from typing import Any, SupportsIndex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.text_runs import join_run
from annotator.material.corpus.markup.words import Words, add_words, split_words


def words(text: str) -> str:
    return " ".join(token for _, _, token in split_words(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's", "It 's"),
        ("I'm he'd we'll they're you've", "I 'm he 'd we 'll they 're you 've"),
        ("don't WOULDN'T can't", "do n't WOULD N'T ca n't"),
        ("wouldn't've", "would n't 've"),
        ("Bob 's", "Bob 's"),
        ("the 80's and the 1990s", "the 80 's and the 1990s"),
        ("O'Malley's Kids'", "O'Malley 's Kids '"),
        ("rock 'n' roll", "rock ' n ' roll"),
        ("Massif’s", "Massif 's"),
        ("You cannot, gonna", "You can not , gon na"),
    ],
)
def test_contractions_and_possessives_split(text: str, expected: str):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16,050 ft, 12.5 m", "16,050 ft , 12.5 m"),
        ("98% of 20th-century 2010s", "98 % of 20th - century 2010s"),
        ("at 05:08", "at 05 : 08"),
        ("1966/67 and 1/2", "1966 / 67 and 1 / 2"),
        ("2008-10-09", "2008 - 10 - 09"),
        ("30°S 31′ 1.5″N", "30 ° S 31 ′ 1.5 '' N"),
        ("−30 °C ±5", "− 30 ° C ± 5"),
        ("$5.2 million, $2B, $150M+", "$5.2 million , $2 B , $150 M+"),
        ("US$5, £30,000 and €7", "US $5 , £30,000 and €7"),
        ("2.2.1 and 10.1016/j.margeo.2004.04.007", "2.2. 1 and 10.1016 / j. margeo. 2004.04. 007"),
        ("< 1, 357+", "< 1 , 357 +"),
    ],
)
def test_numbers_units_and_times(text: str, expected: str):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Spider-Man free-to-play", "Spider - Man free - to - play"),
        ("X-Men X-23 C-130", "X-Men X-23 C - 130"),
        ("non-profit re-open Pre-production", "non-profit re-open Pre-production"),
        ("co-op cross-country mid-1950s mini-series", "co-op cross-country mid-1950s mini-series"),
        ("semi-final pro-am un-American anti-war", "semi-final pro-am un-American anti-war"),
        ("schedule-wise, self-made", "schedule-wise , self - made"),
        ("non-profit-making", "non-profit - making"),
        ("Spanish–American war — ended--so", "Spanish -- American war -- ended -- so"),
        ("a- -b", "a - - b"),
    ],
)
def test_hyphens_split_except_at_affixes(text: str, expected: str):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the end.", "the end ."),
        ("U.S. Navy, M.D., D.C.", "U.S. Navy , M.D. , D.C."),
        ("Mr. Smith vs. St. Louis", "Mr. Smith vs. St. Louis"),
        ("Vol. 2, No. of, Nov. 1, pp. 246", "Vol. 2 , No. of , Nov. 1 , pp. 246"),
        ("Marine Geology. 208", "Marine Geology. 208"),
        ("J. G. Veltman, J. R. R. Tolkien", "J.G. Veltman , J.R.R. Tolkien"),
        ("Carl G. Vinson. It", "Carl G. Vinson . It"),
        ("World War I. The war", "World War I . The war"),
        ("Foundation, Inc., a", "Foundation , Inc. , a"),
        ("Inc. acquires, Inc. Acquires", "Inc. acquires , Inc . Acquires"),
        ("Jr. and Davis, Jr.", "Jr. and Davis , Jr ."),
        ("Ph.D. Deadline.com dgc.ca texas.build", "Ph. D. Deadline.com dgc.ca texas. build"),
        ("(1909).Advanced", "( 1909 ). Advanced"),
        ("wait... 208..145A", "wait ... 208 ... 145A"),
        ("e.g. 11 a.m. Paris", "e.g. 11 a.m. Paris"),
        ("(second ed.).", "( second ed . ) ."),
    ],
)
def test_periods_stay_with_abbreviations_initials_and_before_digits(text: str, expected: str):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"The Sisters" (5)', "`` The Sisters '' ( 5 )"),
        ("“The Sisters”", "`` The Sisters ''"),
        ('("track".', "( `` track '' ."),
        ('said "go," twice', "said `` go , '' twice"),
        ('on "Beat" and Filming".', "on `` Beat '' and Filming `` ."),
        ("'Vinson'", "' Vinson '"),
        ("[edit] {x}", "( edit ) ( x )"),
        ("a | b|c", "a b c"),
        ("(@name) #tag F*ck", "( @ name ) # tag F * ck"),
        ("A&M R&B rock & roll", "A&M R&B rock & roll"),
        ("and/or snow/ice", "and / or snow / ice"),
        ("see http://a.org/b_(c)?d=1&e. me@a.org", "see http://a.org/b_(c)?d=1&e . me@a.org"),
        ("so… C++", "so ... C++"),
    ],
)
def test_quotes_brackets_and_signs(text: str, expected: str):
    assert words(text) == expected


@pytest.mark.parametrize(
    "text", ["हिन्दी", "தமிழ்", "ไทย", "עִבְרִית", "ˈvɪnsən", "Shin'ichirō", "Oʻzbekcha"]
)
def test_words_of_other_scripts_stay_whole(text: str):
    assert words(text) == text


def test_words_say_where_they_stand():
    assert split_words(" J.\u00a0G. isn't “x”") == [
        (1, 6, "J.G."),
        (7, 9, "is"),
        (9, 12, "n't"),
        (13, 14, "``"),
        (14, 15, "x"),
        (15, 16, "''"),
    ]


@given(st.one_of(st.text(), st.text(".-'\"ab1 A()[|,$’“”&@/:h\u00a0")))
def test_words_of_any_text_are_in_order_and_lose_nothing_but_bars_and_spaces(text: str):
    position = 0
    for start, end, token in split_words(text):
        assert position <= start < end <= len(text)
        assert token
        assert not set(text[position:start].replace("|", "")) - set(" \t\n") or (
            text[position:start].replace("|", "").isspace()
        )
        position = end
    rest = text[position:].replace("|", "")
    assert not rest or rest.isspace()


@pytest.mark.parametrize(
    "unit", ['"', "a.", "a.a", "aa.bb", "a@b.", "a's", "A. ", "non-", "1,", "+a"]
)
def test_split_words_gets_through_a_hundred_thousand_characters_of_it(unit: str):
    text = (unit * 100_000)[:100_000]
    assert split_words(text)[-1][1] == len(text.rstrip())


@given(st.text())
def test_chunks_are_what_lies_between_white_space_of_any_kind(text: str):
    assert text.split() == re.findall(r"\S+", text)


class Counted(list[Any]):
    """A list that counts how often somebody looks at one of its members."""

    looks = 0

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        self.looks += 1
        return super().__getitem__(place)


@pytest.mark.parametrize("text", ["&lt;", "&amp;x", "é,", "A&#46; ", "x&lt;y. A."])
def test_words_of_many_references_take_as_many_looks_at_their_places(text: str) -> None:
    looks = []
    for times in (500, 1_000):
        run, segments = join_run([text.encode() * times], [0])
        counted = Counted(segments)
        add_words(Words([], [], []), run, counted)
        looks.append(counted.looks)
    assert looks[1] < 2.1 * looks[0]
