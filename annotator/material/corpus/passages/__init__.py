"""Context passages of disambiguations, found in visited pages: pure, no Django.

Source: the ASQA paper, appendix A. What it leaves open is decided in
docs/decisions/context-passages.md.
"""
