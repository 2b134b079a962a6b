"""Ask about random models in checked runs until the time is up or enough was asked, and report by class.

python tools/checked_run.py --minutes 5
python tools/checked_run.py --seed 1000000 --questions 1000000

Every removal and every reason is compared with brute force, and so is each answer: see `csplib.testing.checked`. The
models, the questions and the thresholds that are lowered for them follow from the seed. The engine is the one that
Python finds: that of the checkout, or a compiled wheel.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from pathlib import Path
from random import SystemRandom
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from checked_questions import ask

import csplib

CLASSES = ("removals", "reasons", "fixpoints", "drawn", "limit", "refused", "not a model")
EVERY = 30.0


def main() -> int:
    """Run, and return 1 if there was a fault."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="of the first model")
    arguments.add_argument("--minutes", type=float, default=None, help="how long to go on")
    arguments.add_argument("--questions", type=int, default=None, help="how many questions to ask")
    options = arguments.parse_args()
    warnings.simplefilter("ignore", csplib.ModelWarning)
    tally: Counter[str] = Counter()
    faults = models = 0
    began = shown = monotonic()
    while not faults:
        fault = ask(options.seed + models, tally)
        models += 1
        if fault is not None:
            faults += 1
            print(fault, flush=True)
        asked = sum(count for name, count in tally.items() if name.startswith("ask_"))
        is_late = options.minutes is not None and monotonic() - began > 60 * options.minutes
        if is_late or (options.questions is not None and asked >= options.questions):
            break
        if monotonic() - shown > EVERY:
            shown = monotonic()
            print(f"{models:,} models, {asked:,} questions, {tally['removals']:,} removals", file=sys.stderr)
    engine = "compiled" if csplib.COMPILED else "pure"
    print(f"{engine} engine, seeds {options.seed} to {options.seed + models - 1}: {models:,} models, {faults} faults")
    for title, names in (
        ("checked", CLASSES),
        ("questions", sorted(name for name in tally if name.startswith("ask_"))),
        ("constraints", sorted(name for name in tally if name.startswith("kind "))),
    ):
        shown_names = [f"{name.removeprefix('kind ')} {tally[name]:,}" for name in names]
        print(f"{title}: {', '.join(shown_names)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
