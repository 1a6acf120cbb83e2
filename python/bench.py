"""Measures the cost of calls from Python. Run it with the package installed.

    python bench.py [path of the lastmove program]
"""

import json
import resource
import subprocess
import sys
import timeit

from lastmove import Amazons, Value


def addition() -> None:
    pairs = [("{2|0}", "*"), ("^", "*"), ("1/2", "3"), ("{2|0}", "{1|-1}")]
    for left, right in pairs:
        a, b = Value(left), Value(right)
        a + b
        best = min(timeit.repeat(lambda: a + b, number=100_000, repeat=5)) / 100_000
        print(f"{left} + {right}: {best * 1e9:.0f} ns")


def core_seconds(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def solving(program: str | None) -> None:
    times = []
    for _ in range(5):
        before = core_seconds(resource.RUSAGE_SELF)
        solved = Amazons("5x5").solve(databases="none", threads=1)
        times.append(core_seconds(resource.RUSAGE_SELF) - before)
    print(f"5x5 from Python: {min(times):.3f} core seconds, {solved.nodes} nodes")
    if program is None:
        return
    times = []
    for _ in range(5):
        before = core_seconds(resource.RUSAGE_CHILDREN)
        command = [program, "solve", "amazons", "5x5", "--databases", "none", "--threads", "1", "--json"]
        out = subprocess.run(command, check=True, capture_output=True).stdout
        times.append(core_seconds(resource.RUSAGE_CHILDREN) - before)
    print(f"5x5 from the command line: {min(times):.3f} core seconds, {json.loads(out)['nodes']} nodes")


if __name__ == "__main__":
    addition()
    solving(sys.argv[1] if len(sys.argv) > 1 else None)
