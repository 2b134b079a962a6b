"""Job shop: six jobs use six machines, each job in its own order, and the last one must end as early as possible.

Source: H. Fisher and G. L. Thompson, 1963, known as ft06. The best schedule takes 55 units of time.
"""

from __future__ import annotations

from itertools import count, pairwise

from csplib import NoOverlap, Problem, Solution

# For each job, in order: the machine and the time on it.
FT06 = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
Task = tuple[int, int]
Jobs = list[list[Task]]


def job_shop(jobs: Jobs, end: int) -> Problem[Task, int]:
    """Return the problem: when each job starts on each machine, if all jobs are done at *end*."""
    p: Problem[Task, int] = Problem()
    takes = {(job, machine): duration for job, steps in enumerate(jobs) for machine, duration in steps}
    start = {task: p.add_variable(task, range(end - takes[task] + 1)) for task in takes}
    for job, steps in enumerate(jobs):
        for (machine, duration), (following, _) in pairwise(steps):
            p.add(start[job, machine] + duration <= start[job, following])
    for machine in range(len(jobs[0])):
        tasks = [task for task in takes if task[1] == machine]
        p.add(NoOverlap([start[task] for task in tasks], [takes[task] for task in tasks]))
    return p


def chart(jobs: Jobs, schedule: Solution[Task, int]) -> str:
    """Return a line for each machine, with the number of its job at each unit of time."""
    takes = {(job, machine): duration for job, steps in enumerate(jobs) for machine, duration in steps}
    end = max(schedule[task] + takes[task] for task in takes)
    lines = [["."] * end for _ in jobs[0]]
    for (job, machine), duration in takes.items():
        begin = schedule[job, machine]
        lines[machine][begin : begin + duration] = str(job + 1) * duration
    return "\n".join(f"machine {number}  {''.join(line)}" for number, line in enumerate(lines, 1))


def shortest_end(jobs: Jobs) -> int:
    """Return the earliest end. Start with the length of the longest job."""
    longest = max(sum(duration for _, duration in steps) for steps in jobs)
    return next(end for end in count(longest) if job_shop(jobs, end).solve())


def main() -> None:
    """Show an optimal schedule."""
    end = shortest_end(FT06)
    print(f"All is done after {end} units of time, and not before:\n")
    print(chart(FT06, next(job_shop(FT06, end).solutions())))


if __name__ == "__main__":
    main()
