"""The look-up on what devices used."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.paging import Limit, Offset, Page, page
from mcp_servers.iot_devices.describing import room_name
from mcp_servers.iot_devices.engine import loads
from mcp_servers.iot_devices.state import HomeState

KEPT_DAYS = 7


class UsageRow(Output):
    """What a device used."""

    device_id: Annotated[str, out("Id of the device.", entity="device")]
    name: Annotated[str, out("Name of the device.", label_of="device")]
    room: Annotated[str, out("Where it is.", label_of="device")]
    watt_hours: Annotated[int, out("What it used, in watt-hours.")]


class EnergyReport(Page):
    """Result of get_energy_report."""

    total_watt_hours: Annotated[int, out("What all of them used together.")]
    watts_now: Annotated[int, out("What the whole home draws now.")]
    devices: Annotated[list[UsageRow], out("The largest first, unless asked otherwise.")]


def get_energy_report(
    state: HomeState,
    room_id: Annotated[str | None, arg("Only this room.", entity="room")] = None,
    days: Annotated[
        int, arg("How many days until yesterday.", ge=1, le=KEPT_DAYS, examples=(1, 2, 3, 5))
    ] = KEPT_DAYS,
    order: Annotated[Literal["largest", "smallest"], arg("What comes first.")] = "largest",
    offset: Offset = 0,
    limit: Limit = 5,
) -> EnergyReport:
    """Reports the energy that devices used in the last days, and what the home draws now."""
    if room_id is not None:
        state.rooms.require(room_id)
    since = (state.now.date() - timedelta(days=days)).isoformat()
    used: Counter[str] = Counter()
    for row in state.usage:
        if row.date >= since:
            used[row.device_id] += row.watt_hours
    devices = [(state.devices.require(id), amount) for id, amount in used.items()]
    rows = [(device, n) for device, n in devices if room_id in (None, device.room_id)]
    sign = -1 if order == "largest" else 1
    rows.sort(key=lambda row: (sign * row[1], row[0].id))
    shown, next_offset = page(rows, offset, limit)
    return EnergyReport(
        total_watt_hours=sum(amount for _, amount in rows),
        watts_now=sum(loads(state).values()),
        devices=[
            UsageRow(
                device_id=device.id,
                name=device.name,
                room=room_name(state, device.room_id),
                watt_hours=amount,
            )
            for device, amount in shown
        ],
        total=len(rows),
        next_offset=next_offset,
    )
