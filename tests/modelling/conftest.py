"""Fixtures for tests of expressions and constraints."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["tabulated", "propagated"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test twice: with tables for constraints over few values, and without any tables."""
    if request.param == "propagated":
        monkeypatch.setattr("csplib.lowering.tabulating.BUDGET", 0)
        monkeypatch.setattr("csplib.lowering.tabulating.SMALL", 0)
    return str(request.param)
