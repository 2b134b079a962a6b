"""Forged certificates: random statements with random and hostile steps, judged by brute force and by two checkers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

from certificates.second_checker import File, WrongError, total, true

from csplib.certificates.checker import Checker

__all__ = ["forge", "statement"]

STRANGE: tuple[Any, ...] = (True, False, None, 1.0, -1, 1 << 70, "0", [], [0], {}, -(1 << 70))


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
    return [
        word,
        scope,
        weights(rng, domains, values, scope),
        rng.choice(["<", "<=", ">", "==", "!="]),
        rng.randint(-4, 6),
    ]


def weights(rng: random.Random, domains: list[list[Any]], values: list[Any], scope: list[int]) -> list[Any]:
    plain = [all(isinstance(value, int) for value in domains[x]) and rng.random() < 0.7 for x in scope]
    return [rng.randint(-3, 3) if one else [rng.randint(-3, 3), some_of(rng, values)] for one in plain]


def statement(rng: random.Random) -> tuple[list[Any], list[list[Any]], int]:
    """Return the lines of a random problem without the first, the domains, and how many variables are visible."""
    large = rng.random() < 0.25  # more than 100 rows: parts of combinations are followed one by one
    values: list[Any] = rng.sample([0, 1, 2, 3, -1, "a", "1", 7], rng.randint(4, 5) if large else rng.randint(1, 4))
    visible, hidden = (rng.randint(3, 4), rng.randint(0, 1)) if large else (rng.randint(0, 3), rng.randint(0, 1))
    visible += not visible + hidden
    domains = [some_of(rng, values, 4 if large else 1) for _ in range(visible + hidden)]
    kinds = ["variables"] * visible + ["hidden"] * hidden
    lines: list[Any] = [[kind, [f"x{k}"], domains[k]] for k, kind in enumerate(kinds)]
    parts = [constraint(rng, domains, values, 2) for _ in range(rng.randint(0, 3))]
    if large:
        inner = [constraint(rng, domains, values, rng.randint(0, 1)) for _ in range(rng.randint(1, 3))]
        parts.append(
            [rng.choice(["or", "or", "and"]), *inner, ["different", rng.choice([[0], [*range(len(domains))]])]]
        )
    lines += [["constraint", "", part] for part in parts]
    return [values, *lines], domains, visible


def claim(
    rng: random.Random, count: int, domains: list[list[Any]], values: list[Any], rows: list[Any]
) -> dict[str, Any]:
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
            hints.append(
                [number, *(some_of(rng, sorted(set(scope))) if rng.random() < 0.9 else rng.choices(range(size), k=2))]
            )
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


def begin(first: dict[str, Any]) -> tuple[Checker, File] | None:
    """Return both checkers after the first line, or None if both refuse it."""
    try:
        file = File(first)
    except WrongError:
        file = None
    try:
        checker = Checker(first["values"], first["claim"])
    except ValueError:
        checker = None
    assert (checker is None) == (file is None), first
    return None if checker is None or file is None else (checker, file)


class Forgery:
    """A random file that both checkers read, line by line, and what is true of its problem."""

    def __init__(self, rng: random.Random) -> None:
        self.rng: random.Random = rng
        (self.values, *lines), self.domains, self.visible = statement(rng)
        parts = [line[2] for line in lines if line[0] == "constraint"]
        rows = [dict(enumerate(row)) for row in product(*self.domains)]
        self.rows: list[Any] = [row for row in rows if all(true(part, row) for part in parts)]
        self.count: int = len({self.seen(row) for row in self.rows})
        self.claim: dict[str, Any] = claim(rng, self.count, self.domains, self.values, self.rows)
        self.best: Any = self.claim.get("better")
        self.story: list[Any] = [{"values": self.values, "claim": self.claim}]
        self.tally: Counter[str] = Counter()
        self.items: list[Any] = []  # the scope of a "different", otherwise None
        self.excluded: set[Any] = set()
        readers = begin(self.story[0])
        if readers is not None:
            self.checker, self.file = readers
            for line in [*lines, *self.solutions()]:
                self.state(line)

    def seen(self, row: Any) -> tuple[Any, ...]:
        return tuple([row[x] for x in range(self.visible)])

    def solutions(self) -> list[Any]:
        """Return lines with solutions, some of them wrong; if some are left out, steps must not exclude these."""
        rng, best = self.rng, self.best
        rows = rng.sample(self.rows, len(self.rows))
        if best is not None:
            rows = [row for row in rows if total(best, row) == best[4]][:1]
        lines = [["solution", [*row.values()]] for row in (rows if rng.random() < 0.4 else some_of(rng, rows))]
        wrong = [[rng.choice(domain) for domain in self.domains] for _ in range(rng.choice([0, 0, 0, 2]))]
        lines += [["solution", row] for row in wrong]
        return rng.sample(lines, len(lines))

    def accepted(self, line: Any) -> bool:
        """Return whether the checkers accept a line."""
        self.story.append(line)
        answer = accepts(self.checker, line)
        assert answer == accepts(self.file, line), self.story
        return answer

    def state(self, line: Any) -> None:
        accepted = self.accepted(line)
        if line[0] == "constraint":
            self.items.append(line[2][1] if line[2][0] == "different" else None)
        elif accepted and line[0] == "solution":
            row = dict(enumerate(line[1]))
            assert row in self.rows, self.story
            assert self.seen(row) not in self.excluded, self.story
            self.excluded.add(self.seen(row))
            self.items.append(None)

    def left(self) -> list[Any]:
        """Return the rows that no step may exclude."""
        if self.best is not None:
            return [row for row in self.rows if not self.excluded or true(self.best, row)]
        return [row for row in self.rows if self.seen(row) not in self.excluded]

    def add_steps(self, most: int) -> None:
        left = self.left()
        for number in range(most):
            if self.checker.refuted and number % 8 == 7:
                return
            line = step(self.rng, self.items, len(self.domains), len(self.values))
            accepted = self.accepted(line)
            self.tally["accepted" if accepted else "refused"] += 1
            if accepted:
                self.items.append(None)
                pairs = list(zip(line[0][::2], line[0][1::2], strict=True))
                broken = [r for r in left if all(mask >> self.values.index(r[x]) & 1 for x, mask in pairs)]
                assert not pairs or not broken, self.story
            self.compare(left)

    def compare(self, left: list[Any]) -> None:
        """Check that both checkers know the same, and that it is true."""
        assert self.checker.refuted == self.file.refuted, self.story
        if self.checker.refuted:
            assert not left, self.story
            return
        roots = [{v for k, v in enumerate(self.values) if mask >> k & 1} for mask in self.checker.domains]
        assert roots == list(self.file.root.values()), self.story
        assert all(row[x] in root for row in left for x, root in enumerate(roots)), self.story

    def end(self) -> None:
        proven = verdict(self.checker.verdict)
        assert proven == verdict(self.file.conclude), self.story
        self.tally["proven" if proven else "not proven"] += 1
        assert not proven or self.is_true(), self.story

    def is_true(self) -> bool:
        """Return whether the claim is true."""
        if self.best is None:
            [(kind, claimed)] = self.claim.items()
            return bool(self.count == claimed or (kind == "at least" and self.count > claimed))
        totals = [total(self.best, row) for row in self.rows]
        return bool(totals) and (min if self.best[3] == "<" else max)(totals) == self.best[4]


def verdict(ending: Callable[[], str]) -> str | None:
    try:
        return ending()
    except (ValueError, WrongError):
        return None


def forge(rng: random.Random, steps: int) -> Counter[str]:
    """Forge a certificate with at most so many steps. Fail if the checkers differ, or accept what is false."""
    forgery = Forgery(rng)
    if len(forgery.story) > 1:
        forgery.add_steps(steps)
        forgery.end()
    return forgery.tally
