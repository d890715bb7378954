"""Pages as bytes: tokens, candidates, cleaning, rendering. Pure: doesn't use Django."""
