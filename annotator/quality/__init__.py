"""How good the annotations are: statistics, judgments, comparisons, simulations."""
