"""The pieces of the demo's articles on which the simulated project asks its questions."""

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo.catalogue import articles_by_stem, questions
from annotator.running.demo.sections import pieces_of, placed_questions
from annotator.running.demo.truth import resolve_truth


def test_an_article_falls_into_its_introduction_and_its_sections() -> None:
    pieces = pieces_of(articles_by_stem()["golden_ratio"])
    assert [each.title for each in pieces][:2] == ["Golden ratio", "Golden ratio: Calculation"]
    assert pieces[1].url == f"{pieces[0].url}#Calculation"
    assert b"<h1" in pieces[1].html
    assert b"cannot be written as a fraction" in pieces[0].html
    assert b"cannot be written as a fraction" not in pieces[1].html
    assert not any(b'id="toc"' in each.html or b"External links" in each.html for each in pieces)


def test_hardly_any_questions_share_a_piece_and_answers_are_on_it() -> None:
    placed = placed_questions()
    assert [question for question, _ in placed] == list(questions())
    assert len({piece.stem for _, piece in placed}) == 35
    for question, piece in placed:
        tokens = tokenize_page(clean_page(piece.html, title=piece.title))
        found = resolve_truth(tokens, find_candidates(tokens), question.truth)
        assert (found.candidate_index is None) == (question.truth.long_answer is None)
        assert piece.title.startswith(articles_by_stem()[question.article].title)
