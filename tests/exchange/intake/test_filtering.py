from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.intake.filtering.decision import (
    Decision,
    Filters,
    Step,
    judge,
    refuse_early,
)
from annotator.exchange.intake.filtering.flags import Flag, flags_of
from annotator.exchange.intake.filtering.hearst import hearst_categories
from annotator.exchange.intake.filtering.heuristics import Entities
from annotator.exchange.intake.filtering.merging import (
    MergedQuery,
    in_order,
    merge_queries,
    people_within,
)
from annotator.exchange.intake.filtering.phrases import singular
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.exchange.intake.filtering.words import sameness_key, word_count, words_of
from annotator.material.formats.queries import LoggedQuery
from tests.exchange.intake.hand_tags import OTHERS, TABLE_1, tagged, text_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TEXTS = st.text(max_size=30) | st.sampled_from(
    ["who won it", "Won it who?", "WHO WON IT", "नमस्ते दुनिया"]
)
LOGGED = st.builds(
    LoggedQuery,
    st.integers(1, 9),
    TEXTS,
    st.integers(1, 5),
    st.sampled_from(["", "a", "b"]),
    st.none() | st.integers(0, 90).map(lambda hours: NOON + timedelta(hours=hours)),
)  # fmt: skip


def one(*wordings: str, users: dict[str, int] | None = None) -> MergedQuery:
    issued = {(user, NOON + timedelta(hours=hours)) for user, hours in (users or {}).items()}
    return MergedQuery(sameness_key(wordings[0]), Counter(wordings), issued)


@given(st.lists(LOGGED, max_size=8), st.randoms())
def test_merging_adds_up_counts_whatever_the_order(
    queries: list[LoggedQuery], random: "st.random.Random"
) -> None:
    shuffled = list(queries)
    random.shuffle(shuffled)
    merged = merge_queries(queries)
    assert list(in_order(merge_queries(shuffled))) == list(in_order(merged))
    assert sum(each.count for each in merged.values()) == sum(each.count for each in queries)
    for each in merged.values():
        assert each.periods == sorted(each.periods)
        for hours in (1, 24, 90):
            assert people_within(each.periods, hours=hours) == counted(each.issued, hours)


def counted(issued: set[tuple[str, datetime | None]], hours: int) -> int:
    """The most people within one period, looked for in all periods."""
    timed = [(user, at) for user, at in issued if at is not None]
    ends = [end for _, end in timed]
    within = [
        {user for user, at in timed if timedelta() <= end - at <= timedelta(hours=hours)}
        for end in ends
    ]
    return max(map(len, [*within, {user for user, at in issued if at is None}]))


def test_case_punctuation_and_word_order_make_no_other_query() -> None:
    same = ["Who won, the cup?", "the cup who won", "ＷＨＯ won the CUP"]
    assert {sameness_key(query) for query in same} == {"cup the who won"}
    assert words_of("नमस्ते, दुनिया!") == ["नमस्ते", "दुनिया"]
    assert (word_count("what - is  up ?"), word_count("?!")) == (3, 0)


def test_the_wording_that_was_issued_most_often_stands_for_the_others() -> None:
    merged = one("won it who", "who won it", "Who won it")
    assert (merged.text, merged.other_wordings) == ("Who won it", ["who won it", "won it who"])


@pytest.mark.parametrize(
    ("users", "periods"),
    [
        ({"a": 0, "b": 24}, [0, 24]),
        ({"a": 0, "b": 20, "c": 40, "d": 41}, [0, 1, 21, 41]),
        ({}, []),
    ],
)
def test_people_count_who_issued_a_query_within_one_period(
    users: dict[str, int], periods: list[int]
) -> None:
    assert one("who won it", users=users).periods == [3600 * hours for hours in periods]
    within = people_within([0, 3600, 86_400, 86_401], hours=24)
    assert within == 3


def test_parts_of_a_second_do_not_fit_into_the_period_and_people_beyond_100_are_not_counted() -> (
    None
):
    query = one("who won it")
    query.issued |= {("a", NOON), ("b", NOON + timedelta(hours=24, microseconds=1))}
    assert query.periods == [0, 86_401]
    query.issued |= {(f"user {number}", None) for number in range(101)}
    assert query.periods == [0] * 100


@pytest.mark.parametrize(
    ("query", "flags"),
    [
        ("mail ann@example.org about it", [Flag.EMAIL]),
        ("who lives at 12 Baker Street", [Flag.STREET]),
        ("call +44 (0)20 7946 0958 now", [Flag.PHONE]),
        ("is 4111 1111 1111 1111 a card", [Flag.CARD]),
        ("is 4111111111111112 a card", [Flag.NUMBER]),
        ("whose number is 078-05-1120", [Flag.IDENTITY]),
        ("who is at 192.168.0.12", [Flag.NETWORK]),
        ("who has 192.0.2.7, 1.2.3.4:80 or http://192.0.2.7/x.", [Flag.NETWORK]),
        ("who has account 12345678", [Flag.NUMBER]),
        ("what the Fuck is that", [Flag.OFFENSIVE]),
        ("population of 16,050,000 in 1914-1918 or 1990 2000", []),
        ("version 1.2.3.456 of the year 2024", []),
        ("therapist in scunthorpe and a cocktail", []),
    ],
)
def test_personal_data_and_offensive_words_are_flagged(query: str, flags: list[Flag]) -> None:
    assert list(flags_of(query, [], offensive=Filters().offensive)) == flags


@pytest.mark.parametrize(
    "address",
    [
        "2001:db8::1", "2001:DB8:0:0:8:800:200C:417A", "[2001:db8::1]:443", "2001:db8::/32",
        "2001:0db8:0000:0000:0000:ff00:0042:8329", "fe80::a00:27ff:fe4e:66a1%eth0", "::1",
        "::ffff:192.0.2.7", "64:ff9b::192.0.2.33", "http://[2001:db8::1]/", "ip:2001:db8::1",
        "192.0.2.0/24", "192.0.2.7:8080", "１９２.0.2.7", "00:00:5e:00:53:01", "00-00-5E-00-53-01",
        "0000.5e00.5301", "0000-5e00-5301", "00005e005301", "0:0:5e:0:53:1",
        "mac:00:00:5e:00:53:01", "02:00:5e:10:00:00:00:01",
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "?", ".", ",", ":", ")"])
def test_network_addresses_of_all_forms_are_flagged(address: str, end: str) -> None:
    flags = flags_of(f"who has the address {address}{end} in town", [], offensive=frozenset())
    assert flags == (Flag.NETWORK,)


@pytest.mark.parametrize(
    "query",
    ["std::vector in c++", "what is a::b", "from 10:20 to 12:30:45", "genesis 1:1:2", "won 3:2",
     "999.1.1.1", "version 1.2.3.4.5", "a facade of a decade", "00:00:5e:00:53", "1:2:3:4:5:6:7:g",
     "mix 1:2:3:4:5:6", "mix 1:1:1:1:1:1:1:2", "10:20:30-11:20:30", "at 01:12:30:45.250",
     "romans 1:1-2:3"],
)  # fmt: skip
def test_what_only_looks_like_a_network_address_is_not_flagged(query: str) -> None:
    assert flags_of(query, [], offensive=frozenset()) == ()


def test_a_phrase_is_offensive_as_a_whole() -> None:
    offensive = Filters(more_offensive=("Son of a Gun", "!")).offensive
    assert flags_of("the son of a gun's maker", [], offensive=offensive) == ()
    assert flags_of("what a son-of a GUN", [], offensive=offensive) == (Flag.OFFENSIVE,)


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_what_a_lead_lists_is_found_in_any_script(text: str, listed: list[str]) -> None:
    offensive = Filters(more_offensive=(*listed, text)).offensive
    is_short = 0 < len(words_of(text)) <= 6
    assert not is_short or Flag.OFFENSIVE in flags_of(f"say {text}", [], offensive=offensive)


def test_a_persons_name_is_flagged_beside_personal_data_alone() -> None:
    name = [TaggedToken("ann", "NNP", "B-PERSON")]
    nothing: frozenset[str] = frozenset()
    assert flags_of("ann at ann@example.org", name, offensive=nothing) == (Flag.EMAIL, Flag.NAME)
    assert flags_of("where was ann born", name, offensive=nothing) == ()


@given(st.text(max_size=60))
def test_any_text_can_be_looked_through(text: str) -> None:
    assert set(flags_of(text, [], offensive=frozenset())) <= {*Flag}


@pytest.mark.parametrize(
    ("text", "users", "filters", "decision"),
    [
        ("too short", None, Filters(), Decision(Step.SHORT, "It has 2 words, fewer than 8.")),
        ("one", 1, Filters(min_words=1),
         Decision(Step.RARE, "1 person issued it within 24 hours, fewer than 2.")),
        ("one", 0, Filters(min_words=1, hours=5),
         Decision(Step.RARE, "0 people issued it within 5 hours, fewer than 2.")),
        ("ann@example.org", None, Filters(),
         Decision(Step.SHORT, "It has 1 word, fewer than 8.", (), (Flag.EMAIL,))),
        ("one", 2, Filters(min_words=1), None),
        ("one", None, Filters(min_words=1), None),
        ("How to win", None, Filters(min_words=3),
         Decision(Step.HOW_TO, "It begins with “how to”, which this project leaves out.")),
        ("How to win", None, Filters(min_words=3, how_to=True), None),
    ],
)  # fmt: skip
def test_a_query_can_be_dropped_before_it_is_tagged(
    text: str, users: int | None, filters: Filters, decision: Decision | None
) -> None:
    assert refuse_early(text, users=users, filters=filters) == decision


@pytest.mark.parametrize(
    ("line", "filters", "decision"),
    [
        (TABLE_1["4"], Filters(), Decision(Step.KEPT, "It meets heuristics 3 and 4.", ("3", "4"))),
        (TABLE_1["4"], Filters(heuristics=("1a", "3")),
         Decision(Step.KEPT, "It meets heuristic 3.", ("3",))),
        (TABLE_1["5"], Filters(heuristics=("1a",)),
         Decision(Step.NO_HEURISTIC, "It meets only heuristic 5, which this project leaves out.")),
        (OTHERS[0], Filters(), Decision(Step.NO_HEURISTIC, "It meets none of the heuristics.")),
        (OTHERS[1], Filters(),
         Decision(Step.FLAGGED, "It has a street address, a number like a phone's and a name beside"
                  " it: a lead decides.", ("2", "3", "4"), (Flag.STREET, Flag.PHONE, Flag.NAME))),
        (OTHERS[2], Filters(how_to=True, entities=Entities.NAMES),
         Decision(Step.KEPT, "It meets the switch for “how to”.", ("how to",))),
        (TABLE_1["2"], Filters(more_offensive=("Railroads",)),
         Decision(Step.FLAGGED, "It has an offensive word: a lead decides.", ("2", "3"),
                  (Flag.OFFENSIVE,))),
    ],
)  # fmt: skip
def test_every_judged_query_says_why(line: str, filters: Filters, decision: Decision) -> None:
    assert judge(text_of(line), tagged(line), filters=filters) == decision


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The large mammals such as whales swim .", ["mammal", "large mammal"]),
        ("such instruments as the harp", ["instrument"]),
        ("whales and other marine mammals", ["mammal", "marine mammal"]),
        ("snow or other forms of rain", ["form"]),
        ("The rivers , including the Nile", ["river"]),
        ("the Romans such as Caesar", []),
        ("such as it is , as ever", []),
        ("and other", []),
    ],
)
def test_hearst_patterns_name_classes(sentence: str, found: list[str]) -> None:
    assert list(hearst_categories(sentence.split())) == found


@given(
    st.lists(st.sampled_from("such as and other including cats Cats , 猫 .".split()), max_size=9)
)
def test_any_sentence_can_be_mined(words: list[str]) -> None:
    assert set(hearst_categories(words)) <= {"cat", "cats cat"}


def test_two_forms_of_a_noun_have_one_singular() -> None:
    words = ["city", "cities", "bus", "buses", "goddess", "goddesses", "gas", "people", "novel"]
    assert [singular(word) for word in words] == [
        "city", "city", "bus", "bus", "goddess", "goddess", "gas", "person", "novel",
    ]  # fmt: skip
