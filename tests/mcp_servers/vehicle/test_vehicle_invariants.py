"""Whatever is called, in whatever order: the invariants hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule
from machine import MACHINE_SETTINGS, ServerMachine
from vehicle_invariants import check_invariants

from mcp_servers.vehicle.state import VehicleState
from mcp_servers.vehicle.tools import server
from provelight.records import Json

PICK = st.integers(0, 10_000)
# What a tool may change; drivers, tyres and places are nobody's to change.
TOUCHES: dict[str, set[str]] = {
    "start_vehicle": {"driver_id", "mode", "zones", "doors"},
    "switch_off": {"driver_id", "zones", "stops"},
    "shift_gear": {"gear", "doors"},
    "set_drive_mode": {"mode", "zones"},
    "operate_door": {"doors"},
    "set_child_lock": {"doors"},
    "set_window": {"doors"},
    "set_temperature": {"zones"},
    "navigate_to": {"stops"},
    "add_stop": {"stops"},
    "set_charging": {"charging", "charge_limit"},
    "calibrate_tyres": {"calibrated_for"},
    "set_speed": {"speed_kmh"},
}


class VehicleMachine(ServerMachine):
    """Drives about with all the drivers, and tries every door on the way."""

    server = server
    state: VehicleState

    def check(self) -> None:
        check_invariants(self.state)

    def after(self, tool: str, arguments: dict[str, Json], result: Json, before: Any) -> None:
        scalars = {k for k, v in before.scalars().items() if getattr(self.state, k) != v}
        tables = {k for k, rows in before.tables() if list(getattr(self.state, k)) != list(rows)}
        assert scalars | tables <= TOUCHES.get(tool, set()), tool
        if tool in ("set_window", "set_child_lock", "operate_door"):
            changed = [d.id for d in before.doors if self.state.doors.get(d.id) != d]
            assert changed == [arguments["door_id"]]
        if tool == "set_window":
            assert not self.state.doors.require(arguments["door_id"]).child_lock
        if tool == "operate_door" and arguments["action"] in ("open", "unlock"):
            assert before.gear == "park"
        if tool == "operate_door":
            done = {"lock": "locked", "open": "open"}.get(arguments["action"], "unlocked")
            assert result["state"] == done

    @rule(pick=PICK)
    def start(self, pick: int) -> None:
        self.call("start_vehicle", driver_id=self.id_of("drivers", pick))

    @rule(kmh=st.sampled_from([0, 0, 30, 130]))
    def roll(self, kmh: int) -> None:
        self.call("set_speed", kmh=kmh)

    @rule(gear=st.sampled_from(["park", "drive", "drive", "reverse", "neutral"]))
    def shift(self, gear: str) -> None:
        self.call("shift_gear", gear=gear)

    @rule()
    def stop_for_good(self) -> None:
        self.call("set_speed", kmh=0)
        self.call("shift_gear", gear="park")
        self.call("switch_off")
        assert self.state.driver_id is None

    @rule(pick=PICK, action=st.sampled_from(["lock", "unlock", "open", "close"]))
    def door(self, pick: int, action: str) -> None:
        self.call("operate_door", door_id=self.id_of("doors", pick), action=action)

    @rule(pick=PICK, percent=st.sampled_from([0, 50, 100]))
    def window(self, pick: int, percent: int) -> None:
        self.call("set_window", door_id=self.id_of("doors", pick), open_percent=percent)

    @rule(mode=st.sampled_from(["eco", "sport", "comfort", "snow"]))
    def drive_as(self, mode: str) -> None:
        self.call("set_drive_mode", mode=mode)

    @rule(pick=PICK, celsius=st.integers(15, 28))
    def warm(self, pick: int, celsius: int) -> None:
        self.call("set_temperature", zone_id=self.id_of("zones", pick), celsius=celsius)

    @rule(pick=PICK)
    def go(self, pick: int) -> None:
        place_id = self.id_of("places", pick)
        report = self.call("navigate_to", place_id=place_id)
        assert report is None or [s.place_id for s in self.state.stops] == [place_id]

    @rule(pick=PICK, order=st.sampled_from(["next", "last"]))
    def go_by(self, pick: int, order: str) -> None:
        place_id = self.id_of("places", pick)
        if report := self.call("add_stop", place_id=place_id, order=order):
            position = 1 if order == "next" else report["stops"]
            assert self.state.stops.where(place_id=place_id)[0].position == position

    @rule(action=st.sampled_from(["start", "stop"]), limit=st.none() | st.integers(50, 100))
    def charge(self, action: str, limit: int | None) -> None:
        self.call("set_charging", action=action, limit_percent=limit)

    @rule(load=st.sampled_from(["normal", "full"]))
    def calibrate(self, load: str) -> None:
        self.call("calibrate_tyres", load=load)


TestVehicle = VehicleMachine.TestCase
TestVehicle.settings = MACHINE_SETTINGS
