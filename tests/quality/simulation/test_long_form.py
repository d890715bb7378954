"""Simulated long-form answers: every rule of real ones holds, and people differ."""

import pytest

from annotator.collecting.annotations.long_form import check_long_form_for_example
from annotator.collecting.annotations.models import Annotation, KnowledgePiece
from annotator.material.corpus.queries import html_of
from annotator.measures.short_answer_presence import find_short_answer
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.workspace.projects.models import Project
from tests.factories.asqa import DISAMBIGUATIONS, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_page

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

HTML = b"""<!DOCTYPE html><html><body><p>A plumb bob is a weight on a string.</p>
<p>Masons hang it from a nail to see whether their walls are upright.</p>
<p>Surveyors hang it from the tripod and centre it above the mark.</p></body></html>"""


def simulated(
    slug: str = "asqa", *, seed: int = 3, regime: str = "full", questions: int = 30
) -> Project:
    """Questions, each answered by 6 annotators of whom one tires."""
    project = make_asqa_project(slug, overlap=6)
    Project.objects.filter(pk=project.pk).update(regime=regime)
    project.refresh_from_db()
    make_ambiguous_examples(project, questions, page=make_page(HTML, "Plumb bob"))
    wish = Wish(annotators=6, seed=seed, until="2026-03-04")
    assert simulate(project=project, wish=wish, at=AT, actor=None) == 6 * questions
    return project


def texts(project: Project) -> list[tuple[int, str, str]]:
    rows = Annotation.objects.filter(example__project=project).values_list(
        "example__example_id", "annotator__display_name", "long_form_answer__text"
    )
    return sorted(rows)


def test_each_reading_is_answered_or_confirmed_as_missing() -> None:
    project = simulated()
    left_out = 0
    for row in counted_annotations(project).select_related("long_form_answer"):
        answer = row.long_form_answer
        missing = {each["disambiguation"] for each in answer.missing}
        assert missing == {
            number
            for number, reading in enumerate(DISAMBIGUATIONS)
            if not any(find_short_answer(answer.text, each) for each in reading.short_answers)
        }
        assert (answer.concern, len(missing) < 2) == ("", True)
        assert answer.word_count == len(answer.text.split())
        assert answer.seconds_writing is not None
        left_out += len(missing)
    # Abilities are about 0.95 and one's falls by 0.5: of 360 readings some are left out.
    assert 5 < left_out < 90


def test_knowledge_is_a_paragraph_with_a_short_answer_anchored_on_the_page() -> None:
    simulated()
    pieces = list(KnowledgePiece.objects.select_related("page"))
    found = set()
    for piece in pieces:
        assert piece.page is not None
        assert piece.content is not None
        found.add(piece.content)
        cut = html_of(piece.page)[piece.start_byte : piece.end_byte].decode()
        assert cut == piece.content
    assert found == {
        "Masons hang it from a nail to see whether their walls are upright.",
        "Surveyors hang it from the tripod and centre it above the mark.",
    }
    # Each paragraph supports 60% of the 180 answers; five standard errors are 33.
    assert abs(len(pieces) - 216) < 47


def test_what_is_stored_is_what_the_check_makes_of_the_text() -> None:
    project = simulated()
    row = counted_annotations(project).select_related("long_form_answer", "example")[100]
    pieces = [
        {
            "content": piece.content,
            "page": piece.page_id,
            "start_token": piece.start_token,
            "end_token": piece.end_token,
        }
        for piece in row.knowledge.order_by("number")
    ]
    checked = check_long_form_for_example(
        project=project,
        example=row.example,
        answer={
            "long_form_answer": row.long_form_answer.text,
            "knowledge": pieces,
            "acknowledged_missing": [0, 1],
        },
    )
    assert checked.coverage == row.long_form_answer.coverage
    assert checked.word_count == row.long_form_answer.word_count


def test_without_context_there_is_no_knowledge_and_nothing_to_confirm() -> None:
    project = simulated(regime="no_context")
    rows = counted_annotations(project)
    assert set(rows.values_list("long_form_answer__regime", flat=True)) == {"no_context"}
    assert all(not each for each in rows.values_list("long_form_answer__missing", flat=True))
    assert not KnowledgePiece.objects.exists()


def test_the_same_seed_gives_the_same_texts_and_annotators_differ() -> None:
    one, two = simulated("one", questions=8), simulated("two", questions=8)
    assert texts(one) == texts(two) != texts(simulated("three", seed=4, questions=8))
    assert len({text for _, _, text in texts(one)}) > 16
