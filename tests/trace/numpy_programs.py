"""Ten thousand programs over numpy, traced and compared: `python tests/trace/numpy_programs.py`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from compared import compared
from programs import Space, draw

SPACES = [
    Space("bits", 12),
    Space("integers", 12, 257),
    Space("integers", 16, 7),
    Space("integers", 9, 65537),
    Space("integers", 12, 2**61 - 1),
    Space("integers", 8, 2),
    Space("reals", 12),
    Space("complex", 8),
]


def main() -> int:
    """Figures; 1 where one program is silently something else, or refused without its line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--programs", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--statements", type=int, default=6)
    options.add_argument("--shown", type=int, default=30, help="reasons of refusals that are shown")
    given = options.parse_args()
    ways: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(given.seed, given.seed + given.programs):
        space = SPACES[seed % len(SPACES)]
        source, arguments = draw(seed, space, given.statements)
        found = compared(source, arguments, space)
        ways[found.how] += 1
        spaces[f"{space.name} {space.modulus or ''} {found.how}"] += 1
        if found.how == "refused":
            reasons[found.why] += 1
        elif found.how != "agrees":
            print(f"seed {seed}, {space}: {found.how}: {found.why}\n{source}", flush=True)
    print(dict(ways), f"{time.monotonic() - began:.0f} s")
    for name, count in sorted(spaces.items()):
        print(f"{count:6} {name}")
    for name, count in reasons.most_common(given.shown):
        print(f"{count:6} {name}")
    return 1 if ways["silent"] or ways["unnamed"] else 0


if __name__ == "__main__":
    sys.exit(main())
