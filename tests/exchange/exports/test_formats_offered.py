"""What the browser offers to export."""

from annotator.exchange.exports.formats import formats_offered


def test_each_kind_is_offered_its_formats_with_the_options_that_they_have() -> None:
    assert offered("nq") == {
        "nq": [
            *("page_sources", "source_offsets", "simulated", "with_gold"),
            *("annotations_per_example", "draw_seed"),
        ],
        "nq-simplified": [
            *("page_sources", "simulated", "with_gold"),
            *("annotations_per_example", "draw_seed"),
        ],
        "nq-gold": ["simulated"],
        "squad": ["simulated"],
    }
    assert offered("asqa") == {
        "asqa": [
            *("annotated_only", "with_concerns", "page_sources"),
            *("simulated", "with_gold"),
        ],
        "asqa-gold": ["with_concerns", "simulated"],
        "squad": ["with_concerns"],
    }


def test_squad_is_described_by_the_kind() -> None:
    natural, ambiguous = (
        next(each.description for each in formats_offered(kind) if each.name == "squad")
        for kind in ("nq", "asqa")
    )
    assert natural.startswith("Questions whose single short answer")
    assert ambiguous.startswith("The disambiguations as questions")


def offered(kind: str) -> dict[str, list[str]]:
    return {each.name: [option.name for option in each.options] for each in formats_offered(kind)}
