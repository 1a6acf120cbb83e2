#!/usr/bin/env python3
"""Draws the figures of the report.

    python3 docs/report/figures.py              the charts, from the CSV files beside this script
    python3 docs/report/figures.py LASTMOVE     also the boards and thermographs, by the program LASTMOVE
"""
import csv
import math
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "figures"
COLOURS = ("#b8bfc6", "#1f5fa8")
LEFT, WIDTH, BAR, GAP, TOP = 62, 560, 9, 9, 30

BOARDS = [
    ("board-4x5.svg", ["show", "amazons", "4x5"]),
    ("areas.svg", ["evaluate", "amazons", "q1*2Q/2*3/***3/1Q*1q1"]),
    ("thermograph-0-2.svg", ["thermograph", "amazons", "q2Q1"]),
    ("thermograph-star-1.svg", ["thermograph", "amazons", "**1*/*1Qq"]),
]


def rows(name):
    lines = [line for line in open(HERE / name, encoding="utf-8") if not line.startswith("#")]
    return list(csv.DictReader(lines))


def short(number):
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return str(number)


def bar_chart(name, series, unit):
    """One group of bars for each row of NAME.csv, on a logarithmic scale that begins at 100."""
    data = rows(name + ".csv")
    most = max(int(row[key]) for row in data for key in series)
    decades = math.ceil(math.log10(most)) - 2
    scale = (WIDTH - LEFT - 70) / decades
    group = len(series) * BAR + GAP
    bottom = TOP + len(data) * group
    svg = []

    def text(x, y, words, anchor="start", colour="#222"):
        svg.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>')

    for decade in range(decades + 1):
        x = LEFT + decade * scale
        svg.append(f'<path d="M{x:.1f} {TOP - 4}V{bottom}" stroke="#e2e2e2"/>')
        text(x, bottom + 13, short(10 ** (decade + 2)), "middle", "#666")
    text(LEFT + decades * scale / 2, bottom + 27, unit, "middle", "#666")
    for index, row in enumerate(data):
        y = TOP + index * group
        text(LEFT - 8, y + len(series) * BAR / 2 + 3.5, row["board"], "end")
        for line, key in enumerate(series):
            value = int(row[key])
            length = max(0, math.log10(value) - 2) * scale
            top = y + line * BAR
            svg.append(f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR - 1}" fill="{COLOURS[line]}"/>')
            about = "about " if row["note"] and line else ""
            text(LEFT + length + 4, top + BAR - 1.5, about + short(value), colour="#444")
    for line, (key, label) in enumerate(series.items()):
        x = LEFT + line * 190
        svg.append(f'<rect x="{x}" y="6" width="10" height="10" fill="{COLOURS[line]}"/>')
        text(x + 15, 15, label)
    height = bottom + 34
    OUT.joinpath(name + ".svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="9.5">\n' + "\n".join(svg) + "\n</svg>\n",
        encoding="utf-8",
    )


def main():
    OUT.mkdir(exist_ok=True)
    bar_chart("nodes", {"obsequi": "Obsequi, nodes", "lastmove": "Lastmove, positions visited"}, "positions")
    bar_chart("certificates", {"version 1": "version 1", "version 2": "version 2 (under proofs/)"}, "bytes")
    for program in sys.argv[1:]:
        for name, arguments in BOARDS:
            command = [program, *arguments, "--quiet", "--output", str(OUT / name)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
