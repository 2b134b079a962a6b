"""Strong components against reachability by brute force."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from csplib.kernel.bits import split
from csplib.kernel.components import strong_components

SIZE = 6
EVERY = (1 << SIZE) - 1


def reached(node: int, leads_to: list[int]) -> int:
    """Return the nodes that *node* leads to, itself too."""
    found, before = node, 0
    while found != before:
        before = found
        for bit in split(found & EVERY):
            found |= leads_to[bit.bit_length() - 1]
    return found


@given(st.lists(st.integers(0, EVERY), min_size=SIZE, max_size=SIZE), st.integers(0, EVERY))
def test_nodes_that_lead_to_each_other_are_one_component(leads_to: list[int], inside: int) -> None:
    root = ~EVERY | inside
    found = strong_components(leads_to, [-1, *range(SIZE)], root)
    tight = [bit for bit in split(EVERY) if not reached(bit, leads_to) & root]
    assert sum(found) == sum(tight)
    for bit in tight:
        mutual = sum(other for other in tight if reached(bit, leads_to) & other and reached(other, leads_to) & bit)
        assert mutual in found
    for place, component in enumerate(found):
        for later in found[place + 1 :]:
            assert not reached(component & -component, leads_to) & later, "a component comes after those it leads to"
