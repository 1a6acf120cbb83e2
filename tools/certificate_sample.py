#!/usr/bin/env python3
"""What certificates of 6x5 cost, on a fixed sample of its units.

    tools/certificate_sample.py LASTMOVE [GROUP...]     groups: easy median hard; all of them if none is named

Takes 24 units of docs/results/6x5/a2-c4-b3 by the nodes that the ledger gives: eight easy ones (evenly from 5,000 to
30,000 nodes), the eight nearest to the median, and eight from 300,000 to 2 million. Each unit is alone: one thread, a new
table, 2 GiB. For each: nodes of a search with the standard databases, which must have been built; nodes and core seconds
of the search that writes a certificate; positions, stored moves and bytes of the file; core seconds to verify it.
"""
import json, math, pathlib, resource, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDGER = ROOT / "docs/results/6x5/a2-c4-b3/6x5.units.done"


def evenly(units, count):
    return [units[(2 * i + 1) * len(units) // (2 * count)] for i in range(count)]


def sample():
    units = sorted((json.loads(line) for line in LEDGER.open()), key=lambda unit: (unit["nodes"], unit["unit"]))
    between = lambda least, most: [unit for unit in units if least <= unit["nodes"] <= most]
    middle = len(units) // 2
    return {"easy": evenly(between(5_000, 30_000), 8), "median": units[middle - 4:middle + 4],
            "hard": evenly(between(300_000, 2_000_000), 8)}


def run(program, *arguments):
    """The JSON answer of a command, and its core seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run([program, *arguments, "--threads", "1", "--memory", "2G", "--json", "--quiet"],
                            stdout=subprocess.PIPE, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(output), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(program, *groups):
    print(__doc__.split("\n")[0])
    columns = ["group", "unit", "nodes", "nodes to certify", "ratio", "write s", "positions", "moves", "bytes", "verify s"]
    print(" | ".join(columns))
    rows = []
    for group, units in sample().items():
        for unit in units if not groups or group in groups else []:
            with tempfile.TemporaryDirectory() as folder:
                proof = f"{folder}/proof"
                search, _ = run(program, "solve", "amazons", unit["position"], "--databases", "standard")
                written, seconds = run(program, "solve", "amazons", unit["position"], "--databases", "none", "--proof", proof)
                checked, verify = run(program, "verify", proof)
            assert search["winner"] == written["winner"] == unit["winner"] and checked["valid"]
            nodes, more = search["nodes"], written["nodes"]
            rows.append((nodes, more, seconds, checked["positions"], checked.get("moves", 0), checked["bytes"], verify))
            print(f"{group} | {unit['unit']} | {nodes} | {more} | {more / nodes:.2f} | {seconds:.2f} | {checked['positions']}"
                  f" | {checked.get('moves', '')} | {checked['bytes']} | {verify:.2f}", flush=True)
    total = [sum(column) for column in zip(*rows)]
    mean = math.exp(sum(math.log(more / nodes) for nodes, more, *_ in rows) / len(rows))
    print(f"all | {len(rows)} | {total[0]} | {total[1]} | {mean:.2f} (geometric mean) | {total[2]:.2f} | {total[3]}"
          f" | {total[4]} | {total[5]} | {total[6]:.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= {"easy", "median", "hard"}:
        sys.exit(__doc__)
    main(*sys.argv[1:])
