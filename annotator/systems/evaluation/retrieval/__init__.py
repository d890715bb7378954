"""Retrieval benchmarks (ReQA): what is asked, encoders, and how well they find answers."""
