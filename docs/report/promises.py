#!/usr/bin/env python3
"""Tests on random small positions of Amazons what may be concluded if blockers keep their promise.

A blocker stands between its own territory and the rest of the board. Its promise: its first move shoots back to the
square that it leaves. Black's win is claimed from a search in which (a) only Black's blockers keep their promise,
(b) both sides' do. White moves first. A claim is false if White wins by the plain rules.

    python3 docs/report/promises.py [POSITIONS [SEED]]
"""
import random
import sys
from functools import lru_cache


def rays_of(width, height):
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    rays = []
    for square in range(width * height):
        rays.append([])
        for down, right in steps:
            row, column, ray = square // width + down, square % width + right, []
            while 0 <= row < height and 0 <= column < width:
                ray.append(row * width + column)
                row, column = row + down, column + right
            if ray:
                rays[-1].append(ray)
    return rays


def seen(rays, square, occupied):
    for ray in rays[square]:
        for target in ray:
            if target in occupied:
                break
            yield target


def flood(rays, sources, walls):
    found, todo = set(), list(sources)
    while todo:
        for ray in rays[todo.pop()]:
            if ray[0] not in walls and ray[0] not in found:
                found.add(ray[0])
                todo.append(ray[0])
    return found


def mover_wins(rays, mine, other, burnt, bound, other_bound):
    """Whether the side to move wins; `bound` are the blockers that have not moved yet."""

    @lru_cache(None)
    def wins(mine, other, burnt, bound, other_bound):
        occupied = mine | other | burnt
        for origin in mine:
            for goal in seen(rays, origin, occupied - {origin}):
                arrows = [origin] if origin in bound else seen(rays, goal, occupied - {origin} | {goal})
                for arrow in arrows:
                    moved = mine - {origin} | {goal}
                    if not wins(other, moved, burnt | {arrow}, other_bound, bound - {origin}):
                        return True
        return False

    return wins(mine, other, burnt, bound, other_bound)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    tested = one_side = both_sides = 0
    smallest = None
    while tested < count:
        width, height = random.choice([(5, 1), (3, 3), (4, 3), (4, 2), (5, 2)])
        squares = random.sample(range(width * height), width * height)
        amazons, empty = random.choice([1, 1, 2]), random.randint(3, 6)
        if 2 * amazons + empty > width * height:
            continue
        black, white, burnt = (
            frozenset(part)
            for part in (squares[:amazons], squares[amazons : 2 * amazons], squares[2 * amazons + empty :])
        )
        rays = rays_of(width, height)
        walls = black | white | burnt
        reach = {side: flood(rays, side, walls) for side in (black, white)}

        def blockers(own, other):
            territory = reach[own] - reach[other]
            beyond = reach[other] | other
            beside = lambda square, area: any(ray[0] in area for ray in rays[square])
            return frozenset(square for square in own if beside(square, territory) and beside(square, beyond))

        held = {black: blockers(black, white), white: blockers(white, black)}
        if not held[black] or not held[white]:
            continue
        tested += 1
        nobody = frozenset()
        if not mover_wins(rays, white, black, burnt, nobody, nobody):
            continue
        one_side += not mover_wins(rays, white, black, burnt, nobody, held[black])
        if not mover_wins(rays, white, black, burnt, held[white], held[black]):
            both_sides += 1
            signs = {**dict.fromkeys(black, "q"), **dict.fromkeys(white, "Q"), **dict.fromkeys(burnt, "*")}
            row = lambda y: "".join(signs.get(y * width + x, ".") for x in range(width))
            smallest = min(smallest or "~" * 99, "/".join(map(row, range(height))), key=lambda text: (len(text), text))
    print(f"{tested} positions with blockers of both sides, White to move")
    print(f"false claims with Black's blockers bound: {one_side}")
    print(f"false claims with both sides' blockers bound: {both_sides}; the smallest position: {smallest}")


if __name__ == "__main__":
    main()
