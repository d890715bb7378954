"""The stated model of NQ annotation: arrays and numbers, no Django.

``examples`` have a latent truth and ``annotators`` have abilities; ``draws`` has their annotations,
the same for the same seed; ``populations`` draws examples and annotators.
"""
