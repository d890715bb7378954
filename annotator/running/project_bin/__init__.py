"""Erasing projects whose time in the bin is over."""
