"""What the text files of a world say: invoices, contracts, notes, tables, logs.

Lines of a document differ from one another, but for logs, where they repeat. Some documents are
still a draft or pending, or have a TODO: the words that people ask to have replaced.
"""

from __future__ import annotations

from random import Random

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

_WORK = ("Design work", "Translation", "Consulting", "Repairs", "Photography", "Training")
_DECISIONS = (
    "The launch moves to {month}",
    "{city} stays the first site",
    "{name} takes over the schedule",
    "Two more weeks for the review",
    "No new hires before {month}",
    "The budget grows by {n} percent",
)
_QUESTIONS = (
    "Who calls {name}?",
    "Do we need a permit in {city}?",
    "Is {n} seats enough?",
    "What did {client} promise for {month}?",
)
_TASKS = (
    "call {name} about {city}",
    "send {client} the new figures",
    "book a room for {n} people",
    "ask {name} for the keys",
    "order {n} chairs",
    "renew the insurance in {month}",
    "check the contract with {client}",
    "print the plan for {city}",
)
_STEPS = ("Survey", "Permit", "Groundwork", "Delivery", "Inspection", "Opening")
_SITES = ("North", "South", "East", "West", "Harbour", "Station", "Old Town")
_TROUBLES = ("timeout", "disk busy", "no route", "login refused")


class Writer:
    """Writes documents with the names of one world.

    Args:
        rng: the source of chance.
        people: full names.
        clients: last names of clients.
        cities: names of cities.
    """

    def __init__(
        self, rng: Random, people: list[str], clients: list[str], cities: list[str]
    ) -> None:
        self._rng = rng
        self._people = people
        self._clients = clients
        self._cities = cities

    def invoice(self, client: str, month: str) -> str:
        """Returns an invoice to a client."""
        hours, rate = self._rng.randrange(4, 60), 10 * self._rng.randrange(4, 13)
        return _text(
            f"Invoice to {client} for {month.title()}",
            f"Status: {self._rng.choice(('draft', 'pending', 'paid'))}",
            f"{self._rng.choice(_WORK)}: {hours} hours at {rate}.00",
            f"Total {hours * rate}.00",
            f"To be paid within {self._rng.choice((14, 21, 30))} days",
        )

    def contract(self, client: str) -> str:
        """Returns the terms agreed with a client."""
        return _text(
            f"Contract with {client}",
            f"Status: {self._rng.choice(('draft', 'pending', 'signed'))}",
            self._fill("Contact: {name}"),
            self._fill("Work is done in {city}"),
            f"Notice period {self._rng.randrange(2, 13)} weeks",
            self._fill("First review in {month}"),
        )

    def meeting(self) -> str:
        """Returns the minutes of a meeting."""
        decisions = self._rng.sample(_DECISIONS, 2)
        lines = [self._fill("Present: {name}, {name}"), *map(self._fill, decisions)]
        lines += [f"Open: {self._fill(q)}" for q in self._rng.sample(_QUESTIONS, 1)]
        return _text(*lines, f"TODO: {self._fill(self._rng.choice(_TASKS))}")

    def tasks(self, count: int) -> str:
        """Returns a list of things to do."""
        return _text(*(f"- {self._fill(task)}" for task in self._rng.sample(_TASKS, count)))

    def ideas(self) -> str:
        """Returns a few open questions."""
        return _text("Ideas", *(self._fill(q) for q in self._rng.sample(_QUESTIONS, 3)))

    def readme(self, city: str) -> str:
        """Returns what a project is about."""
        return _text(
            f"# {city}",
            self._fill("Lead: {name}"),
            self._fill("Client: {client}"),
            f"Phase: {self._rng.choice(('draft', 'approved', 'pending'))}",
        )

    def plan(self, city: str) -> str:
        """Returns the steps of a project with their months."""
        first = self._rng.randrange(6)
        steps = [
            f"{step}: {MONTHS[(first + i) % 12].title()}{self._rng.choice(('', ', pending'))}"
            for i, step in enumerate(_STEPS)
        ]
        return _text(f"Plan for {city}", *steps)

    def table(self) -> str:
        """Returns comma-separated figures of a few sites."""
        sites = self._rng.sample(_SITES, 5)
        rows = [f"{s},{self._rng.randrange(100, 9000)},{self._rng.randrange(5, 95)}" for s in sites]
        return _text("site,visits,share", *rows)

    def log(self, task: str) -> str:
        """Returns a log in which lines repeat."""
        troubles = [f"{task} failed: {why}" for why in self._rng.sample(_TROUBLES, 2)]
        weights = (7, 2, 1)
        return _text(*self._rng.choices((f"{task} ok", *troubles), weights, k=18))

    def letter(self, to: str) -> str:
        """Returns a template of a letter."""
        return _text(
            f"Dear {to},",
            self._fill("thank you for your interest in {city}."),
            f"We will be in touch within {self._rng.randrange(2, 20)} days.",
            "Kind regards",
        )

    def older(self, text: str) -> str:
        """Returns a text as it was before its last changes: a line less, another one different."""
        lines = text.rstrip("\n").split("\n")
        if len(lines) > 2:
            del lines[self._rng.randrange(1, len(lines))]
        lines[-1] = self._fill("To be agreed with {name}")
        return _text(*lines)

    def _fill(self, template: str) -> str:
        parts = template.split("{name}")
        named = parts[0]
        for name, part in zip(
            self._rng.sample(self._people, len(parts) - 1), parts[1:], strict=True
        ):
            named += name + part
        return named.format(
            client=self._rng.choice(self._clients),
            city=self._rng.choice(self._cities),
            month=self._rng.choice(MONTHS).title(),
            n=self._rng.randrange(3, 80),
        )


def _text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)
