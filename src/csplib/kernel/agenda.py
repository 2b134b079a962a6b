"""The propagators of a network that wait to be run, and those that have retired.

Propagators are numbered, and each is a bit. The bits are kept in pages of one machine word, so that waking several
propagators is one operation in a small network, and a large one needs memory only for what watches what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

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


@final
class Agenda:
    """The pages of a network for one state, and two queues of pages in which propagators wait.

    One page is open at a time. Another page is in the queue of light pages if a light propagator waits there, and in
    that of heavy pages if a heavy one does. `last` is the bit of the propagator that had its turn last.
    """

    def __init__(self, lights: list[int], retired: list[Cell]) -> None:
        self.pages: list[Page] = [Page(number, light, retired[number]) for number, light in enumerate(lights)]
        self.page: Page = self.pages[0]
        self.last: int = 0
        self._behind: int = -1
        self._has_others: bool = len(lights) > 1
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

    def begin(self, also: int, count: int) -> None:
        """Let propagator number *also* wait, or all *count* if there is none of that number; none if it is negative."""
        self.page.bits = 0
        if self._light or self._heavy:
            self._clear()
        self.page = first = self.pages[0]
        self._behind = -1
        if also >= count:
            first.bits = (1 << min(PAGE, count)) - 1
            for number in range(1, len(self.pages)):
                self.wake(number, (1 << min(PAGE, count - PAGE * number)) - 1)
        elif also >= PAGE:
            self.wake(also // PAGE, 1 << also % PAGE)
        elif also >= 0:
            first.bits = 1 << also

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

    def next(self) -> int:
        """Return the number of the propagator whose turn it is, or -1 if none waits.

        Light propagators come before heavy ones. The open page stays open while one waits there behind the last one;
        then the next page in the queue is opened.
        """
        page = self.page
        waiting = page.bits & ~page.retired.mask
        light = waiting & page.light
        while self._has_others and not light & self._behind:
            if not self._light and (light or waiting & self._behind or not self._heavy):
                break
            page.bits = 0
            if waiting:
                self.wake(page.number, waiting)
            page = self.page = self._next_light() if self._light else self._next_heavy()
            self._behind = -1
            waiting = page.bits & ~page.retired.mask
            light = waiting & page.light
        page.bits = waiting
        if not waiting:
            return -1
        first = light or waiting
        first = first & self._behind or first
        first &= -first
        self.last = first
        self._behind = -first << 1
        page.bits = waiting ^ first
        return PAGE * page.number + first.bit_length() - 1

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
