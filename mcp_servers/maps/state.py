"""The tables of one person's maps of one town, and what always holds of them.

Distances are integer metres, travel times centiseconds inside and minutes in results. Invariants,
in every world and after every call:

1. Roads, junctions and places never change; `map_digest` is the digest of junctions and segments.
   Every place lies on its segment, and segments run from one junction to another.
2. The fastest way is the fastest: what the network says equals the shortest path over all segments
   that the mode may use, against no one-way street (but on foot), through no closed road by car.
3. A road is closed to cars where at least `CLOSING_REPORTS` people have reported its closure.
4. A segment has at most one report of a kind; the person's own count once, and at most
   `MOST_REPORTS` of them are less than `REPORT_WINDOW_MINUTES` old.
5. A list holds a place at most once and at most `MOST_SAVED` places; lists that the person may only
   view never change.
6. A trip has at most `MOST_STOPS` stops; from each to the next there is time to travel on open
   roads; at each the place is open for the whole stay. No two upcoming trips have one name.
7. A trip whose day has passed never changes.
8. References resolve; a call that fails leaves everything as it was, the id counters included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table

MOST_SAVED = 8
MOST_STOPS = 5
MOST_TRIPS = 12
MOST_REPORTS = 3
REPORT_WINDOW_MINUTES = 60
CLOSING_REPORTS = 3
TRIP_WITHIN_DAYS = 365

Mode = Literal["driving", "cycling", "walking"]
Road = Literal["residential", "main", "highway", "path"]
Category = Literal[
    "cafe",
    "restaurant",
    "bakery",
    "pharmacy",
    "supermarket",
    "museum",
    "library",
    "gym",
    "hotel",
    "charging_station",
]
Access = Literal["owner", "editor", "viewer"]
ReportKind = Literal["road_closure", "accident", "roadworks", "flooding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Junction:
    """Where roads meet; metres east and north of the south-western corner of the map."""

    id: str
    x_m: int
    y_m: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A stretch of a street between two junctions, straight; one-way from `from_id` to `to_id`."""

    id: str
    from_id: str
    to_id: str
    street: str
    road: Road
    length_m: int
    one_way: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A business, or an address (`category` None) whose name is the address itself.

    Attributes:
        offset_m: how far from the segment's first junction.
        opens_at, closes_at: minutes of the day; a business that never closes has 0 and 1440.
        closed_on: a weekday, Monday is 0.
        rating_tenths: the average of the stars that people gave, 41 is 4.1.
        gone: closed for good.
    """

    id: str
    name: str
    address: str
    segment_id: str
    offset_m: int
    category: Category | None = None
    opens_at: int = 0
    closes_at: int = 1_440
    closed_on: int | None = None
    rating_tenths: int = 0
    ratings: int = 0
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedList:
    """A list of places, the person's own or shared with them."""

    id: str
    name: str
    owner: str
    access: Access


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A place on a list."""

    id: str
    list_id: str
    place_id: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """A day of stops, from a start; the stops are rows of their own, in order of their times."""

    id: str
    name: str
    date: str
    mode: Mode
    start_place_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A visit on a trip; `arrive_at` is HH:MM."""

    id: str
    trip_id: str
    place_id: str
    arrive_at: str
    stay_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What people say of a road: how many reported it, and when the person did, if so."""

    id: str
    segment_id: str
    kind: ReportKind
    reporters: int
    mine_at: str | None = None


@dataclass
class MapsState(State):
    """The town, and what one person keeps about it."""

    map_digest: str = ""
    junctions: Table[Junction] = table(Junction, "JCT", cursor=True)
    segments: Table[Segment] = table(Segment, "SEG", cursor=True)
    places: Table[Place] = table(Place, "PLC")
    lists: Table[SavedList] = table(SavedList, "LST", noun="list")
    saved: Table[Saved] = table(Saved, "SAV", noun="saved place")
    trips: Table[Trip] = table(Trip, "TRP")
    stops: Table[Stop] = table(Stop, "STP")
    reports: Table[Report] = table(Report, "RPT")
