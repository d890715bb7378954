import doctest

from bs4 import BeautifulSoup

from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo import arithmetic
from annotator.running.demo.integers import build_article


def cells_of(number: int) -> list[str]:
    row = BeautifulSoup(build_article(), "lxml").find("tr", id=str(number))
    assert row is not None
    return [cell.get_text() for cell in row.find_all(["td", "th"])]


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


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(arithmetic).failed == 0
