"""Endgame databases and counts of regions."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _native
from ._progress import Progress, reporter
from .answers import Answer


def databases(name: str = "best", *, progress: Progress = None) -> list[dict[str, Any]]:
    """The databases with this name: ``"quick"``, ``"standard"``, ``"best"`` (standard if built,
    otherwise quick) or a folder. The quick ones are built when they are first used, in seconds.

    >>> from lastmove import databases
    >>> databases("none")
    []
    """
    with reporter(progress) as report:
        return json.loads(_native.databases(name, report))


def build_databases(
    preset: str, folder: str | os.PathLike[str] | None = None, *, progress: Progress = None
) -> Answer:
    """Builds ``"quick"`` (seconds) or ``"standard"`` (a quarter of an hour), into the user's cache
    or a folder. Calling it again continues an interrupted build."""
    place = None if folder is None else os.fspath(folder)
    with reporter(progress) as report:
        return Answer._read(_native.build_databases(preset, place, report))


def regions(
    size: int, amazons: int = 0, *, time: float | None = None, progress: Progress = None
) -> Answer:
    """Counts the regions of a size, their line segment graphs, and the defective ones.

    >>> from lastmove import regions
    >>> regions(4).regions
    22
    """
    with reporter(progress) as report:
        return Answer._read(_native.regions(size, amazons, time=time, progress=report))
