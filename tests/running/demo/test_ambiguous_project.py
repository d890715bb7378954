"""The demo of ASQA: what it shows, and that every word of it stands where it says."""

import pytest

from annotator.collecting.annotations.models import Annotation, KnowledgePiece
from annotator.kinds.asqa.demo import find_tokens
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.models import ContextPassage, Disambiguation, Example
from annotator.material.corpus.queries import html_of
from annotator.material.formats.asqa.reader import DISAMBIGUATIONS
from annotator.measures.short_answer_presence import find_short_answer
from annotator.quality.comparisons.kept_results import content_of, standing_of
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.running.demo.ambiguous_catalogue import DemoAmbiguity, ambiguities
from annotator.running.demo.catalogue import articles_by_stem
from annotator.running.demo.comparisons import FINISHED_KEYS, OPEN_KEYS, systems
from annotator.running.demo.services import load_demo
from annotator.workspace.projects.models import Project
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


def test_each_system_answers_each_question_and_no_two_alike() -> None:
    keys = {ambiguity.key for ambiguity in ambiguities()}
    assert {*FINISHED_KEYS, *OPEN_KEYS} == keys
    assert not set(FINISHED_KEYS) & set(OPEN_KEYS)
    assert all(set(system.answers) == keys for system in systems())
    for key in keys:
        assert len({system.answers[key] for system in systems()}) == len(systems()) == 4


def _check_comparisons(project: Project) -> None:
    """A finished study whose kept results are current, and another half compared by experts."""
    finished, under_way = project.comparison_studies.order_by("number")
    assert (finished.finished_at is None, under_way.finished_at) == (False, None)
    made = [
        (study.pairs.count(), _submitted(study), study.comparers.get().user.username)
        for study in (finished, under_way)
    ]
    assert made == [(8, 8, "eve"), (8, 4, "eve")]
    standing = standing_of(finished)
    assert standing.is_current
    assert standing.results is not None
    named = {each["name"]: each for each in content_of(standing.results)["systems"]}
    assert set(named) == {system.name for system in systems()}
    assert named["Retriever"]["acc"]["value"] > named["One reading"]["acc"]["value"]


def _submitted(study: ComparisonStudy) -> int:
    return Comparison.objects.filter(pair__study=study, submitted_at__isnull=False).count()


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
    _check_comparisons(project)
    for piece in KnowledgePiece.objects.select_related("page"):
        assert piece.page is not None
        assert piece.start_byte is not None
        passage = html_of(piece.page)[piece.start_byte : piece.end_byte].decode()
        assert piece.content is not None
        assert passage.split()[0] == piece.content.split()[0]
