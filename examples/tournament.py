"""A tournament timetable: every two teams meet once, each team plays in every round, with home and away games balanced.

Source: the round-robin tournament, as in chess. Without home and away, timetables are one-factorizations of a
complete graph: 1 for 4 teams, 6 for 6, 6240 for 8 (A000438 of the OEIS), in any order of the rounds.
"""

from __future__ import annotations

from itertools import combinations

from csplib import AllDifferent, Problem, Solution

Match = tuple[int, int]
Name = tuple[str, Match]


def tournament(teams: int) -> Problem[Name, int]:
    """Return the problem: in which round two teams meet, for an even number of *teams*."""
    p: Problem[Name, int] = Problem()
    matches = list(combinations(range(teams), 2))
    p.add_variables([("round", match) for match in matches], range(teams - 1))
    for team in range(teams):
        p.add(AllDifferent([("round", match) for match in matches if team in match]))
    return p


def with_places(teams: int) -> Problem[Name, int]:
    """Also decide whether the first of two teams plays at home; home and away games of a team are balanced."""
    p = tournament(teams)
    matches = list(combinations(range(teams), 2))
    at_home = dict(zip(matches, p.add_variables([("at home", match) for match in matches], [0, 1]), strict=True))
    for team in range(teams):
        home = sum(at_home[match] if match[0] == team else 1 - at_home[match] for match in matches if team in match)
        p.add(home >= teams // 2 - 1, home <= teams // 2)
    return p


def timetable(solution: Solution[Name, int], teams: int) -> list[str]:
    """Return a line for each round. The team at home comes first."""
    lines: list[list[str]] = [[] for _ in range(teams - 1)]
    for one, other in combinations(range(teams), 2):
        home, away = (one, other) if solution["at home", (one, other)] else (other, one)
        lines[solution["round", (one, other)]].append(f"{chr(65 + home)} - {chr(65 + away)}")
    return [f"round {number}: " + "   ".join(line) for number, line in enumerate(lines, 1)]


def main() -> None:
    """Show a timetable for eight teams, and count those of six."""
    found = with_places(8).solve()
    if found is not None:
        print(*timetable(found, 8), sep="\n")
    print(f"Six teams, places aside: {tournament(6).count()} timetables.")


if __name__ == "__main__":
    main()
