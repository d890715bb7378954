"""SQuAD 1.1's JSON: every answer stands where it says."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats.asqa import Disambiguation, read_example
from annotator.material.formats.problems import ExampleError
from annotator.material.formats.squad.asqa import (
    Answer,
    Article,
    Paragraph,
    Question,
    answers_in,
    disambiguations_as_articles,
    write_article,
)
from tests.shared_data import shared_path

MASONS = Disambiguation(
    "Who builds with it?", ("Masons", "bricklayers"), "The masons do.", "Plumb bob"
)


def test_a_disambiguation_becomes_a_question_with_the_short_answers_that_stand_there() -> None:
    articles, left_out = disambiguations_as_articles("-42", [MASONS])
    assert left_out == 0
    assert [write_article(article) for article in articles] == [
        {
            "title": "Plumb bob",
            "paragraphs": [
                {
                    "context": "The masons do.",
                    "qas": [
                        {
                            "id": "-42_0",
                            "question": "Who builds with it?",
                            "answers": [{"text": "masons", "answer_start": 4}],
                        }
                    ],
                }
            ],
        }
    ]


def test_disambiguations_without_a_passage_or_an_answer_in_it_are_counted_and_left_out() -> None:
    nowhere = Disambiguation("Who else?", ("Surveyors",), "The masons do.", "Plumb bob")
    without = Disambiguation("Who else?", ("Surveyors",), None)
    nothing_left = Disambiguation("Which article?", ("The",), "The masons do.")
    articles, left_out = disambiguations_as_articles("7", [nowhere, without, MASONS, nothing_left])
    assert left_out == 3
    assert [q.id for a in articles for p in a.paragraphs for q in p.questions] == ["7_2"]


def test_disambiguations_of_one_passage_share_its_paragraph() -> None:
    other = Disambiguation("What do they do?", ("do",), "The masons do.", "Plumb bob")
    articles, _ = disambiguations_as_articles("7", [MASONS, other])
    assert [len(p.questions) for a in articles for p in a.paragraphs] == [2]


def test_an_answer_is_as_it_stands_in_the_context_with_its_own_punctuation() -> None:
    assert answers_in("🎉 In the U.S. of A.", ["U.S.", "us of a", "us of"]) == (
        Answer("U.S.", 9),
        Answer("U.S. of", 9),
    )


@pytest.mark.parametrize("answer", [Answer("masons", 3), Answer("", 0), Answer("The", -14)])
def test_an_answer_that_does_not_stand_there_is_refused(answer: Answer) -> None:
    article = Article("t", (Paragraph("The masons do.", (Question("1", "Who?", (answer,)),)),))
    with pytest.raises(ExampleError, match="is not at character"):
        write_article(article)


def test_questions_without_answers_and_paragraphs_without_questions_are_refused() -> None:
    empty = Article("t", (Paragraph("c", (Question("1", "Who?", ()),)), Paragraph("c", ())))
    with pytest.raises(ExampleError) as error:
        write_article(empty)
    assert len(error.value.problems) == 2


@given(
    context=st.text(st.sampled_from("aA the.,İΣ-é 1\u00a0🎉")),
    answers=st.lists(st.text(st.sampled_from("aA the.,İΣ-é 1")), max_size=3),
)
def test_whatever_is_found_is_accepted_by_the_writer(context: str, answers: list[str]) -> None:
    disambiguation = Disambiguation("Who?", tuple(answers), context, "t")
    articles, left_out = disambiguations_as_articles("1", [disambiguation])
    assert len(articles) + left_out == 1
    for article in articles:
        write_article(article)


def test_official_disambiguations_are_found_in_a_passage_as_it_is_published() -> None:
    value = json.loads(shared_path("asqa/asqa_with_context.json").read_text(encoding="utf-8"))
    passage = value["annotations"][0]["knowledge"][0]["content"]
    without = read_example(value).disambiguations
    assert disambiguations_as_articles("1", without) == ([], len(without))
    with_it = [replace(each, context=passage) for each in without]
    articles, left_out = disambiguations_as_articles("1", with_it)
    [article] = [write_article(each) for each in articles]
    [paragraph] = article["paragraphs"]
    assert left_out == 1
    assert [q["id"] for q in paragraph["qas"]] == ["1_1"]
    [answer] = paragraph["qas"][0]["answers"]
    assert answer["text"] == "United States government"
    assert passage[answer["answer_start"] :].startswith(answer["text"])
