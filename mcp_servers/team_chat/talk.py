"""What is said: openings with replies, with gaps for names and numbers; names of channels."""

from __future__ import annotations

from mcp_servers.team_chat.state import Emoji

EMOJI: tuple[Emoji, ...] = (
    "thumbs_up",
    "heart",
    "party",
    "eyes",
    "check_mark",
    "laughing",
    "clap",
    "thinking",
)

SOCIAL = {
    "lunch": "Where to eat",
    "running": "Who runs when",
    "music": "What we listen to",
    "books": "What we read",
    "help-desk": "Questions on computers",
}
PARTS = {"design": "How it should look", "tests": "What is checked", "launch": "Getting it out"}

WORK = (
    (
        "Build {n} is red again, can somebody have a look?",
        "It is the clock in the tests.",
        "Green now.",
    ),
    (
        "The figures for {city} are in, up by {n} percent.",
        "Better than I feared.",
        "Who tells the board?",
    ),
    ("{name} is out until {day}, ask me in the meantime.",),
    (
        "We meet in room {n} on {day} at ten.",
        "I will be five minutes late.",
        "Can we make it eleven?",
    ),
    ("Please read draft {n} before {day}.", "Done, two remarks in the margin."),
    ("The printer on floor {n} is broken once more.", "A new one comes next week."),
    (
        "Ticket {n} is done, thanks to {name}.",
        "That was quick!",
        "And it works on small screens, too.",
    ),
    (
        "Does anybody still need the server in {city}?",
        "We do, until {day}.",
        "I shall ask again later.",
    ),
    ("Version {n} goes out on {day}.", "Are the notes written?", "They are, see the draft."),
    ("The visit to {city} is booked for {day}.", "I would like to come along."),
    ("{name} found {n} old laptops in the cellar.", "One of them is mine."),
    ("Workshop {n} has two places left.", "I take one.", "Then there is one."),
    ("Who can talk to our people in {city} this {day}?", "I can, after lunch."),
    (
        "Customer {n} wants the report on paper.",
        "On paper, really?",
        "I will print it on {day}.",
    ),
)
LEISURE = (
    ("Table for {n} on {day}, who comes along?", "I do.", "Me too, if it is not fish."),
    ("Has anybody been to {city} lately?", "Last month, go there."),
    ("{name} did {n} kilometres this morning.", "Before breakfast?"),
    ("Chapter {n} is the best one so far.", "No word about the end, please."),
    ("There is cake in kitchen {n}, it is the birthday of {name}.", "On my way!"),
    ("Two tickets for {day} to give away.", "I would take them.", "They are yours."),
    ("Which {n} records would you take to {city}?", "Only the slow ones."),
    ("My screen shows {n} colours fewer since {day}.", "Have you tried another cable?"),
)
NEWS = (
    ("The office is closed on {day}.", "Also the one in {city}?"),
    ("Welcome to {name}, who starts on {day}.", "Welcome!"),
    ("We have {n} customers in {city} now.", "Well done, all of you."),
    ("Lift {n} is out of order until {day}.",),
    ("The new rules for travel hold from {day}.", "Where can I read them?"),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
