from datetime import datetime
from random import Random

import pytest

from provelight.synthesis.personas import PERSONAS, Persona
from provelight.synthesis.scripted import daytime, dress, is_command

NOW = datetime(2026, 3, 4, 9, 30)


@pytest.mark.parametrize(
    ("phrase", "command"),
    [
        ("Freeze my {card.name}.", True),
        ("How much is in {account.name}?", False),
        ("I need {card.name}.", False),
        ("{card.name} must be frozen.", False),
        ("Clear it, please.", False),
        ("Lock it; I lost it.", False),
        ("My card is gone. Freeze it.", False),
    ],
)
def test_commands(phrase, command):
    assert is_command(phrase) is command


def said(phrase, texts, persona, first=True, seeds=60):
    return {dress(phrase, texts, first, persona, NOW, Random(seed)) for seed in range(seeds)}


def test_a_persona_dresses_a_command():
    polite = Persona(
        "p", openers=("Good {daytime}.",), closers=("Thanks.",), commands=("Could you {command}?",)
    )
    found = said("Freeze my {card.name}.", {"card.name": "Gold Visa"}, polite)
    assert "Good morning. Could you freeze my Gold Visa?" in found
    assert "Freeze my Gold Visa. Thanks." in found
    assert all(text.count("Gold Visa") == 1 for text in found)


def test_only_later_turns_are_linked():
    persona = Persona("p", openers=("Hi!",), links=("Next,", "One more thing:"), talkative=1.0)
    assert said("Is it open?", {}, persona) == {"Hi! Is it open?"}
    assert said("Is it open?", {}, persona, first=False) == {
        "Next, is it open?",
        "One more thing: is it open?",
    }
    assert said("And is it open?", {}, persona, first=False) == {"And is it open?"}


def test_names_and_i_stay_capital():
    persona = Persona("p", links=("Next,",), talkative=1.0)
    assert said("I want it.", {}, persona, first=False) == {"Next, I want it."}
    assert said("{p} it.", {"p": "Ann"}, persona, first=False) == {"Next, Ann it."}


def test_the_phone_writer():
    texting = Persona("p", openers=("hey,",), lower_case=True, talkative=1.0)
    assert said("Freeze it.", {}, texting) == {"hey, freeze it"}
    assert said(
        "{card.name} is gone.", {"card.name": "Gold Visa"}, Persona("p", lower_case=True)
    ) == {"Gold Visa is gone"}


def test_free_text_at_the_end_is_left_alone():
    persona = Persona("p", closers=("Thanks.",), talkative=1.0)
    assert said("Write: {text}", {"text": "as agreed"}, persona) == {"Write: as agreed"}


@pytest.mark.parametrize(("hour", "word"), [(8, "morning"), (12, "afternoon"), (18, "evening")])
def test_daytime(hour, word):
    assert daytime(NOW.replace(hour=hour)) == word


def test_personas_differ_and_leave_no_slot_open():
    assert len({persona.description for persona in PERSONAS}) == len(PERSONAS) >= 8
    for persona in PERSONAS:
        for first in (True, False):
            for text in said("Freeze it.", {}, persona, first):
                assert "{" not in text
                assert "please" not in text.lower() or text.lower().count("please") == 1
