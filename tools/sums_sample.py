#!/usr/bin/env python3
"""How fast sums of small areas are solved, on random boards.

    tools/sums_sample.py LASTMOVE [--databases SET] [--count N] [--time TIME]

Three kinds of boards, of 200, 200 and 50 (or N each), the same in every run: eight areas of 3x3 with two to four amazons and up
to two burnt squares, walled off on a board of 15x7; four such areas and their negatives, mirrored and turned, with colours
exchanged; and the board 4x4 beside an area and its negative. Prints how many were solved within the time (one second each), how
many of those with negatives the second player wins (all of them must be), the median and the greatest time, and nodes.
"""
import argparse, json, random, statistics, subprocess


def random_area(rng):
    amazons, burnt = rng.randint(2, 4), rng.randint(0, 2)
    squares = rng.sample(range(9), amazons + burnt)
    black = rng.randint(1, amazons - 1)
    area = [["."] * 3 for _ in range(3)]
    for i, square in enumerate(squares):
        area[square // 3][square % 3] = "q" if i < black else "Q" if i < amazons else "*"
    return area


def negative(area, rng):
    for _ in range(rng.randrange(4)): area = [list(row) for row in zip(*area[::-1])]
    if rng.randrange(2): area = [row[::-1] for row in area]
    return [[{"q": "Q", "Q": "q"}.get(cell, cell) for cell in row] for row in area]


def board(width, height, areas):
    """The position string of areas at places (column, row); all else is burnt."""
    rows = [["*"] * width for _ in range(height)]
    for (left, top), area in areas:
        for y, row in enumerate(area): rows[top + y][left:left + len(row)] = row
    return "/".join("".join(row) for row in rows)


def in_two_rows(areas, rng):
    return board(15, 7, [((4 * (i % 4), 4 * (i // 4)), area) for i, area in enumerate(areas)]) + rng.choice([" w", " b"])


def four_and_negatives(rng):
    areas = [random_area(rng) for _ in range(4)]
    areas += [negative(area, rng) for area in areas]
    rng.shuffle(areas)
    return in_two_rows(areas, rng)


def beside_4x4(rng):
    area = random_area(rng)
    start = [list(row) for row in (".qq.", "q..q", "Q..Q", ".QQ.")]
    return board(12, 7, [((0, 0), start), ((5, 0), area), ((9, 0), negative(area, rng))]) + " w"


def run(title, arguments, boards):
    command = [arguments.program, "solve", "amazons", "--batch", "-", "--databases", arguments.databases, "--threads", "1", "--quiet"]
    answers, solved = [], 0
    for text in boards:  # each in a run of its own: a new table
        done = subprocess.run([*command, "--time", arguments.time], input=text + "\n", text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        answer = json.loads(done.stdout)
        if "error" in answer: continue
        solved += 1
        answers.append((answer["seconds"], answer["nodes"], answer["winner"][0] != text[-1]))
    seconds, nodes, second = zip(*answers)
    print(f"| {title} | {len(boards)} | {solved} | {sum(second)} | {1000 * statistics.median(seconds):.0f} ms"
          f" | {1000 * max(seconds):.0f} ms | {statistics.mean(nodes):,.1f} | {max(nodes):,} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="LASTMOVE")
    parser.add_argument("--databases", metavar="SET", default="none")
    parser.add_argument("--count", type=int)
    parser.add_argument("--time", default="1s")
    arguments = parser.parse_args()
    print("| boards | number | solved | won by the second player | median | slowest | mean of nodes | most nodes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    kinds = [("eight areas", 200, lambda rng: in_two_rows([random_area(rng) for _ in range(8)], rng)),
             ("four areas and their negatives", 200, four_and_negatives),
             ("4x4 beside an area and its negative", 50, beside_4x4)]
    for seed, (title, count, make) in enumerate(kinds):
        rng = random.Random(seed)
        run(title, arguments, [make(rng) for _ in range(arguments.count or count)])


main()
