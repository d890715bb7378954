"""The papers' baselines."""
