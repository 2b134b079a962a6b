"""Settings for every test."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import SystemRandom

import pytest
from hypothesis import HealthCheck, settings

import csplib

# The same examples on every run, so that a failure is about the change at hand; `make fuzz` looks for new ones.
settings.register_profile("dev", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", settings.get_profile("dev"), derandomize=False, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")
# "short" is for the pure engine in `make test`: the compiled one, from the same source, tries all examples.
MOST_EXAMPLES = {"quick": 10, "short": 20}
for name, most in MOST_EXAMPLES.items():
    settings.register_profile(name, settings.get_profile("dev"), max_examples=most)
settings.load_profile(PROFILE)

TESTS = Path(__file__).parent


def seed_of_commit() -> int:
    """Return a seed that each commit has another one of; without git, any."""
    git = shutil.which("git")
    if git is not None:
        told = subprocess.run(  # noqa: S603 - our own arguments
            [git, "rev-parse", "HEAD"], cwd=TESTS, capture_output=True, text=True, check=False
        )
        if not told.returncode:
            return int(told.stdout.strip(), 16) % 10**9
    return SystemRandom().randrange(10**9)


# Random models are others for each commit. The header shows their seed, and CSPLIB_SEED sets it.
os.environ.setdefault("CSPLIB_SEED", str(seed_of_commit()))

# A shell starts what runs in the background with Ctrl-C ignored, and a child inherits that. Some tests press Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

# These files test modules that are not compiled: documentation, pictures, texts and the command line. The run over the
# compiled engine leaves them out. Whatever they compute with the engine is compared with an oracle in other files.
SAME_IN_BOTH_BUILDS = (
    "command/test_command_architecture.py",
    "command/test_command_docs.py",
    "command/test_play.py",
    "command/test_commands.py",
    "command/test_terminal.py",
    "command/test_web.py",
    "display/test_layers.py",
    "display/test_markup.py",
    "display/test_notebook.py",
    "display/test_reason_graph.py",
    "display/test_svg.py",
    "formats/test_frames.py",
    "formats/test_hostile_files.py",
    "formats/test_json_schema.py",
    "formats/test_source.py",
    "pictures",
    "sudoku/test_board.py",
    "sudoku/test_testing.py",
    "sudoku/test_game.py",
    "sudoku/test_grading.py",
    "sudoku/test_hints.py",
    "sudoku/test_picture.py",
    "sudoku/test_drawing_and_svg.py",
    "sudoku/test_techniques.py",
    "sudoku/test_text.py",
    "test_benchmarks.py",
    "test_build_backend.py",
    "test_docs.py",
    "test_growth.py",
    "test_hard.py",
    "test_other_pythons.py",
    "test_timeouts.py",
    "web",
)

# Tracing makes these take three to six times as long, like property tests: `make test` runs them without.
UNTRACED = (
    "command/test_terminal.py",
    "formats/test_hostile_files.py",
    "modelling/constraints/test_all_different.py",
    "modelling/constraints/test_cumulative.py",
    "modelling/constraints/test_extremes.py",
    "modelling/constraints/test_logic.py",
    "modelling/constraints/test_no_overlap.py",
    "modelling/constraints/test_product.py",
    "modelling/constraints/test_table.py",
    "sudoku/test_game.py",
    "sudoku/test_generator.py",
    "sudoku/test_grading.py",
    "sudoku/test_limits.py",
    "sudoku/test_solver.py",
    "sudoku/test_techniques.py",
    "test_examples.py",
    "modelling/test_calculations.py",
    "modelling/test_expressions.py",
    "test_gallery.py",
    "kernel/test_handmade_states.py",
    "engine/test_known_counts.py",
    "engine/test_learning.py",
    "engine/test_listing.py",
    "asking/test_interrupted.py",
    "asking/test_limits.py",
    "local_search/test_local_search.py",
    "modelling/constraints/test_logic.py",
    "test_reproducible.py",
    "asking/test_sampling.py",
    "lowering/test_tabulating.py",
    "test_timeouts.py",
    "testing/test_checked_run.py",
    "testing/test_constraint_check.py",
    "testing/test_random_problems.py",
)


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def pytest_report_header() -> str:
    engine = "compiled" if csplib.COMPILED else "pure"
    seed = os.environ["CSPLIB_SEED"]
    return f"csplib {csplib.__version__}, {engine} engine, from {csplib.__file__}; CSPLIB_SEED={seed}"


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    same = {TESTS / name for name in SAME_IN_BOTH_BUILDS}
    slow = {TESTS / name for name in UNTRACED}
    for item in items:
        if same & {item.path, item.path.parent}:
            item.add_marker("same_in_both_builds")
        drawn = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn and PROFILE in MOST_EXAMPLES:
            _shorten(getattr(item, "obj", None), MOST_EXAMPLES[PROFILE])
        if drawn or item.path in slow:
            item.add_marker("untraced")


def _shorten(test: object, most: int) -> None:
    """Limit the number of examples of a property test."""
    asked: settings | None = getattr(test, "_hypothesis_internal_use_settings", None)
    if asked is not None and asked.max_examples > most:
        vars(test)["_hypothesis_internal_use_settings"] = settings(asked, max_examples=most)
