"""Systems that are programs, run here without a network."""
