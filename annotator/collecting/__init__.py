"""How annotators get questions and answer them."""
