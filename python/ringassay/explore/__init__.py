"""Explores parameters without executing anything: what is deep enough, secure, small, cheap.

`load_app` reads what to explore, `begin` and `complete` assess every point and store it, `select`
judges and ranks, `walk` varies one parameter at a time. See docs/explore.md.
"""

from ringassay.explore.app import App, AppError, app_from_json, load_app, parse_app
from ringassay.explore.application import facts_of, settled
from ringassay.explore.executors import ClusterError
from ringassay.explore.ports import Prediction, Predictor, Request
from ringassay.explore.predictor import CalibratedPredictor
from ringassay.explore.results import BlockResults, Explored
from ringassay.explore.run import Where, begin, complete, explored
from ringassay.explore.selection import Place, Selection, select
from ringassay.explore.sentences import answer, excluded, walked
from ringassay.explore.slices import Plane, Slice, across, along, anchor, missed, varied
from ringassay.explore.walk import Curve, Walk, walk

__all__ = [
    "App",
    "AppError",
    "BlockResults",
    "CalibratedPredictor",
    "ClusterError",
    "Curve",
    "Explored",
    "Place",
    "Plane",
    "Prediction",
    "Predictor",
    "Request",
    "Selection",
    "Slice",
    "Walk",
    "Where",
    "across",
    "along",
    "anchor",
    "answer",
    "app_from_json",
    "begin",
    "complete",
    "excluded",
    "explored",
    "facts_of",
    "load_app",
    "missed",
    "parse_app",
    "select",
    "settled",
    "varied",
    "walk",
    "walked",
]
