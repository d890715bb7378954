"""The systems themselves: examples in, weights and predictions out. No Django.

``trainer`` trains into a folder, ``folder`` loads it again, and ``proposals`` ranks a page's
candidates for a question or proposes an answer. All but ``settings`` and the readers of pages and
vectors need JAX (``readers.requirement``), so import them where they are used.
"""
