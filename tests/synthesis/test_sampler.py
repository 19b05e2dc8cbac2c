from provelight.environments.fleet import MCPFleet
from provelight.environments.naming import split
from provelight.synthesis.sampler import SamplingContext, discover
from provelight.synthesis.signatures import read_signature


def context(moments):
    return SamplingContext((), {}, (), {}, moments)


def test_a_tool_is_asked_for_moments_that_it_shows():
    seen = context({"list": ("2026-03-04", "2026-03-05T09:00"), "other": ("2026-04-01",)})
    assert seen.moments_for("list", "date") == ["2026-03-04", "2026-03-05"]
    assert seen.moments_for("list", "datetime") == []
    assert seen.moments_for("list", None) == []


def test_a_tool_that_shows_its_default_alone_is_asked_for_what_others_show():
    seen = context({"day": ("2026-03-04",), "other": ("2026-03-04T10:00", "2026-03-05T09:00")})
    assert seen.moments_for("day", "date") == ["2026-03-05"]
    assert seen.moments_for("unknown", "datetime") == ["2026-03-04T10:00", "2026-03-05T09:00"]


def found_in(server):
    with MCPFleet([server], backend="local") as fleet:
        signatures = {split(n)[1]: read_signature(s) for n, s in fleet.tools.items()}
        with fleet.open_session([server], 0) as session:
            return discover(session, server, signatures)


def test_discovery_learns_the_moments_of_results():
    seen = found_in("banking")
    days = seen.moments_for("list_transactions", "date")
    assert len(days) > 5
    assert days == sorted(set(days))


def test_discovery_reads_the_pages_of_a_list(library):
    listed = [d.result["books"] for d in found_in(library).discoveries if d.tool == "list_books"]
    assert [len(books) for books in listed] == [3, 3, 1]


def test_a_call_leads_to_companions_however_many():
    seen = found_in("banking")
    (listing, *_) = [
        d for d in seen.discoveries if d.tool == "list_transactions" and d.result["transactions"]
    ]
    account = listing.arguments["account_id"]
    rows = [row["transaction_id"] for row in listing.result["transactions"]]
    assert len(rows) > 4
    assert all(account in seen.companions[row] for row in rows)
    assert set(rows) <= seen.companions[account]
    assert rows[1] not in seen.companions[rows[0]]
