"""What people write about: subjects, texts and files, with gaps for names and numbers.

Each topic comes up more than once in a world, about another place, company or number: subjects are
alike, and only a look tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that mail is about.

    Attributes:
        subject: with gaps.
        texts: the opening, then answers in turn.
        files: names that may come with the opening.
    """

    subject: str
    texts: tuple[str, ...]
    files: tuple[str, ...] = ()


TOPICS = (
    Topic(
        "Site visit in {city}",
        (
            "I would like to see the site in {city} before we decide. Does the week after next "
            "suit you?",
            "Tuesday or Wednesday would be fine. I will book the train.",
            "Wednesday it is. We meet at {n} {street} at ten.",
        ),
        ("directions.pdf", "site plan.pdf"),
    ),
    Topic(
        "Offer for {company}",
        (
            "Here is our offer for {company}, {n} units in all. It holds for thirty days.",
            "Thank you. The price per unit is higher than last year, can you explain that?",
            "Transport has become dearer. Over two years we could go down by four percent.",
            "That would help, I will ask our board.",
        ),
        ("offer {n}.pdf", "price list.xlsx"),
    ),
    Topic(
        "Invoice {n} of {company}",
        (
            "Please find invoice {n} enclosed. It is due within fourteen days.",
            "Received, it goes out with the next payment run.",
        ),
        ("invoice {n}.pdf",),
    ),
    Topic(
        "Flat on {street}",
        (
            "The flat on {street} is free from next month. It has two rooms and a balcony.",
            "That sounds good. Could we see it this week?",
            "The caretaker can show it to you on Thursday at six.",
        ),
        ("floor plan.pdf", "photos {city}.zip"),
    ),
    Topic(
        "Minutes of the {city} meeting",
        (
            "These are the minutes of our meeting in {city}. Tell me by Friday what is wrong.",
            "Point three should say that we wait for {company}, otherwise it is fine.",
            "Corrected, thank you.",
        ),
        ("minutes {n}.docx",),
    ),
    Topic(
        "Contract with {company}",
        (
            "The lawyers are through with the contract. They want a shorter term of notice.",
            "Three months is what we agreed on with {company}.",
            "I will send them your remark and come back to you.",
        ),
        ("contract {n}.docx", "annex A.pdf"),
    ),
    Topic(
        "Weekend in {city}",
        (
            "Shall we go to {city} at the end of the month? There is a small hotel on {street}.",
            "I am in. Do you take care of the rooms?",
            "Done, two nights under my name.",
        ),
        ("hotel {city}.pdf",),
    ),
    Topic(
        "Applicant number {n}",
        (
            "Please have a look at applicant number {n}. She worked for {company} until last year.",
            "A strong letter. I would invite her.",
            "Good, I will arrange a talk next week.",
        ),
        ("application {n}.pdf", "references {n}.pdf"),
    ),
    Topic(
        "Delivery to {street}",
        (
            "Your goods will reach {street} between eight and noon. Somebody has to sign for {n} "
            "boxes.",
            "Our porter is there from seven.",
        ),
        ("delivery note {n}.pdf",),
    ),
    Topic(
        "Figures for {company}",
        (
            "Here are the figures for {company}. Sales are up by {n} on the quarter before.",
            "Do they include the returns?",
            "They do not; I will add them and send a new sheet.",
            "Please do, the board meets on Monday.",
        ),
        ("figures {n}.xlsx",),
    ),
    Topic(
        "Workshop {n}: who brings what",
        (
            "For workshop {n} we still need a screen and somebody to take notes.",
            "I can bring the screen.",
            "And I take the notes, then we are complete.",
        ),
        ("programme {n}.pdf",),
    ),
    Topic(
        "Recording from {city}",
        (
            "The recording from {city} is ready. The sound is poor during the first {n} minutes.",
            "Never mind, the second half is what we need.",
        ),
        ("recording {city}.mp4",),
    ),
)

NOTICES = (
    Topic("Your order {n} is on its way", ("Order {n} left our store in {city} this morning.",)),
    Topic("Your receipt {n}", ("Thank you for your purchase.",), ("receipt {n}.pdf",)),
    Topic("New sign-in from {city}", ("Somebody signed in to your account from {city}.",)),
    Topic("Statement number {n}", ("Your statement is ready.",), ("statement {n}.pdf",)),
    Topic("News from {company}", ("This month: {n} new products, and a visit to {city}.",)),
)

SPAM = (
    Topic("You have won {n} dollars", ("Open the file to claim your prize.",), ("prize.exe",)),
    Topic("Your account at {company} is blocked", ("Confirm your password within {n} minutes.",)),
    Topic("Cheap watches from {city}", ("{n} watches left, today only.",)),
)

SPAMMERS = ("Prizes", "Deals", "Security")

ANNOUNCEMENTS = ("Office closed on {day}", "New door code from {day}", "Fire drill on {day}")

LABELS = (
    "Clients",
    "Clients abroad",
    "Family",
    "Finance",
    "Finance to check",
    "Follow up",
    "Personnel",
    "Projects",
    "Projects done",
    "Travel",
    "Waiting",
)

BLOCKED_FILE = "viewer setup.exe"
LARGE = (".mp4", ".zip")
