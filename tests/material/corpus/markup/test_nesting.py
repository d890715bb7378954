"""How deep a page nests."""

import pytest

from annotator.material.corpus.markup.nesting import check_nesting
from annotator.material.corpus.markup.page_error import PageError


def test_a_page_that_is_too_deep_is_refused_and_says_where() -> None:
    with pytest.raises(PageError) as caught:
        check_nesting(b"<p>x</p><div><section><I>", limit=2)
    assert caught.value.problem == "The page nests more than 2 elements (byte 22, <i>)."
