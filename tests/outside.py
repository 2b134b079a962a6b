"""The public face of csplib as plain data: docstrings, signatures, and error messages.

As a program it prints them for the csplib that it imports, so that a test can compare the two builds.
"""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

import csplib

_MISUSES = """
    AllDifferent(x, y)
    AllDifferent()
    AllDifferent(5)
    AllDifferent(x)
    AllDifferent([x, []])
    AllDifferent([x, y], consistency="most")
    AllDifferent([x, y], names="both")
    AllDifferent([x, y], name=3)
    AllDifferent([x, y], rank="first")
    AllEqual(x, y)
    AllEqual([x, y], name=3)
    AllOf(x == 1, y == 1)
    AllOf([x])
    AnyOf(5)
    Not(5)
    Not()
    Comparison([(x, 1)], 0, "<=", name=3)
    Count(x, y)
    Count([x, y], 1, 2, name=3)
    Table([x, y], 5)
    Table([x, y], [(1, 2)], rank=None)
    Diff(x)
    Diff(x, y, z)
    Diff(x, [])
    Diff(x, y, name=3)
    Diff(x, y, rank=1.5)
    In(x)
    In(x, 5)
    In(x, [[]])
    In(x, [1], name=b"bytes")
    NotIn(x, "ab")
    (x == 1).named(5)
    (x == 1).named()
    (x == 1).implies(5)
    (x == 1) & 5
    (x == 1) + (y == 1)
    element()
    element([1, 2])
    element(5, x)
    element([[]], x)
    element([1, 2], [])
    implies(x == 1)
    implies(x == 1, 5)
    max_of(x, "y")
    min_of(x, [5])
    min_of()
    reify(5)
    reify()
    reify(constraint=x == 1, weight=3)
    x + "1"
    "1" + x
    x - None
    x * 1.5
    1.5 * x
    x / 2
    x // 0
    x % "2"
    x ** -1
    x < "1"
    x <= None
    1.5 >= x
    x == (y == 1)
    bool(x)
    bool(x == 1)
    geometric("1")
    geometric(1, "2")
    geometric(0)
    geometric(1, 0)
    geometric(1, 2, 3)
    luby(1.5)
    luby(0)
    luby(units=3)
    shuffled("1")
    shuffled()
    p.add_variable("w")
    p.add_variable("w", 5)
    p.add_variable("w", [[]])
    p.add_variable("w", [], 3)
    p.add_variable([], [1])
    p.add(5)
    p.compile(1)
    p.solve(restarts=["many"])
    p.solve(restarts=5)
    p.solve(infer=lambda csp, state, x: None)
    p.solve(infer=lambda csp, state: True)
    q.solve()
    r.solve()
    ac3(csp)
    ac3_steps()
    ac3(p, state)
    ac3(state, csp)
    list(ac3_steps(csp, p))
    node_consistency(p, state)
    propagate_all(csp, None)
    mac(p, state, 0)
    forward_check(csp, csp, 0)
    backward_check(p, p, 0)
    no_inference(csp, 5, 0)
    mrv(p, state)
    degree(csp, p)
    mrv_degree(p, state)
    first_open(p, state)
    lcv(p, state, 0)
    ascending(csp, p, 0)
    most_used(p, state, 0)
    revise(csp, state)
    mrv(csp)
    mac(csp, state)
    lcv(csp, state, 0, 1)
    csp.state(1, 2)
    csp.bit_of(0)
    State()
    state.narrow(0)
    state.undo(0, mark=1)
    Propagator()
"""
MISUSES = [line.strip() for line in _MISUSES.strip().splitlines()]


class Forgetful(csplib.Propagator):
    """A propagator that returns None instead of a bool."""

    def propagate(self, state: csplib.State) -> bool:  # type: ignore[return]
        state.narrow(self.scope[0], -1)


class Forgotten(csplib.Constraint):
    """A constraint with such a propagator."""

    def satisfied(self, values: Any) -> bool:
        return bool(values)

    def lower(self, to: csplib.Lowering) -> None:
        to.add(Forgetful(to.variables(self), self))


def paths() -> list[str]:
    """Return all public names and, as Class.name, the public methods and properties of classes."""
    found = []
    for name in csplib.__all__:
        thing = getattr(csplib, name)
        if callable(thing):
            found.append(name)
        if inspect.isclass(thing):
            kinds = (type(paths), property, classmethod, staticmethod)
            members = [inner for inner in dir(thing) if not inner.startswith("_")]
            found += [f"{name}.{one}" for one in members if isinstance(inspect.getattr_static(thing, one), kinds)]
    return found


def face(path: str) -> list[Any]:
    """Return the docstring and the signature: names, kinds and defaults, as C code has no annotations."""
    name, _, member = path.partition(".")
    thing = getattr(csplib, name)
    if not member:
        return [thing.__doc__, parameters_of(thing)]
    inside = inspect.getattr_static(thing, member)
    if inspect.isdatadescriptor(inside):
        return [inside.__doc__, None]
    bound = isinstance(inside, (classmethod, staticmethod)) or inspect.isbuiltin(getattr(thing, member))
    # In C self is always positional, and nothing else can be done with it in Python.
    return [getattr(thing, member).__doc__, parameters_of(getattr(thing, member))[0 if bound else 1 :]]


def parameters_of(thing: Any) -> list[str]:
    """Return the parameters as text, with their kinds."""
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):  # a type alias, an exception
        return []
    return [f"{one.kind.name} {one.name} {shown(one.default)}" for one in parameters]


def shown(default: object) -> str:
    """Return a default as text, without addresses."""
    plain = default is None or isinstance(default, (int, float, str, tuple))
    return repr(default) if plain else str(getattr(default, "__name__", type(default).__name__))


def words(misuse: str) -> list[str]:
    """Return the type, the message and the cause of an error."""
    p: csplib.Problem[str, int] = csplib.Problem()
    x, y, z = p.add_variables("xyz", range(20))
    q, r = csplib.Problem[str, int](), csplib.Problem[str, int]()
    q.add(Forgotten(q.add_variables("ab", range(20))))
    r.add(Forgotten(r.add_variables("ab", range(200))) | (r["a"] == 1))
    csp = p.compile()
    known = {**vars(csplib), "p": p, "q": q, "r": r, "x": x, "y": y, "z": z, "csp": csp, "state": csp.state()}
    try:
        result = eval(misuse, known)  # noqa: S307 - it is one of ours
    except Exception as error:  # noqa: BLE001 - which one is the question
        return [type(error).__name__, str(error), type(error.__cause__).__name__, str(error.__suppress_context__)]
    return ["no error", repr(result)]


def main() -> None:
    """Print the public face as JSON."""
    faces = {path: face(path) for path in paths()}
    json.dump({"compiled": csplib.COMPILED, "faces": faces, "words": {one: words(one) for one in MISUSES}}, sys.stdout)


if __name__ == "__main__":
    main()
