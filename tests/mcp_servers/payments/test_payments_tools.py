"""What a model sees of the processor, and what synthesis needs to know of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcp_servers.payments.tools import server
from provelight.records import Json

ENTITY = "x-provelight-entity"
LABEL_OF = "x-provelight-label-of"


def inputs(name: str) -> set[str]:
    properties = server.tools[name].spec.parameters["properties"].values()
    return {p[ENTITY] for p in properties if ENTITY in p}


def objects(schema: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Yields the properties of an output schema, and of the rows in its lists."""
    properties = schema.get("properties", {})
    yield properties
    for prop in properties.values():
        if prop.get("type") == "array":
            yield from objects(prop["items"])


def outputs(name: str) -> set[str]:
    schema = server.tools[name].spec.output_schema or {}
    return {p[ENTITY] for o in objects(schema) for p in o.values() if ENTITY in p}


def test_the_paper_has_ten_tools_here():
    assert len(server.tools) == 10


def test_about_half_of_the_tools_write():
    writes = [t for t in server.tools.values() if not t.is_read]
    assert 0.4 <= len(writes) / len(server.tools) <= 0.6


def test_schemas_are_small():
    sizes = [len(json.dumps(t.spec.to_openai())) for t in server.tools.values()]
    assert sum(sizes) / len(sizes) <= 480
    assert max(sizes) <= 900


def test_every_id_that_a_tool_takes_comes_out_of_a_look_up():
    looked_up = {e for name, t in server.tools.items() if t.is_read for e in outputs(name)}
    assert {e for name in server.tools for e in inputs(name)} <= looked_up


def test_all_tools_lie_on_explicit_edges():
    wanted = {e for name in server.tools for e in inputs(name)}
    assert all(inputs(name) or outputs(name) & wanted for name in server.tools)


def test_look_ups_tell_what_people_call_the_thing():
    for name in ("search_customers", "list_invoices", "get_balance", "list_webhook_deliveries"):
        for properties in objects(server.tools[name].spec.output_schema or {}):
            entities = {p[ENTITY] for p in properties.values() if ENTITY in p}
            labelled = {p[LABEL_OF] for p in properties.values() if LABEL_OF in p}
            assert entities == labelled


def test_what_cannot_be_taken_back_is_called_destructive():
    destructive = {n for n, t in server.tools.items() if t.spec.annotations["destructiveHint"]}
    assert destructive == {"refund_payment"}
