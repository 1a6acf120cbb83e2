"""Progress of long calls: a bar of tqdm if it is installed, otherwise lines on standard error."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Union

Report = Callable[[str, int, Union[int, None], str], Any]
Progress = Union[bool, None, Report]


@contextlib.contextmanager
def reporter(progress: Progress) -> Iterator[Report | None]:
    """The function that the native half calls with stage, units done, units in all and a text."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield _lines()
        return
    bar = tqdm(unit="", unit_scale=True)

    def show(stage: str, done: int, total: int | None, message: str) -> None:
        bar.set_description(stage, refresh=False)
        bar.total = total
        bar.set_postfix_str(message[:60], refresh=False)
        bar.n = done
        bar.refresh()

    try:
        yield show
    finally:
        bar.close()


def _lines() -> Report:
    last = time.monotonic()

    def show(stage: str, done: int, total: int | None, message: str) -> None:
        nonlocal last
        if time.monotonic() - last >= 2:
            last = time.monotonic()
            of = f" of {total:,}" if total else ""
            print(f"{stage}: {done:,}{of} {message}".rstrip(), file=sys.stderr)

    return show
