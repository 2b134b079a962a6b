"""Settings for every test."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

import csplib

# The same examples on every run, so that a failure is about the change at hand; `make fuzz` looks for new ones.
settings.register_profile("dev", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", settings.get_profile("dev"), derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_report_header() -> str:
    return f"csplib {csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure'} engine, from {csplib.__file__}"
