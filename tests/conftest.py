"""Settings for every test."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

import csplib

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("dev"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_report_header() -> str:
    return f"csplib {csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure'} engine, from {csplib.__file__}"
