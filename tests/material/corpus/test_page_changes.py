from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import tokenize_to_columns
from annotator.material.corpus.page_changes import compare_pages


def tokens(body: str) -> TokenColumns:
    return tokenize_to_columns(clean_page(body.encode(), title="Bob"))


OLD = tokens("<p>A bob hangs.</p><p>Masons use it.</p><ul><li>one</li></ul>")
# Bob <P> A bob hangs . </P> <P> Masons use it . </P> <Ul> <Li> one </Li> </Ul>


def test_nothing_changes_between_the_same_pages() -> None:
    changes = compare_pages(OLD, OLD)
    assert changes.difference == []
    assert changes.kept == list(range(len(OLD)))
    assert not changes.touches(0, len(OLD))


def test_a_changed_word_touches_what_is_around_it_alone() -> None:
    changes = compare_pages(
        OLD, tokens("<p>New.</p><p>A bob hangs.</p><p>Builders use it.</p><ul><li>one</li></ul>")
    )
    first = OLD.token.index("A") - 1
    assert OLD.token[first : first + 6] == ["<P>", "A", "bob", "hangs", ".", "</P>"]
    masons = OLD.token.index("Masons")
    assert not changes.touches(first + 1, first + 5)
    assert changes.touches(masons - 1, masons + 5)
    assert changes.touches(masons, masons + 1)
    assert not changes.touches(masons + 1, masons + 3)
    assert not changes.touches(len(OLD) - 5, len(OLD))


def test_an_insertion_inside_touches_the_box() -> None:
    changes = compare_pages(
        OLD, tokens("<p>A bob hangs.</p><p>Masons still use it.</p><ul><li>one</li></ul>")
    )
    masons = OLD.token.index("Masons")
    assert changes.touches(masons, masons + 2)
    assert changes.difference == [
        "- <P> Masons use it . </P>",
        "+ <P> Masons still use it . </P>",
    ]


def test_a_page_that_is_all_new_or_empty_keeps_nothing() -> None:
    other = tokens("<table><tr><td>x</td></tr></table>")
    assert set(compare_pages(OLD, other).kept[1:]) == {-1}
    assert set(compare_pages(OLD, TokenColumns([], [], [], [])).kept) == {-1}
