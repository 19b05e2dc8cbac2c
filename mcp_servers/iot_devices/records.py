"""What the hub of a world has recorded: readings of sensors, energy of devices."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from mcp_servers.core.wording import minute
from mcp_servers.iot_devices.energy import KEPT_DAYS
from mcp_servers.iot_devices.furniture import VALUES
from mcp_servers.iot_devices.state import (
    DETECTORS,
    METERS,
    Device,
    HomeState,
    Reading,
    Sensor,
    Usage,
)

METER_HOURS = 2
METER_READINGS = 13
EVENTS = 4
HOURS_ON: dict[str, tuple[int, int]] = {
    "light": (1, 6),
    "plug": (8, 24),
    "heater": (0, 3),
    "appliance": (0, 2),
    "fan": (0, 5),
    "speaker": (0, 4),
    "tv": (0, 5),
    "camera": (24, 24),
}
"""How long a device runs on a day."""


def add_readings(state: HomeState, rng: random.Random) -> None:
    """Adds the readings of the last day, the newest what a sensor shows now.

    A sensor that is offline fell silent the day before.
    """
    for sensor in state.sensors:
        until = state.now - timedelta(minutes=rng.randrange(1, 50))
        if not sensor.online:
            until -= timedelta(hours=rng.randrange(16, 22))
        made = _measured if sensor.kind in METERS else _detected
        for at, value in made(sensor, until, rng):
            state.readings.insert(
                Reading(
                    id=state.new_id("readings"), sensor_id=sensor.id, at=minute(at), value=value
                )
            )


def _measured(sensor: Sensor, until: datetime, rng: random.Random) -> list[tuple[datetime, int]]:
    """Returns readings at equal intervals, going up and down."""
    low, high = VALUES[sensor.kind]
    scale = METERS[sensor.kind]
    step = max(1, (high - low) // 10)
    value = rng.randint(low, high) if sensor.kind == "power" else sensor.value
    readings = []
    for i in range(METER_READINGS):
        readings.append((until - timedelta(hours=METER_HOURS * i), value))
        value = min(max(value + rng.randint(-step, step), scale.low), scale.high)
    return readings[::-1]


def _detected(sensor: Sensor, until: datetime, rng: random.Random) -> list[tuple[datetime, int]]:
    """Returns changes back and forth; a leak sensor has seldom anything to tell."""
    count = 1 if DETECTORS[sensor.kind][0] == "dry" else rng.randrange(2, EVENTS + 1)
    readings, at, value = [], until, sensor.value
    for _ in range(count):
        readings.append((at, value))
        at -= timedelta(minutes=rng.randrange(20, 300))
        value = 1 - value
    return readings[::-1]


def add_usage(state: HomeState, rng: random.Random) -> None:
    """Adds what each device used on each of the last days."""
    for device in state.devices:
        if device.watts:
            for back in range(KEPT_DAYS, 0, -1):
                day = state.now.date() - timedelta(days=back)
                state.usage.insert(
                    Usage(
                        id=state.new_id("usage"),
                        device_id=device.id,
                        date=day.isoformat(),
                        watt_hours=_watt_hours(device, rng),
                    )
                )


def _watt_hours(device: Device, rng: random.Random) -> int:
    low, high = HOURS_ON[device.kind]
    return device.watts * rng.randint(10 * low, 10 * high) // 10
