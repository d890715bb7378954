"""Pages as bytes: tokens, candidates, cleaning, rendering. Pure: knows no Django."""
