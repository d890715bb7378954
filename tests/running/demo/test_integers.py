import base64
import doctest
import re
import struct
from math import gcd, prod

from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo import arithmetic
from annotator.running.demo.arithmetic import (
    aliquot_sum,
    divisors,
    factorise,
    in_words,
    is_prime,
    properties,
    roman,
    totient,
)
from annotator.running.demo.drawing import bar_chart, strip
from annotator.running.demo.integers import LAST, build_article

numbers = st.integers(min_value=1, max_value=999)


def cells_of(number: int) -> list[str]:
    row = BeautifulSoup(build_article(), "lxml").find("tr", id=str(number))
    assert row is not None
    return [cell.get_text() for cell in row.find_all(["td", "th"])]


def size_of(picture: str) -> tuple[int, int]:
    content = base64.b64decode(picture.removeprefix("data:image/png;base64,"))
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_the_article_is_the_same_on_every_call() -> None:
    assert build_article() == build_article()


def test_the_cleaned_article_is_a_page_of_more_than_500_kb_and_15000_tokens() -> None:
    page = clean_page(build_article().encode())
    assert len(page) > 500_000
    assert 15_000 < len(tokenize_page(page)) < 25_000


def test_a_row_states_what_is_true_of_its_number() -> None:
    assert cells_of(220) == [
        "220",
        "two hundred and twenty",
        "CCXX",
        "11011100",
        "22 × 5 × 11",
        "1, 2, 4, 5, 10, 11, 20, 22, 44, 55, 110, 220",
        "12",
        "504",
        "80",
        "",
        "abundant number, amicable numbers",
    ]


def test_sections_state_how_many_primes_they_hold() -> None:
    stated = re.findall(r"There are (\d+) prime numbers from (\d+) to (\d+)", build_article())
    assert [int(last) for _, _, last in stated] == list(range(50, LAST + 1, 50))
    assert [int(count) for count, _, _ in stated] == [15, 10, 10, 11, 7, 9, 8]


def test_the_perfect_numbers_of_the_list_are_6_and_28() -> None:
    assert [n for n in range(1, LAST + 1) if "Perfect number" in properties(n)] == [6, 28]


def test_the_highly_composite_numbers_are_the_known_ones() -> None:
    found = [n for n in range(1, LAST + 1) if "Highly composite number" in properties(n)]
    assert found == [1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240]


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(arithmetic).failed == 0


@given(numbers)
def test_a_factorisation_multiplies_to_its_number_from_primes_alone(number: int) -> None:
    factors = factorise(number)
    assert prod(prime**exponent for prime, exponent in factors) == number
    assert all(is_prime(prime) for prime, _ in factors)
    assert len(divisors(number)) == prod(exponent + 1 for _, exponent in factors)


@given(numbers)
def test_the_totient_counts_numbers_without_a_common_divisor(number: int) -> None:
    assert totient(number) == sum(gcd(smaller, number) == 1 for smaller in range(1, number + 1))


@given(numbers)
def test_the_aliquot_sum_leaves_out_the_number_itself(number: int) -> None:
    assert aliquot_sum(number) == sum(n for n in range(1, number) if number % n == 0)


def test_names_and_numerals_are_different_for_different_numbers() -> None:
    assert len({in_words(number) for number in range(1000)}) == 1000
    assert len({roman(number) for number in range(1, 4000)}) == 3999
    assert in_words(0) == "zero"


def test_pictures_have_the_size_asked_for() -> None:
    assert size_of(bar_chart([1, 4, 2], highlighted={1}, bar=3, gap=1, height=10)) == (12, 11)
    assert size_of(strip([1, 5], length=7, height=2)) == (7, 2)
