from annotator.material.corpus.markup.short_cache import LONGEST, cache_short


def test_short_arguments_are_remembered_and_long_ones_are_not() -> None:
    calls: list[int] = []

    @cache_short(8)
    def _length(text: str) -> int:
        calls.append(len(text))
        return len(text)

    short, long = "x" * LONGEST, "x" * (LONGEST + 1)
    assert [_length(text) for text in (short, short, long, long)] == [1024, 1024, 1025, 1025]
    assert calls == [1024, 1025, 1025]
