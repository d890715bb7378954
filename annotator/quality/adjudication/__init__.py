"""Examples on which annotators disagree, and the answer that a lead decides on: their gold."""
