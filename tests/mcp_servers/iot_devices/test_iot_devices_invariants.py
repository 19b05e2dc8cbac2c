"""Whatever is called, and whatever time and sensors do: the invariants hold."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule
from iot_devices_invariants import check_invariants
from machine import MACHINE_SETTINGS, ServerMachine

from mcp_servers.core.errors import InvalidArguments
from mcp_servers.iot_devices.state import UNATTENDED
from mcp_servers.iot_devices.tools import server

PICK = st.integers(0, 300)
PERCENT = st.integers(0, 100)


class HomeMachine(ServerMachine):
    """Operates devices of the live state, runs scenes, and lets time pass."""

    server = server

    def check(self):
        check_invariants(self.state)

    def after(self, tool, arguments, result, before):  # noqa: ARG002
        for device in before.devices:
            now = self.state.devices.require(device.id)
            assert device.online or now == device
            if device.locked and not now.locked:
                assert tool == "set_door_lock"
                assert before.mode not in UNATTENDED
        if not server.tool(tool, debug=True).is_read and tool in server.tools:
            assert result is not None
            changed = any(
                list(table) != list(getattr(before, name)) for name, table in self.state.tables()
            )
            assert changed or self.state.mode != before.mode

    @rule(device=PICK, power=st.sampled_from(["on", "off"]))
    def switch(self, device, power):
        self.call("switch_device", device_id=self.id_of("devices", device), power=power)

    @rule(device=PICK, percent=PERCENT)
    def dim(self, device, percent):
        self.call("set_level", device_id=self.id_of("devices", device), percent=percent)

    @rule(scene=PICK)
    def run_scene(self, scene):
        self.call("activate_scene", scene_id=self.id_of("scenes", scene))

    @rule(mode=st.sampled_from(["home", "night", "away", "vacation"]))
    def prepare_and_change_mode(self, mode):
        for lock in self.state.devices.where(kind="lock", locked=False):
            self.call("set_door_lock", lock_id=lock.id, action="lock")
        for device in self.state.devices.where(on=True):
            if device.kind in ("heater", "appliance"):
                self.call("switch_device", device_id=device.id, power="off")
        self.call("set_home_mode", mode=mode)

    @rule(
        thermostat=PICK, degrees=st.integers(5, 35), mode=st.sampled_from(["off", "heat", "cool"])
    )
    def heat(self, thermostat, degrees, mode):
        rows = self.state.devices.where(kind="thermostat")
        row = rows[thermostat % len(rows)]
        self.call("set_thermostat", thermostat_id=row.id, target_c=degrees, mode=mode)

    @rule(sensor=PICK, scene=PICK, threshold=st.none() | st.integers(-40, 2_000), name=PICK)
    def automate(self, sensor, scene, threshold, name):
        limit = {} if threshold is None else {"threshold": threshold}
        self.call(
            "create_automation",
            name=f"Rule {name}",
            sensor_id=self.id_of("sensors", sensor),
            scene_id=self.id_of("scenes", scene),
            **limit,
        )

    @rule(scene=PICK, hour=st.integers(6, 9), days=st.sampled_from(["daily", "weekend", "friday"]))
    def schedule(self, scene, hour, days):
        scene_id = self.id_of("scenes", scene)
        self.call("create_schedule", scene_id=scene_id, time=f"{hour:02d}:00", days=days)

    @rule(sensor=PICK, value=st.sampled_from([0, 1, 1, 15, 30, 70]))
    def sense(self, sensor, value):
        self.call("report_reading", sensor_id=self.id_of("sensors", sensor), value=value)

    @rule(minutes=st.integers(1, 2_000))
    def wait(self, minutes):
        self.call("advance_clock", minutes=minutes)


def test_locked_doors_do_not_open_by_themselves(home):
    home.devices.update("DEV-0004", locked=True)
    with pytest.raises(InvalidArguments, match="Back Door is locked"):
        server.tool("report_reading", debug=True).call(home, {"sensor_id": "SEN-0001", "value": 1})


TestHome = HomeMachine.TestCase
TestHome.settings = MACHINE_SETTINGS
