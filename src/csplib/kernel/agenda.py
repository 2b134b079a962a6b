"""The propagators of a network that wait to be run, and those that have retired.

Propagators are numbered, and each is a bit. The bits are kept in pages of one machine word, so that waking several
propagators is one operation in a small network, and a large one needs memory only for what watches what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from csplib.kernel.tracking import untrack

if TYPE_CHECKING:
    from csplib.kernel.cells import Cell

__all__ = ["PAGE", "Agenda", "Page", "Watch"]

PAGE: Final = 62
"""The number of propagators in a page: the compiler keeps an int of so many bits in a machine word."""


@final
class Watch:
    """The propagators of one page that watch a cell, and the watch of the next page, `more`.

    The bits say which propagators to wake when the cell changes, when a bound moves, when it is fixed. `decides` tells
    whether one of them can reject a full assignment.
    """

    __slots__ = ("decides", "more", "on_bounds", "on_change", "on_fix", "page")

    def __init__(self, page: int, more: Watch | None) -> None:
        self.page: int = page
        self.on_change: int = 0
        self.on_bounds: int = 0
        self.on_fix: int = 0
        self.decides: bool = False
        self.more: Watch | None = more
        untrack(self)


@final
class Page:
    """A page of propagators: the bits of those that wait, of the light ones and, in a cell, of the retired ones."""

    __slots__ = ("bits", "is_heavy_queued", "is_light_queued", "light", "number", "retired")

    def __init__(self, number: int, light: int, retired: Cell) -> None:
        self.number: int = number
        self.light: int = light
        self.retired: Cell = retired
        self.bits: int = 0
        self.is_light_queued: bool = False
        self.is_heavy_queued: bool = False
        untrack(self)


@final
class Agenda:
    """The pages of a network for one state, and two queues of pages in which propagators wait.

    One page is open at a time, and propagation keeps its waiting propagators. Another page is in the queue of light
    pages if a light propagator waits there, and in that of heavy pages if a heavy one does.
    """

    def __init__(self, lights: list[int], retired: list[Cell]) -> None:
        self.pages: list[Page] = [Page(number, light, retired[number]) for number, light in enumerate(lights)]
        self._light: list[Page] = []
        self._heavy: list[Page] = []
        self._light_done: int = 0
        self._heavy_done: int = 0

    @property
    def retired(self) -> int:
        """The retired propagators, as the bits of one int."""
        found = 0
        for page in self.pages:
            found |= page.retired.mask << (PAGE * page.number)
        return found

    def has_active(self, watch: Watch | None) -> bool:
        """Return whether a propagator of *watch*, or of those behind it, has not retired."""
        while watch is not None:
            if (watch.on_change | watch.on_bounds | watch.on_fix) & ~self.pages[watch.page].retired.mask:
                return True
            watch = watch.more
        return False

    def begin(self, also: int, count: int) -> int:
        """Return the bits of the propagators that wait in the first page, which is open now.

        Propagator number *also* waits, none if that is negative, or all *count* if there is none of that number.
        """
        if self._light or self._heavy:
            self._clear()
        if also >= count:
            for number in range(1, len(self.pages)):
                self.wake(number, (1 << min(PAGE, count - PAGE * number)) - 1)
            return (1 << min(PAGE, count)) - 1
        if also >= PAGE:
            self.wake(also // PAGE, 1 << also % PAGE)
        return 1 << also if 0 <= also < PAGE else 0

    def _clear(self) -> None:
        """Let no propagator wait. A contradiction or a limit leaves some behind."""
        for queue in (self._light, self._heavy):
            for page in queue:
                page.bits = 0
                page.is_light_queued = page.is_heavy_queued = False
            queue.clear()
        self._light_done = self._heavy_done = 0

    def wake(self, number: int, woken: int) -> None:
        """Let the propagators *woken* of a page that is not open wait, except those that have retired."""
        page = self.pages[number]
        woken &= ~page.retired.mask
        page.bits |= woken
        if woken & page.light and not page.is_light_queued:
            page.is_light_queued = True
            self._light.append(page)
        if woken & ~page.light and not page.is_heavy_queued:
            page.is_heavy_queued = True
            self._heavy.append(page)

    def wake_more(self, watch: Watch | None, moved: bool, fixed: bool, here: int, others: int) -> int:  # noqa: FBT001
        """Wake the propagators of *watch*, and of those behind it, after a change of their cell.

        The change has *moved* a bound or not, and *fixed* the variable or not. Return what is woken of the page *here*,
        which is open; only *others* of it are.
        """
        found: int = 0
        while watch is not None:
            woken = watch.on_change
            if moved:
                woken |= watch.on_bounds
            if watch.page == here:
                woken &= others
            if fixed:
                woken |= watch.on_fix
            if watch.page == here:
                found |= woken
            elif woken:
                self.wake(watch.page, woken)
            watch = watch.more
        return found

    def turn(self, page: Page, waiting: int, behind: int) -> Page | None:
        """Return the page to open instead of *page*, which is open and has the bits *waiting*, or None if it stays.

        It stays open while a propagator waits there *behind* the last one that was run. Then the next page in the queue
        has its turn. Heavy propagators wait for all light ones.
        """
        light = waiting & page.light
        if light & behind or (not self._light and (light or waiting & behind or not self._heavy)):
            return None
        page.bits = 0
        if waiting:
            self.wake(page.number, waiting)
        return self._next_light() if self._light else self._next_heavy()

    def _next_light(self) -> Page:
        page = self._light[self._light_done]
        self._light_done += 1
        if self._light_done == len(self._light):
            self._light.clear()
            self._light_done = 0
        page.is_light_queued = False
        return page

    def _next_heavy(self) -> Page:
        page = self._heavy[self._heavy_done]
        self._heavy_done += 1
        if self._heavy_done == len(self._heavy):
            self._heavy.clear()
            self._heavy_done = 0
        page.is_heavy_queued = False
        return page
