"""The renderings that a process keeps."""

from dataclasses import dataclass

from annotator.material.corpus.byte_bounded_cache import ByteBoundedCache
from annotator.material.corpus.markup.rendering import RENDERING_VERSION
from annotator.material.corpus.models import Page, PageContent
from annotator.material.corpus.services import refresh_rendering


@dataclass(slots=True)
class _Packed:
    rendering: bytes
    size: int


# A long article's takes about 120 kB. Annotators go through the queue side by side, so that one
# page is wanted by several of them within minutes.
_renderings: ByteBoundedCache[_Packed] = ByteBoundedCache(8 * 1024**2)


def rendering_of(page: Page) -> bytes:
    """The page's rendering, compressed (gzip) as it is sent. Those of the latest pages are kept in
    memory. A page that was never rendered is rendered now.
    """

    def read() -> _Packed:
        content = PageContent.objects.select_related("page").defer("html", "tokens", "candidates")
        rendering = bytes(refresh_rendering(content=content.get(pk=page.pk)).rendering)
        return _Packed(rendering, len(rendering))

    return _renderings.get_or_make((page.fingerprint, RENDERING_VERSION), read).rendering
