"""Points and turns on the map, in metres and in degrees.

The map is small enough to be flat. Every world's town lies in the same frame of degrees.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

Point = tuple[int, int]
"""Metres east and north of the south-western corner."""

SOUTH: Final = 44.95
WEST: Final = -93.3
NORTH: Final = 44.97
EAST: Final = -93.27
METRES_PER_LATITUDE: Final = 111_130
METRES_PER_LONGITUDE: Final = 78_840  # at 45 degrees north


def degrees(point: Point) -> tuple[float, float]:
    """Returns latitude and longitude, to five places: about a metre."""
    x_m, y_m = point
    return round(SOUTH + y_m / METRES_PER_LATITUDE, 5), round(WEST + x_m / METRES_PER_LONGITUDE, 5)


def metres(latitude: float, longitude: float) -> Point:
    """Returns the point of a latitude and longitude."""
    x_m = round((longitude - WEST) * METRES_PER_LONGITUDE)
    return x_m, round((latitude - SOUTH) * METRES_PER_LATITUDE)


def distance_m(one: Point, other: Point) -> int:
    """Returns the distance as the crow flies, rounded down."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def between(start: Point, end: Point, offset_m: int, length_m: int) -> Point:
    """Returns the point `offset_m` along the straight line from `start` to `end`."""
    x_m = start[0] + (end[0] - start[0]) * offset_m // length_m
    return x_m, start[1] + (end[1] - start[1]) * offset_m // length_m


def heading(start: Point, end: Point) -> str:
    """Returns north, east, south or west, whichever is nearest."""
    x_m, y_m = end[0] - start[0], end[1] - start[1]
    if abs(x_m) > abs(y_m):
        return "east" if x_m > 0 else "west"
    return "north" if y_m >= 0 else "south"


def turn(before: Point, corner: Point, after: Point) -> str:
    """Returns what to do at a corner: `Turn left`, `Turn right`, `Continue` or `Turn back`.

    Within 30 degrees of the old direction one continues.
    """
    ax, ay = corner[0] - before[0], corner[1] - before[1]
    bx, by = after[0] - corner[0], after[1] - corner[1]
    cross, dot = ax * by - ay * bx, ax * bx + ay * by
    if 1_000 * abs(cross) <= 577 * abs(dot):
        return "Continue" if dot >= 0 else "Turn back"
    return "Turn left" if cross > 0 else "Turn right"


def hull_area_m2(points: list[Point]) -> int:
    """Returns the area of the convex hull of points (monotone chain), rounded down."""
    ordered = sorted(set(points))
    outline = [*_half_hull(ordered), *_half_hull(ordered[::-1])]
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs)) // 2


def _half_hull(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) >= 2 and _cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _cross(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
