"""Constraints as objects."""

from __future__ import annotations

import pytest
from models import Given

from csplib import (
    KindError,
)


def test_constraints_are_keys_by_identity_and_stay_so() -> None:
    g = Given()
    one, other = g.x == 1, g.x == 1
    assert {one: "one", other: "other"}[one] == "one"
    assert len({one, other, one}) == 2
    assert hash(one) == hash(one)
    g.p.add(one, other)
    assert g.p.remove(other) == [other]
    assert g.p.constraints[0] is one
    with pytest.raises(KindError, match="neither true nor false"):
        bool(one == other)
