"""The stated model of NQ annotation: arrays and numbers, no Django.

``examples`` have a latent truth and ``annotators`` have abilities; ``draws`` has what they say of
what, the same for the same seed; ``populations`` draws either; ``targets`` has what the measures
would come to with examples and annotations without end, exactly.
"""
