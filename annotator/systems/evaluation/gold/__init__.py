"""A split's annotations, and all else that scores on it depend on."""
