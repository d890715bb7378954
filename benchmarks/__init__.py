"""How fast the platform is, as ratios to a bare bound on the same machine. Nothing is asserted."""
