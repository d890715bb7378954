"""The steps of jobs that score."""
