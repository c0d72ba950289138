"""Hypothesis without a deadline: other programs share the machine, and purity needs no clock."""

from hypothesis import settings

settings.register_profile("shared_machine", deadline=None)
settings.load_profile("shared_machine")
