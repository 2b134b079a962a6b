"""School timetable: 200 lessons get a time and a room; no class, no teacher and no room is in two lessons at a time.

Source: made for csplib. One variable for each lesson has both, the time and the room, as a number: so no two lessons in
the same room at the same time is just `AllDifferent`. The time alone is that number divided by the number of rooms.
"""

from __future__ import annotations

from typing import NamedTuple

from csplib import AllDifferent, Problem, Solution

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"]
HOURS = 6
ROOMS = [*[f"room {number}" for number in range(1, 9)], "lab"]
CLASSES = ["5a", "5b", "6a", "6b", "7a", "7b", "8a", "8b"]
# Lessons a week, and how many teachers the school has for them.
SUBJECTS = {"maths": (5, 3), "English": (5, 3), "science": (3, 1), "history": (3, 2), "sport": (3, 2), "art": (6, 3)}


class Lesson(NamedTuple):
    """The number-th lesson of a class in a subject."""

    group: str
    subject: str
    number: int
    teacher: str


def lessons_of(classes: list[str]) -> list[Lesson]:
    """Return all lessons of a week; the teachers of a subject share the classes."""
    return [
        Lesson(group, subject, number, f"{subject} {place % teachers + 1}")
        for place, group in enumerate(classes)
        for subject, (lessons, teachers) in SUBJECTS.items()
        for number in range(lessons)
    ]


def timetable(lessons: list[Lesson], rooms: int = len(ROOMS)) -> Problem[Lesson, int]:
    """Return the problem: the value of a lesson is its time, times the number of rooms, plus its room."""
    p: Problem[Lesson, int] = Problem()
    slots = len(DAYS) * HOURS
    places = dict(zip(lessons, p.add_variables(lessons, range(slots * rooms)), strict=True))
    time = {lesson: place // rooms for lesson, place in places.items()}
    p.add(AllDifferent(places.values()))
    for person in {lesson.group for lesson in lessons} | {lesson.teacher for lesson in lessons}:
        p.add(AllDifferent([time[lesson] for lesson in lessons if person in (lesson.group, lesson.teacher)]))
    for lesson in lessons:
        if lesson.subject == "science":
            p.add(places[lesson] % rooms == rooms - 1)  # the lab
        if lesson.subject == "sport":
            p.add(time[lesson] % HOURS >= HOURS // 2)  # late in the day
    return p


def week_of(group: str, plan: Solution[Lesson, int]) -> str:
    """Return the week of a class as text, with a line for each hour."""
    subject = {place // len(ROOMS): lesson.subject for lesson, place in plan.items() if lesson.group == group}
    hours = [[subject.get(day * HOURS + hour, "-") for day in range(len(DAYS))] for hour in range(HOURS)]
    lines = ["".join(f"{word:9}" for word in row) for row in (DAYS, *hours)]
    return "\n".join(line.rstrip() for line in lines)


def main() -> None:
    """Show the week of a class, and say where one of its lessons is."""
    lessons = lessons_of(CLASSES)
    plan = next(timetable(lessons).solutions())
    print(f"{len(lessons)} lessons, {len(ROOMS)} rooms; the week of 7a:\n\n{week_of('7a', plan)}")
    science = Lesson("7a", "science", 0, "science 1")
    print(f"\nThe first science lesson of 7a is in the {ROOMS[plan[science] % len(ROOMS)]}.")


if __name__ == "__main__":
    main()
