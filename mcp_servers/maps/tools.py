"""The tools of the maps server: which there are, which of them write, and how each may fail.

One session is one person in one town. The functions stand in places.py, routing.py, lists.py,
trips.py and reporting.py.
"""

from __future__ import annotations

from mcp_servers.core.tools import ToolServer
from mcp_servers.maps import lists, places, reporting, routing, trips
from mcp_servers.maps.failures import (
    AlreadyReported,
    AlreadySaved,
    DateNotAhead,
    ListFull,
    ListReadOnly,
    NoRoute,
    NotEnoughTime,
    NotOnARoad,
    PlaceClosed,
    PlaceGone,
    TimePassed,
    TooManyReports,
    TooManyTrips,
    TripFull,
    TripNameTaken,
    TripOver,
)
from mcp_servers.maps.state import MapsState
from mcp_servers.maps.world import make_world

server = ToolServer(
    "maps",
    title="Maps",
    instructions=(
        "Places, ways, saved lists and trips in one town. Distances are metres. Look up the ids of "
        "places, lists, trips and stops before you use them."
    ),
    state=MapsState,
    make_world=make_world,
)

server.read(places.search_places)
server.read(places.geocode)
server.read(places.reverse_geocode)
server.read(places.get_place)

server.read(raises=(NoRoute,))(routing.get_directions)
server.read(routing.isochrone)
server.read(routing.distance_matrix)

server.read(lists.list_lists)
server.read(lists.get_list)
server.write(raises=(ListReadOnly, AlreadySaved, ListFull))(lists.save_place)
server.write(destructive=True, raises=(ListReadOnly,))(lists.remove_saved_place)

server.read(trips.list_trips)
server.write(raises=(DateNotAhead, TripNameTaken, TooManyTrips))(trips.create_trip)
server.write(
    raises=(TripOver, TimePassed, TripFull, PlaceGone, PlaceClosed, NoRoute, NotEnoughTime)
)(trips.add_stop)
server.write(destructive=True, raises=(TripOver,))(trips.remove_stop)

server.write(raises=(NotOnARoad, AlreadyReported, TooManyReports))(reporting.report_road)
