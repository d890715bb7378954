"""The demo of ASQA: what it shows, and that every word of it stands where it says."""

import pytest

from annotator.annotations.models import Annotation, KnowledgePiece
from annotator.corpus.markup.cleaning import clean_page
from annotator.corpus.markup.tokens import tokenize_page
from annotator.corpus.models import ContextPassage, Disambiguation, Example
from annotator.corpus.queries import html_of
from annotator.demo.ambiguous_catalogue import DemoAmbiguity, ambiguities
from annotator.demo.ambiguous_project import find_tokens
from annotator.demo.catalogue import articles_by_stem
from annotator.demo.services import load_demo
from annotator.formats.asqa.reader import DISAMBIGUATIONS
from annotator.measures.short_answer_presence import find_short_answer
from annotator.projects.models import Project
from tests.factories.corpus import AT

each_ambiguity = pytest.mark.parametrize(
    "ambiguity", ambiguities(), ids=lambda ambiguity: ambiguity.key
)
INFERRED = {"8003": [0]}
"""Disambiguations whose short answers no article has: one of them has a concern about that."""


@each_ambiguity
def test_each_question_has_readings_whose_short_answers_stand_in_its_articles(
    ambiguity: DemoAmbiguity,
) -> None:
    assert len(ambiguity.disambiguations) in DISAMBIGUATIONS
    texts = [
        " ".join(
            token.token
            for token in tokenize_page(clean_page(articles_by_stem()[stem].html))
            if not token.html_token
        )
        for stem in ambiguity.pages
    ]
    absent = [
        number
        for number, reading in enumerate(ambiguity.disambiguations)
        if not any(find_short_answer(t, s) for t in texts for s in reading.short_answers)
    ]
    assert absent == INFERRED.get(ambiguity.key, [])


def test_find_tokens_refuses_words_that_do_not_stand_there() -> None:
    tokens = tokenize_page(b"<P>Three towers fell down.</P>")
    assert find_tokens("towers fell", tokens) == (2, 4)
    with pytest.raises(ValueError, match="the article does not say: towers down"):
        find_tokens("towers down", tokens)


@pytest.mark.django_db
def test_the_demo_shows_passages_answers_a_confirmed_miss_and_a_concern() -> None:
    load_demo(at=AT)
    project = Project.objects.get(slug="demo-asqa")
    examples = Example.objects.filter(project=project, is_published=True)
    assert (project.kind, project.regime, examples.count()) == ("asqa", "full", 8)
    shown = ContextPassage.objects.filter(similarity__gt=project.context_threshold)
    readings = Disambiguation.objects.filter(example__project=project)
    assert (readings.count(), shown.count()) == (21, 17)
    annotations = Annotation.objects.filter(example__project=project).order_by("pk")
    confirmed = [
        [miss["disambiguation"] for miss in each.long_form_answer.missing] for each in annotations
    ]
    assert confirmed == [[], [], [0], [], []]
    assert [each.annotator.username for each in annotations] == ["ada", "ben", "ada", "ben", "ada"]
    assert [bool(each.long_form_answer.concern) for each in annotations] == [False] * 4 + [True]
    for piece in KnowledgePiece.objects.select_related("page"):
        assert piece.page is not None
        assert piece.start_byte is not None
        passage = html_of(piece.page)[piece.start_byte : piece.end_byte].decode()
        assert piece.content is not None
        assert passage.split()[0] == piece.content.split()[0]
