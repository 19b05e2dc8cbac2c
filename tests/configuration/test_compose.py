"""Configurations from the command line, and what is said of a wrong one (P4)."""

from __future__ import annotations

import pytest
from omegaconf import OmegaConf

from provelight.configuration import compose_config
from provelight.errors import ConfigError, ProvelightError


def refusal(*overrides, name="job"):
    with pytest.raises(ConfigError) as raised:
        compose_config(name, overrides)
    return str(raised.value)


def test_overrides_experiments_and_groups_compose(tmp_path):
    config = compose_config("job", ["experiment=quick", "model=large", "rollout.group_size=4"])
    assert (config.steps, config.model.layers, config.rollout.group_size) == (3, 40, 4)
    assert config.folder == str(tmp_path / "data" / "models" / "NAME")


def test_what_the_grammar_offers_is_there():
    config = compose_config("job", ["+extra.key=1", "~rate", "names=[c]", "name='a, b'"])
    assert config.extra.key == 1
    assert "rate" not in config
    assert config["names"] == ["c"]
    assert config.name == "a, b"


def test_a_key_of_the_chosen_option_can_be_overridden():
    assert compose_config("job", ["model=large", "model.layers=12"]).model.layers == 12


@pytest.mark.parametrize(
    ("override", "key", "near"),
    [
        ("rolout.group_size=4", "rolout.group_size", "rollout.group_size"),
        ("rollout.grop_size=4", "rollout.grop_size", "rollout.group_size"),
        ("group_size=4", "group_size", "rollout.group_size"),
        ("modle=large", "modle", "model"),
        ("~rollout.temprature", "rollout.temprature", "rollout.temperature"),
    ],
)
def test_an_unknown_key_is_named_with_the_near_one(override, key, near):
    message = refusal("steps=2", override)
    assert message.startswith(f"{override}: ")
    assert f"no key {key!r}" in message
    assert f"did you mean {near}" in message


def test_a_key_like_no_other_says_how_to_see_all():
    assert "--print-config" in refusal("zzz=1")


@pytest.mark.parametrize(
    ("override", "near"), [("model=larg", "model=large"), ("experiment=quik", "experiment=quick")]
)
def test_an_unknown_option_is_named_with_the_near_one_and_all(override, near):
    message = refusal(override)
    assert message.startswith(f"{override}: no such choice; did you mean {near}?")
    assert "There is: " in message


@pytest.mark.parametrize(
    ("override", "takes"),
    [
        ("rollout.group_size=abc", "an integer, such as its default 8, not abc"),
        ("steps=2.5", "an integer, such as its default 10, not 2.5"),
        ("steps=null", "an integer"),
        ("steps=true", "an integer"),
        ("rate=fast", "a number, such as its default 0.5"),
        ("verbose=1", "true or false, such as its default false"),
        ("name=12", "a text, such as its default job"),
        ("name=[a]", "a text"),
    ],
)
def test_a_value_of_another_type_is_told_with_what_the_key_takes(override, takes):
    message = refusal(override)
    assert message.startswith(f"{override}: ")
    assert takes in message


@pytest.mark.parametrize(
    "override",
    ["rate=1", "resume=/runs/1", "resume=5", "steps=${rollout.group_size}", "name=2026-01-02"],
)
def test_a_value_that_may_be_right_passes(override):
    compose_config("job", [override])


@pytest.mark.parametrize("override", ["steps", "steps=[1", "--steps=3", "steps = 3"])
def test_what_is_no_override_says_how_to_write_one(override):
    assert "write key=value" in refusal(override)


def test_a_sweep_is_refused_by_name():
    assert refusal("steps=1,2").startswith("steps=1,2: ")


def test_values_that_are_missing_are_all_named():
    message = refusal(name="needs")
    assert "count, output" in message
    assert compose_config("needs", ["output=a", "count=1"]).output == "a"


def test_a_reference_that_leads_nowhere_names_its_key():
    message = refusal(name="lost")
    assert message.startswith("rate cannot be worked out: ")
    assert "nowhere" in message


def test_a_configuration_that_is_not_there_or_broken_is_told():
    assert "'jbo'" in refusal(name="jbo")
    assert "nothing" in refusal(name="broken")


def test_a_folder_of_configurations_that_is_not_there_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PROVELIGHT_CONFIGS", str(tmp_path / "none"))
    with pytest.raises(ProvelightError, match="PROVELIGHT_CONFIGS"):
        compose_config("job")


def test_nothing_of_one_call_is_left_for_the_next():
    compose_config("job", ["steps=1"])
    assert OmegaConf.select(compose_config("job"), "steps") == 10
