"""Which article of Wikipedia an address shows, whatever its revision."""

from urllib.parse import parse_qs, urlsplit


def page_of(url: str) -> str:
    """The article that an address shows: its host with the title that the query or the path names,
    and the whole address where neither does.

    >>> page_of("https://en.wikipedia.org//w/index.php?title=Plumb_bob&oldid=814071202")
    'en.wikipedia.org/Plumb_bob'
    >>> page_of("https://en.wikipedia.org/wiki/Plumb_bob")
    'en.wikipedia.org/Plumb_bob'
    """
    try:
        parts = urlsplit(url.replace("&amp;", "&"))
    except ValueError:
        return url
    _, in_path, title = parts.path.rpartition("/wiki/")
    named = parse_qs(parts.query).get("title") or [title if in_path else ""]
    return f"{parts.netloc}/{named[0]}" if named[0] else url
