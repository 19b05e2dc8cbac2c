"""The invariants that the state of the car declares, as assertions on one state."""

from __future__ import annotations

from mcp_servers.vehicle.energy import legs, reserve_wh
from mcp_servers.vehicle.routing import route
from mcp_servers.vehicle.state import (
    ECO_CELSIUS,
    EMPTY_PERCENT,
    MOST_STOPS,
    SPORT_PERCENT,
    TOLERANCE_KPA,
    VehicleState,
)


def check_invariants(state: VehicleState) -> None:
    """Asserts every invariant of mcp_servers/vehicle/state.py that one state can show."""
    _it_drives_closed_and_unplugged(state)
    _it_is_on_for_somebody(state)
    _doors_make_sense(state)
    _it_charges_below_the_limit(state)
    _modes_keep_their_limits(state)
    _the_route_can_be_finished(state)
    _a_valet_is_kept_out(state)
    _the_monitor_fits_the_tyres(state)


def _it_drives_closed_and_unplugged(state: VehicleState) -> None:
    if state.gear != "park":
        assert state.driver_id is not None
        assert not state.plugged
        assert all(door.locked and not door.is_open for door in state.doors)
    assert state.speed_kmh == 0 or state.gear != "park"


def _it_is_on_for_somebody(state: VehicleState) -> None:
    if state.driver_id is not None:
        assert state.drivers.require(state.driver_id).key_inside
        assert state.charge_percent >= EMPTY_PERCENT
        assert all(zone.running for zone in state.zones)


def _doors_make_sense(state: VehicleState) -> None:
    for door in state.doors:
        assert not (door.is_open and door.locked)
        assert not door.child_lock or door.row == "rear"
        assert door.window_percent == 0 or door.row != "boot"
        assert 0 <= door.window_percent <= 100


def _it_charges_below_the_limit(state: VehicleState) -> None:
    assert not state.charging or (state.plugged and state.charge_percent < state.charge_limit)
    assert 0 <= state.charge_percent <= 100


def _modes_keep_their_limits(state: VehicleState) -> None:
    if state.mode == "eco":
        assert all(ECO_CELSIUS[0] <= zone.celsius <= ECO_CELSIUS[1] for zone in state.zones)
    if state.mode == "sport" and state.driver_id is not None:
        assert state.drivers.require(state.driver_id).profile == "full"
        assert state.charge_percent >= SPORT_PERCENT


def _the_route_can_be_finished(state: VehicleState) -> None:
    places = route(state)
    assert len({place.id for place in places}) == len(places) <= MOST_STOPS
    assert sorted(stop.position for stop in state.stops) == list(range(1, len(places) + 1))
    assert state.driver_id is not None or not places
    arrivals = [leg.arrival_wh for leg in legs(state, places, state.mode)]
    assert all(wh >= reserve_wh(state) for wh in arrivals)


def _a_valet_is_kept_out(state: VehicleState) -> None:
    driver = state.drivers.get(state.driver_id or "")
    if driver is not None and driver.profile == "valet":
        assert all(door.locked for door in state.doors.where(row="boot"))
        assert all(place.category != "private" for place in route(state))


def _the_monitor_fits_the_tyres(state: VehicleState) -> None:
    for tyre in state.tyres if state.calibrated_for else ():
        asked = tyre.normal_kpa if state.calibrated_for == "normal" else tyre.full_kpa
        assert abs(tyre.kpa - asked) <= TOLERANCE_KPA
