"""Search engines: from a question to ranked addresses, and from these to a page."""
