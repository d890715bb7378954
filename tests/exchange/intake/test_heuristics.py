import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities, matched_heuristics
from annotator.exchange.intake.filtering.phrases import Categories, our_categories
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.exchange.intake.filtering.titles import PageTitles
from tests.exchange.intake.hand_tags import TABLE_1, tagged

NO_TITLES = PageTitles()
TAGS = "WP WRB WDT DT JJ NN NNS NNP VB VBD VBZ VBG VBN MD IN TO RB PRP CD ,".split()
ENTITIES = ["", "B-GPE", "I-GPE", "B-PERSON", "I-PERSON", "B-DATE", "O-", "x"]
WORDS = st.text(min_size=1, max_size=6) | st.sampled_from(
    ["who", "When", "where", "that", "is", "does", "to", "movie", "ohio", "的", "سؤال", "क्या"]
)
TOKENS = st.lists(
    st.builds(TaggedToken, WORDS, st.sampled_from(TAGS), st.sampled_from(ENTITIES)), max_size=12
)


def met(line: str, titles: PageTitles = NO_TITLES) -> list[str]:
    return list(matched_heuristics(tagged(line), categories=our_categories(), titles=titles))


@pytest.mark.parametrize("heuristic", TABLE_1)
def test_each_line_of_table_1_meets_the_heuristic_that_the_paper_gives_it(heuristic: str) -> None:
    expected = {"4": ["3", "4"]}.get(heuristic, [heuristic])
    assert met(TABLE_1[heuristic]) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("When/WRB did/VBD the/DT wall/NN fall/VB", ["1a"]),
        ("where/WRB could/MD one/PRP see/VB it/PRP", ["1a"]),
        ("who/WP can/MD vote/VB", ["1a", "2"]),
        ("when/WRB was/VBD it/PRP built/VBN", ["1b"]),
        ("when/WRB was/VBD it/PRP here/RB", []),
        ("who/WP 's/VBZ singing/VBG", ["1b"]),
        ("who/WP has/VBZ won/VBN it/PRP", ["1b", "2"]),
        ("who/WP has/VBZ it/PRP", ["2"]),
        ("who/WP really/RB won/VBD it/PRP", []),
        ("what/WP did/VBD they/PRP see/VB", []),
        ("who/WP", []),
        ("paris/NNP/B-GPE and/CC rome/NNP/B-GPE", []),
        ("paris/NNP/B-GPE and/CC rome/NNP/B-GPE compared/VBN", ["3"]),
        ("new/NNP/B-GPE york/NNP/I-GPE compared/VBN", []),
        ("may/NNP/B-DATE and/CC june/NNP/B-DATE compared/VBN", []),
        ("name/NN of/IN the/DT oldest/JJS movie/NN", ["4"]),
        ("name/NN of/IN the/DT movie/NN poster/NN", []),
        ("the/DT woman/NN that/WDT won/VBD the/DT award/NN", ["4"]),
        ("hotels/NNS in/IN ohio/NNP/B-GPE", []),
        ("the/DT most/RBS widely/RB spoken/VBN languages/NNS", ["5"]),
        ("the/DT language/NN of/IN them/PRP", []),
        ("nothing/NN to/TO watch/VB", []),
        ("cast/NN of/IN is/VBZ it/PRP love/NN", []),
        ("comedian/NN because/IN he/PRP is/VBZ a/DT comedian/NN", ["5"]),
    ],
)
def test_a_heuristic_is_met_by_the_words_it_asks_for(line: str, expected: list[str]) -> None:
    assert met(line) == expected


@pytest.mark.parametrize("mark", ["?/.", "!/.", "./.", "…/:", "''/''", ")/-RRB-"])
@pytest.mark.parametrize("heuristic", TABLE_1)
def test_punctuation_changes_no_judgment(heuristic: str, mark: str) -> None:
    line = TABLE_1[heuristic]
    first, rest = line.split(" ", 1)
    assert (
        met(f"{line} {mark}") == met(f"{mark} {line}") == met(f"{first} {mark} {rest}") == met(line)
    )


@pytest.mark.parametrize(
    ("line", "asked", "in_all"),
    [
        ("what/WP was/VBD the/DT cost/NN of/IN the/DT oil/NN spill/NN", True, True),
        ("how/WRB many/JJ episodes/NNS has/VBZ a/DT season/NN", True, True),
        ("the/DT war/NN on/IN poverty/NN was/VBD a/DT policy/NN", True, True),
        ("cheap/JJ flights/NNS to/TO islands/NNS next/JJ week/NN", False, True),
        ("funny/JJ messages/NNS copy/VB text/NN", False, True),
        ("what/WP is/VBZ the/DT weather/NN", False, False),
        ("what/WP oil/NN spill/NN cost/NN", False, False),
        ("who/WP is/VBZ paris/NNP/B-GPE of/IN rome/NNP/B-GPE", True, True),
    ],
)
def test_common_nouns_are_entities_where_a_query_has_the_form_of_a_sentence(
    line: str, asked: bool, in_all: bool
) -> None:
    found = {
        entities: "3"
        in matched_heuristics(
            tagged(line), categories=Categories(()), titles=NO_TITLES, entities=entities
        )
        for entities in Entities
    }
    named = "NNP" in line
    assert found == {"names": named, "asked_nouns": asked, "all_nouns": in_all}


def test_page_titles_are_names_where_the_tagger_finds_none() -> None:
    line = "did/VBD napoleon/NN escape/VB from/IN elba/NN"
    assert met(line) == []
    assert met(line, PageTitles(["Napoleon", "Elba (island)"])) == ["3"]
    assert met("hot/JJ water/NN or/CC cold/JJ milk/NN", PageTitles(["Water", "Milk"])) == []
    charlotte = "was/VBD charlotte/NN bronte/FW older/JJR than/IN emily/RB bronte/JJR"
    assert met(charlotte, PageTitles(["Charlotte Brontë", "Emily Brontë"])) == ["3"]


def test_a_projects_own_categories_count_besides_ours() -> None:
    line = "name/NN of/IN the/DT blue/JJ widgets/NNS"
    own = our_categories().with_more(["Widget"])
    assert met(line) == []
    assert matched_heuristics(tagged(line), categories=own, titles=NO_TITLES) == ("4",)


@given(TOKENS)
def test_any_words_in_any_script_are_judged(tokens: list[TaggedToken]) -> None:
    categories = Categories(["movie", "क्या"], places=["ohio"])
    titles = PageTitles(["Ohio", "سؤال", "的 的"])
    found = matched_heuristics(tokens, categories=categories, titles=titles)
    assert list(found) == [each for each in HEURISTICS if each in found]
    louder = [token._replace(text=token.text.upper()) for token in tokens]
    if all(token.text.isascii() for token in tokens):
        assert matched_heuristics(louder, categories=categories, titles=titles) == found
