"""Limits on the computation of values."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any, TypedDict, Union

from ._progress import Progress, reporter


class ValueLimits(TypedDict, total=False):
    """The limits of ``value``, ``appraise``, ``thermograph`` and ``options``."""

    max_forms: int
    """the most canonical forms to keep"""
    max_positions: int
    """the most positions to remember"""
    time: Union[float, None]
    """seconds"""
    progress: Progress
    """``True``, or a function"""


DEFAULTS: ValueLimits = {
    "max_forms": 2_000_000,
    "max_positions": 2_500_000,
    "time": None,
    "progress": None,
}


@contextlib.contextmanager
def settings(limits: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The limits, completed with their defaults, for the native half."""
    unknown = [name for name in limits if name not in DEFAULTS]
    if unknown:
        raise TypeError(f"unknown limit {unknown[0]!r}; there are: {', '.join(DEFAULTS)}")
    whole: dict[str, Any] = {**DEFAULTS, **limits}
    with reporter(whole["progress"]) as report:
        yield {**whole, "progress": report}
