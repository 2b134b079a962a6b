"""The room "Model": programs of the reader's own."""

from __future__ import annotations

import contextlib
import io
import traceback
from typing import Any

from csplib_web.calls import Report, call, ignore

__all__ = ["run"]


class _Printed(io.StringIO):
    """Text that is reported as it is printed."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    def write(self, text: str) -> int:
        self._report({"printed": text})
        return super().write(text)


@call
def run(program: str, report: Report = ignore) -> dict[str, Any]:
    """Run *program*; return what it printed, and the last line of its exception. Printed text is reported, too."""
    printed = _Printed(report)
    error = None
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})  # noqa: S102 - that is what it is for
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - it is the reader's
            error = "".join(traceback.format_exception_only(fault)).strip()
    return {"output": printed.getvalue(), "error": error}
