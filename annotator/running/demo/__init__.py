"""The demo project: articles, questions with a stated truth, guidelines and accounts."""
