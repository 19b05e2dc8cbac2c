"""Tools about the car itself: how it is, who drives it, its tyres, its battery."""

from __future__ import annotations

from typing import Annotated, Literal

from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.wording import listed
from mcp_servers.vehicle import energy
from mcp_servers.vehicle.failures import LimitReached, NotCharging, NotPlugged, PressureOff
from mcp_servers.vehicle.guards import require_change, require_on, require_park
from mcp_servers.vehicle.routing import route
from mcp_servers.vehicle.state import TOLERANCE_KPA, Load, Tyre, VehicleState


class Status(Output):
    """Result of get_status."""

    model: Annotated[str, out("Which car this is.")]
    power: Annotated[str, out("on or off.")]
    driver: Annotated[str | None, out("For whom it is on.")] = None
    gear: Annotated[str, out("park, reverse, neutral or drive.")]
    speed_kmh: Annotated[int, out("Speed in kilometres an hour.")]
    drive_mode: Annotated[str, out("eco, comfort, sport or snow.")]
    charge_percent: Annotated[int, out("Charge of the battery.")]
    range_m: Annotated[int, out("How far that takes it, in metres.")]
    cable: Annotated[str, out("none, connected or charging.")]
    charge_limit: Annotated[int, out("Up to what percentage it is charged.")]
    odometer_m: Annotated[int, out("How far the car has gone, in metres.")]
    destination: Annotated[str | None, out("Where the route ends.")] = None
    open_or_unlocked: Annotated[str | None, out("Doors that are not locked, if any.")] = None
    low_tyres: Annotated[str | None, out("Tyres low on pressure, if any.")] = None


class DriverRow(Output):
    """A driver in a list."""

    driver_id: Annotated[str, out("Id of the driver.", entity="driver")]
    name: Annotated[str, out("Name of the driver.", label_of="driver")]
    profile: Annotated[str, out("full, young or valet.")]
    key_inside: Annotated[bool, out("true where the key is in the car.")]
    usual_mode: Annotated[str, out("Drive mode set when the car starts.")]
    celsius: Annotated[int, out("Temperature set when the car starts.")]
    driving: Annotated[bool | None, out("true for whom the car is on.")] = None


class Drivers(Output):
    """Result of list_drivers."""

    drivers: Annotated[list[DriverRow], out("All who have a key.")]


class TyreRow(Output):
    """A tyre in a list."""

    tyre: Annotated[str, out("Which tyre.")]
    kpa: Annotated[int, out("Pressure in kilopascals.")]
    normal_kpa: Annotated[int, out("What a normal load asks for.")]
    full_kpa: Annotated[int, out("What a full load asks for.")]
    verdict: Annotated[str, out("ok, low or high for a normal load.")]


class Tyres(Output):
    """Result of list_tyres."""

    tyres: Annotated[list[TyreRow], out("All tyres.")]
    calibrated_for: Annotated[str | None, out("Load that the monitor watches for.")] = None


class ChargingReport(Output):
    """Result of set_charging."""

    charging: Annotated[bool, out("true where it charges now.")]
    charge_percent: Annotated[int, out("Charge of the battery.")]
    limit_percent: Annotated[int, out("Where charging ends.")]
    minutes: Annotated[int | None, out("How long until then.")] = None


class CalibrationReport(Output):
    """Result of calibrate_tyres."""

    calibrated_for: Annotated[str, out("Load that the monitor watches for now.")]
    furthest_kpa: Annotated[int, out("The most that a tyre is off its pressure.")]


def get_status(state: VehicleState) -> Status:
    """Tells how the car is: power, gear, drive mode, charge and range, destination, doors that are
    not locked, low tyres."""
    driver = state.drivers.get(state.driver_id or "")
    places = route(state)
    cable = "connected" if state.plugged else "none"
    low = [tyre.name for tyre in state.tyres if _verdict(tyre, "normal") == "low"]
    return Status(
        model=state.model,
        power="on" if driver else "off",
        driver=driver.name if driver else None,
        gear=state.gear,
        speed_kmh=state.speed_kmh,
        drive_mode=state.mode,
        charge_percent=state.charge_percent,
        range_m=energy.range_m(state),
        cable="charging" if state.charging else cable,
        charge_limit=state.charge_limit,
        odometer_m=state.odometer_m,
        destination=places[-1].name if places else None,
        open_or_unlocked=_open_or_unlocked(state),
        low_tyres=listed(low) if low else None,
    )


def list_drivers(state: VehicleState) -> Drivers:
    """Lists who has a key, with ids: whether it is in the car, profile and usual settings."""
    return Drivers(
        drivers=[
            DriverRow(
                driver_id=driver.id,
                name=driver.name,
                profile=driver.profile,
                key_inside=driver.key_inside,
                usual_mode=driver.usual_mode,
                celsius=driver.celsius,
                driving=driver.id == state.driver_id or None,
            )
            for driver in state.drivers
        ]
    )


def list_tyres(state: VehicleState) -> Tyres:
    """Lists the tyres with their pressure and what they should have."""
    return Tyres(
        tyres=[
            TyreRow(
                tyre=tyre.name,
                kpa=tyre.kpa,
                normal_kpa=tyre.normal_kpa,
                full_kpa=tyre.full_kpa,
                verdict=_verdict(tyre, "normal"),
            )
            for tyre in state.tyres
        ],
        calibrated_for=state.calibrated_for,
    )


def calibrate_tyres(
    state: VehicleState, load: Annotated[Load, arg("How the car is loaded.")]
) -> CalibrationReport:
    """Calibrates the tyre monitor for a load, in park and with every tyre near the pressure that
    the load asks for; list_tyres shows them."""
    require_on(state, "the tyre monitor")
    require_park(state, "calibrating")
    require_change("The load that the monitor watches for", state.calibrated_for, load)
    wrong = [tyre for tyre in state.tyres if _verdict(tyre, load) != "ok"]
    if wrong:
        told = listed(f"{t.name} {t.kpa} instead of {_asked(t, load)} kPa" for t in wrong)
        raise PressureOff(
            f"For a {load} load these tyres are more than {TOLERANCE_KPA} kPa off: {told}. Inflate "
            "or deflate them first, or calibrate for another load."
        )
    state.calibrated_for = load
    furthest = max(abs(tyre.kpa - _asked(tyre, load)) for tyre in state.tyres)
    return CalibrationReport(calibrated_for=load, furthest_kpa=furthest)


def set_charging(
    state: VehicleState,
    action: Annotated[Literal["start", "stop"], arg("What to do.")] = "start",
    limit_percent: Annotated[
        int | None,
        arg("Where charging ends; as before by default.", ge=50, le=100, examples=(80, 85, 90)),
    ] = None,
) -> ChargingReport:
    """Starts charging at the connected cable, up to a limit, or stops it. With another limit,
    start also changes that of a charge in progress."""
    if not state.plugged:
        raise NotPlugged(
            "The charging cable is not connected; plug it in first. list_chargers shows stations."
        )
    limit = state.charge_limit if limit_percent is None else limit_percent
    if action == "start":
        _require_chargeable(state, limit)
    elif not state.charging:
        raise NotCharging("The car is not charging, so there is nothing to stop.")
    state.charging, state.charge_limit = action == "start", limit
    missing = state.capacity_wh * (limit - state.charge_percent) // 100
    return ChargingReport(
        charging=state.charging,
        charge_percent=state.charge_percent,
        limit_percent=limit,
        minutes=-(-missing * 60 // (state.charger_kw * 1_000)) if state.charging else None,
    )


def _require_chargeable(state: VehicleState, limit: int) -> None:
    """Raises LimitReached or SameSetting where a charge up to a limit does not begin."""
    if state.charge_percent >= limit:
        raise LimitReached(
            f"The battery is at {state.charge_percent}%, which is not below the limit of {limit}%; "
            "give a higher limit_percent, up to 100."
        )
    if state.charging:
        require_change("The limit of the charge in progress", state.charge_limit, limit)


def _open_or_unlocked(state: VehicleState) -> str | None:
    doors = state.doors.where(locked=False)
    told = [f"{door.name} {'open' if door.is_open else 'unlocked'}" for door in doors]
    return listed(told, 6) if told else None


def _asked(tyre: Tyre, load: Load) -> int:
    return tyre.normal_kpa if load == "normal" else tyre.full_kpa


def _verdict(tyre: Tyre, load: Load) -> str:
    off = tyre.kpa - _asked(tyre, load)
    if abs(off) <= TOLERANCE_KPA:
        return "ok"
    return "low" if off < 0 else "high"
