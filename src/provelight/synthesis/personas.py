"""The voices of the scripted teacher: who asks, and how they begin and end what they say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """A way of talking.

    Attributes:
        description: who it is; goes into the record, and to a teacher that is a language model.
        openers: what may come before a first request; `{daytime}` is morning, afternoon, evening.
        links: what may come before a later request.
        closers: what may come after a request.
        commands: what a plain command may become; `{command}` is the command, uncapitalised.
        lower_case: True where sentences begin small and end without a full stop.
        talkative: how likely each decoration is.
    """

    description: str
    openers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    lower_case: bool = False
    talkative: float = 0.5


PERSONAS: tuple[Persona, ...] = (
    Persona("someone matter-of-fact who asks for one thing at a time", talkative=0.0),
    Persona(
        "a busy parent between two appointments",
        openers=("Quick one:", "Only have a minute.", "Hi, in a hurry here."),
        links=("One more thing:", "Also,", "Next,"),
        closers=("Thanks!", "Got to run, thanks."),
    ),
    Persona(
        "a polite retired teacher who writes full sentences",
        openers=("Good {daytime}.", "Good {daytime}, I hope you can help me."),
        links=("Thank you. Now,", "That is very kind.", "Thank you. Next,"),
        closers=("Thank you very much.", "Many thanks."),
        commands=("Would you please {command}?", "Could you please {command}?"),
        talkative=0.7,
    ),
    Persona(
        "a student who types on the phone",
        openers=("hey,", "hi!", "yo,"),
        links=("ok cool.", "and", "great,"),
        closers=("thx", "cheers"),
        lower_case=True,
    ),
    Persona(
        "a freelancer who does the paperwork on Friday afternoon",
        openers=("Working through my list.", "Hello!", "First item:"),
        links=("Next item:", "Ticked off.", "Moving on:"),
        commands=("Please {command}.", "I need you to {command}."),
    ),
    Persona(
        "a nervous first-time user who is not sure how this works",
        openers=("Hi, I hope I'm in the right place.", "Sorry, quick question:", "Um, hello."),
        links=("Okay.", "Oh good.", "Right, then"),
        commands=("Can you {command}?", "Would it be possible to {command}?"),
        closers=("Hope that's okay to ask.", "Thank you!"),
    ),
    Persona(
        "an office manager who delegates briskly",
        links=("Good.", "Fine. Next:", "Then"),
        commands=("Please {command}.", "{command}, please."),
        talkative=0.4,
    ),
    Persona(
        "a cheerful neighbour who likes to chat",
        openers=("Hi there!", "Good {daytime}!", "Hello hello!", "Hope you're having a nice day."),
        links=("Wonderful!", "Lovely.", "Perfect, and", "Great stuff."),
        closers=("You're a star!", "Thanks a bunch!"),
        commands=("Could you {command}?", "Can you {command} for me?"),
        talkative=0.7,
    ),
    Persona(
        "an engineer who writes as tersely as a log file",
        links=("Then:", "Next:", "Now:"),
        talkative=0.3,
    ),
    Persona(
        "someone who has just come home from work, tired",
        openers=("Long day.", "Back home at last.", "Hi."),
        links=("Okay,", "While we're at it,", "And"),
        closers=("Thanks.",),
        commands=("Please {command}.", "Just {command}, please."),
    ),
)
