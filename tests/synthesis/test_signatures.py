from provelight.records import ToolSpec
from provelight.synthesis.sightings import ids, sightings, sole_id
from provelight.synthesis.signatures import read_signature

ID = {"type": "string", "x-provelight-entity": "pet"}
NAME = {"type": "string", "x-provelight-label-of": "pet"}
OWNER = {"type": "string", "x-provelight-entity": "owner"}
OWNER_NAME = {"type": "string", "x-provelight-label-of": "owner"}


def tool(output, parameters=None, required=()):
    schema = {"type": "object", "properties": parameters or {}, "required": list(required)}
    return read_signature(ToolSpec("t", "", schema, output, annotations={"readOnlyHint": True}))


def rows(**fields):
    items = {"type": "object", "properties": fields}
    return {"type": "object", "properties": {"rows": {"type": "array", "items": items}}}


def test_params():
    signature = tool(
        None,
        {
            "pet_id": ID,
            "words": {"type": "string", "examples": ["x"]},
            "kind": {"type": "string", "enum": ["a"]},
            "day": {"type": "string", "x-provelight-format": "date"},
            "pin": {"type": "string", "x-provelight-sensitive": True},
        },
        ["pet_id", "words"],
    )
    assert [p.name for p in signature.required()] == ["pet_id", "words"]
    assert [p.name for p in signature.searches()] == ["words"]
    assert [p.name for p in signature.params.values() if p.is_words] == ["words", "pin"]
    assert signature.params["pin"].sensitive
    assert signature.takes("pet")[0].name == "pet_id"


def test_a_row_is_about_its_first_id_and_what_it_has_a_label_for():
    signature = tool(rows(pet_id=ID, name=NAME, owner_id=OWNER))
    result = {"rows": [{"pet_id": "P1", "name": "Rex", "owner_id": "O1"}]}
    assert [(s.entity, s.id) for s in sightings(signature, result)] == [("pet", "P1")]
    assert ids(signature, result, "owner") == ["O1"]
    assert signature.describes("pet", ("name",))
    assert not signature.describes("owner", ("name",))

    labelled = tool(rows(pet_id=ID, owner_id=OWNER, owner_name=OWNER_NAME))
    both = sightings(labelled, {"rows": [{"pet_id": "P1", "owner_id": "O1", "owner_name": "Al"}]})
    assert {s.entity for s in both} == {"pet", "owner"}


def test_two_ids_of_one_type_in_a_row_are_about_nobody():
    signature = tool(rows(from_id=ID, to_id=ID, name=NAME))
    assert sightings(signature, {"rows": [{"from_id": "P1", "to_id": "P2", "name": "x"}]}) == []


def test_nested_objects_references_and_optional_branches():
    output = {
        "$defs": {"Pet": {"type": "object", "properties": {"pet_id": ID, "name": NAME}}},
        "type": "object",
        "properties": {
            "best": {"anyOf": [{"$ref": "#/$defs/Pet"}, {"type": "null"}]},
            "others": {"type": "array", "items": {"$ref": "#/$defs/Pet"}},
        },
    }
    signature = tool(output)
    result = {"best": {"pet_id": "P1", "name": "a"}, "others": [{"pet_id": "P2", "name": "b"}]}
    assert [s.id for s in sightings(signature, result)] == ["P1", "P2"]
    assert [shape.in_list for shape in signature.shapes if shape.path] == [False, True]
    assert sole_id(signature, result, "pet") is None
    assert sole_id(signature, {"best": {"pet_id": "P1"}, "others": []}, "pet") == "P1"


def test_a_schema_that_contains_itself_ends():
    output = {
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {
                    "pet_id": ID,
                    "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                },
            }
        },
        "$ref": "#/$defs/Node",
    }
    nested = {"pet_id": "P1", "children": [{"pet_id": "P2", "children": []}]}
    assert ids(tool(output), nested, "pet") == ["P1", "P2"]


def test_a_missing_id_is_no_sighting():
    signature = tool(rows(pet_id=ID, name=NAME))
    assert sightings(signature, {"rows": [{"name": "Rex"}, {"pet_id": None}]}) == []
