"""Forged certificates: random statements with random and hostile steps, judged by brute force and by two checkers."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from typing import Any

from certificates.second_checker import File, Nothing, WrongError, total, true

from csplib.certificates.checker import Checker

__all__ = ["forge", "statement"]

STRANGE = (True, False, None, 1.0, -1, 1 << 70, "0", [], [0], {}, -(1 << 70))


def some_of(rng: random.Random, things: list[Any], least: int = 0) -> list[Any]:
    return rng.sample(things, rng.randint(min(least, len(things)), len(things)))


def constraint(rng: random.Random, domains: list[list[Any]], values: list[Any], depth: int) -> Any:
    """Return a random constraint; variables may come more than once."""
    if depth and rng.random() < 0.5:
        word = rng.choice(["and", "or", "or", "not", "iff"])
        count = 1 if word == "not" else rng.randint(1 if word == "iff" else 0, 3)
        return [word, *[constraint(rng, domains, values, depth - 1) for _ in range(count)]]
    every = list(range(len(domains)))
    scope = some_of(rng, every, 1) if rng.random() < 0.85 else [rng.choice(every) for _ in range(rng.randint(0, 3))]
    word = rng.choice(["different", "linear", "linear", "table"])
    if word == "different":
        return [word, scope]
    if word == "table":
        rows = [[rng.choice(domains[x]) for x in scope] for _ in range(rng.randint(0, 6))]
        return [word, scope, [*rows, *[[rng.choice(values) for _ in scope] for _ in range(rng.randint(0, 2))]]]
    return [word, scope, weights(rng, domains, values, scope), rng.choice(["<", "<=", ">", "==", "!="]), rng.randint(-4, 6)]


def weights(rng: random.Random, domains: list[list[Any]], values: list[Any], scope: list[int]) -> list[Any]:
    plain = [all(isinstance(value, int) for value in domains[x]) and rng.random() < 0.7 for x in scope]
    return [rng.randint(-3, 3) if one else [rng.randint(-3, 3), some_of(rng, values)] for one in plain]


def statement(rng: random.Random) -> tuple[list[Any], list[list[Any]], int]:
    """Return the lines of a random problem without the first, the domains, and how many variables are visible."""
    values: list[Any] = rng.sample([0, 1, 2, 3, -1, "a", "1", 7], rng.randint(1, 4))
    large = rng.random() < 0.2
    visible, hidden = (rng.randint(3, 4), rng.randint(0, 1)) if large else (rng.randint(0, 3), rng.randint(0, 1))
    visible += not visible + hidden
    domains = [some_of(rng, values, 4 if large else 1) for _ in range(visible + hidden)]
    kinds = ["variables"] * visible + ["hidden"] * hidden
    lines: list[Any] = [[kind, [f"x{k}"], domains[k]] for k, kind in enumerate(kinds)]
    lines += [["constraint", "", constraint(rng, domains, values, 2)] for _ in range(rng.randint(0, 3))]
    return [values, *lines], domains, visible


def claim(rng: random.Random, count: int, domains: list[list[Any]], values: list[Any], rows: list[Any]) -> dict[str, Any]:
    """Return a claim that is true, or nearly so."""
    kind = rng.choice(["solutions", "solutions", "at least", "better"])
    if kind != "better":
        return {kind: max(kind == "at least", count + rng.choice([0, 0, 0, -1, 1]))}
    scope = some_of(rng, list(range(len(domains))), 1)
    part: list[Any] = ["linear", scope, weights(rng, domains, values, scope), rng.choice("<>"), 0]
    totals = [total(part, row) for row in rows] or [0]
    part[4] = (min(totals) if part[3] == "<" else max(totals)) + rng.choice([0, 0, 0, 1, -1])
    return {"better": part}


def step(rng: random.Random, items: list[Any], size: int, count: int) -> Any:
    """Return a random step, sometimes a hostile one."""
    chosen = [rng.randrange(size) for _ in range(rng.choice([0, 0, 1, 1, 2, 2, 3]))]
    nogood: list[Any] = [number for x in chosen for number in (x, rng.randrange(1 << count))]
    hints: list[Any] = []
    for _ in range(rng.randint(0, 6)):
        number = rng.randrange(-len(items), len(items)) if items and rng.random() < 0.98 else rng.randint(-3, 3)
        if 0 <= number < len(items) and items[number] is not None and rng.random() < 0.6:
            scope = items[number]
            hints.append([number, *(some_of(rng, sorted(set(scope))) if rng.random() < 0.9 else rng.choices(range(size), k=2))])
        else:
            hints.append(number)
    if rng.random() < 0.1:
        target = rng.choice([nogood, hints])
        if target:
            target[rng.randrange(len(target))] = rng.choice(STRANGE)
    return [nogood, hints]


def accepts(reader: Any, line: Any) -> bool:
    """Return whether a checker accepts a line."""
    try:
        reader.line(*line) if isinstance(reader, Checker) else reader.read(line)
    except (ValueError, TypeError, KeyError, LookupError, WrongError):
        return False
    return True


def forge(rng: random.Random, steps: int) -> Counter[str]:
    """Forge a certificate with so many steps. Fail if the checkers differ, or accept what is false."""
    tally: Counter[str] = Counter()
    (values, *lines), domains, visible = statement(rng)
    rows = [dict(enumerate(row)) for row in product(*domains)]
    parts = [line[2] for line in lines if line[0] == "constraint"]
    rows = [row for row in rows if all(true(part, row) for part in parts)]
    seen = sorted({tuple([row[x] for x in range(visible)]) for row in rows}, key=repr)
    first = {"values": values, "claim": claim(rng, len(seen), domains, values, rows)}
    best = first["claim"].get("better")
    try:
        checker = Checker(first["values"], json.loads(json.dumps(first["claim"])))
    except ValueError:
        checker = None
    try:
        file = File(first)
    except WrongError:
        file = None
    assert (checker is None) == (file is None), first
    if checker is None or file is None:
        return tally
    left = rows if best is None else [row for row in rows if true([*best], row)]
    wanted = [*rng.sample(rows, len(rows))] if best is None else [row for row in rows if total(best, row) == best[4]][:1]
    wanted = wanted if rng.random() < 0.4 else some_of(rng, wanted)  # false claims, and steps that must not exclude more
    solutions = [["solution", [*row.values()]] for row in wanted]
    solutions += [["solution", [rng.choice(domain) for domain in domains]] for _ in range(rng.choice([0, 0, 0, 2]))]
    rng.shuffle(solutions)
    excluded: set[Any] = set()
    items: list[Any] = []
    for line in [*lines, *solutions]:
        accepted = accepts(checker, line)
        assert accepted == accepts(file, line), (first, lines, line)
        tally["lines"] += 1
        if accepted and line[0] == "solution":
            assert dict(enumerate(line[1])) in rows, (first, lines, line)
            assert tuple(line[1][:visible]) not in excluded
            excluded.add(tuple(line[1][:visible]))
            items.append(None)
        elif line[0] == "constraint":
            items.append(line[2][1] if line[2][0] == "different" else None)
    if best is None:
        left = [row for row in rows if tuple([row[x] for x in range(visible)]) not in excluded]
    elif not excluded:
        left = rows
    story: list[Any] = [first, *lines, *solutions]
    for number in range(steps):
        if checker.refuted and number % 8 == 7:
            break
        tally["after the end"] += checker.refuted
        line = step(rng, items, len(domains), len(values))
        story.append(line)
        accepted = accepts(checker, line)
        assert accepted == accepts(file, line), story
        tally["accepted" if accepted else "refused"] += 1
        if accepted:
            items.append(None)
            pairs = list(zip(line[0][::2], line[0][1::2], strict=True))
            for row in left:
                assert not pairs or not all(mask >> values.index(row[x]) & 1 for x, mask in pairs), story
        assert checker.refuted == file.refuted, story
        if checker.refuted:
            assert not left, story
        else:
            roots = [{v for k, v in enumerate(values) if mask >> k & 1} for mask in checker.domains]
            assert roots == list(file.root.values()), story
            assert all(row[x] in root for row in left for x, root in enumerate(roots)), story
    verdicts: list[str | None] = []
    for ending in (checker.verdict, file.conclude):
        try:
            verdicts.append(ending())
        except (ValueError, WrongError, Nothing):
            verdicts.append(None)
    assert verdicts[0] == verdicts[1], story
    tally["proven" if verdicts[0] else "not proven"] += 1
    if verdicts[0]:
        kind, claimed = next(iter(first["claim"].items()))
        totals = [total(best, row) for row in rows] if best else []
        least = min(totals, default=None) if best and best[3] == "<" else max(totals, default=None)
        right = {"solutions": len(seen) == claimed, "at least": kind != "at least" or len(seen) >= claimed}
        assert right[kind] if kind != "better" else least == best[4], story
    return tally
