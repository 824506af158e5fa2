"""Plans and runs evaluations: from a suite to rows in the store.

`load_suite` reads what to measure, `execute` measures it. See docs/suites.md.
"""

from typing import TYPE_CHECKING

from ringassay.evaluation.ports import Ports
from ringassay.evaluation.progress import (
    CaseDone,
    CircuitPrepared,
    Crowded,
    Event,
    RunEnded,
    RunStarted,
    StepDone,
    SutNotStarted,
    SutProbed,
    SutStarted,
)
from ringassay.evaluation.stop import StopRequest
from ringassay.lazy import lazy_names

if TYPE_CHECKING:
    from ringassay.evaluation.execution import checked_twin, execute
    from ringassay.evaluation.own import load_suite
    from ringassay.evaluation.suite import (
        Suite,
        SuiteBounds,
        SuiteError,
        parse_suite,
        suite_from_json,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "execution": ("checked_twin", "execute"),
            "own": ("load_suite",),
            "suite": (
                "Suite",
                "SuiteBounds",
                "SuiteError",
                "parse_suite",
                "suite_from_json",
            ),
        },
    )

__all__ = [
    "CaseDone",
    "CircuitPrepared",
    "Crowded",
    "Event",
    "Ports",
    "RunEnded",
    "RunStarted",
    "StepDone",
    "StopRequest",
    "Suite",
    "SuiteBounds",
    "SuiteError",
    "SutNotStarted",
    "SutProbed",
    "SutStarted",
    "checked_twin",
    "execute",
    "load_suite",
    "parse_suite",
    "suite_from_json",
]
