"""What comes of an example: the words for it, for anyone who need not compute."""

RIGHT, WRONG, MISSED, NEEDLESS, NOTHING = "right", "wrong", "missed", "needless", "nothing"
RESULTS = (RIGHT, WRONG, MISSED, NEEDLESS, NOTHING)
"""Answered rightly; otherwise; not, though people answer; though they don't; not, as people."""
