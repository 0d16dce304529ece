"""Settings of the whole test suite."""

from hypothesis import settings

settings.register_profile("palio", deadline=None, derandomize=True)
settings.load_profile("palio")
