"""The home of the user in a new world: documents, projects, pictures, downloads, trash."""

from __future__ import annotations

from random import Random

from mcp_servers.filesystem.cast import Cast, slug
from mcp_servers.filesystem.contents import MONTHS, Writer
from mcp_servers.filesystem.planting import Planter
from mcp_servers.filesystem.state import Blob, Text

KB, MB = 1_000, 1_000_000


class Home:
    """Plants one home.

    Args:
        planter: puts things into the world.
        writer: writes texts.
        rng: the source of chance.
        cast: the names of the world.
    """

    def __init__(self, planter: Planter, writer: Writer, rng: Random, cast: Cast) -> None:
        self._plant = planter
        self._write = writer
        self._rng = rng
        self._cast = cast
        self._month = rng.randrange(len(MONTHS))

    def plant(self) -> None:
        """Plants everything; the trash last, because it comes from the rest."""
        self._plant.directory(self._cast.home, mode=0o750)
        self._documents(f"{self._cast.home}/Documents")
        self._projects(f"{self._cast.home}/Projects")
        self._pictures(f"{self._cast.home}/Pictures")
        self._downloads(f"{self._cast.home}/Downloads")
        self._private(f"{self._cast.home}/Private")
        self._loose(self._cast.home)
        self._links(self._cast.home)
        self._trash(self._cast.home)

    def _documents(self, at: str) -> None:
        self._plant.directory(at)
        self._invoices(self._plant.directory(f"{at}/Invoices"))
        contracts = self._plant.directory(f"{at}/Contracts")
        for client in self._cast.clients[:2]:
            text = self._write.contract(client)
            self._plant.text(f"{contracts}/{slug(client)}-contract.txt", text)
        first = slug(self._cast.clients[0])
        text = self._write.contract(self._cast.clients[0])
        self._plant.text(f"{contracts}/{first}-contract-2.txt", text, mode=0o444)
        notes = self._plant.directory(f"{at}/Notes")
        for day in self._rng.sample(range(1, 28), 3):
            month = self._past_month(0)[:3]
            self._plant.text(f"{notes}/meeting-{month}-{day:02d}.txt", self._write.meeting())
        self._plant.text(f"{notes}/todo.txt", self._write.tasks(4))
        self._plant.text(f"{notes}/ideas.md", self._write.ideas())
        self._plant.directory(f"{at}/To File")

    def _invoices(self, at: str) -> None:
        for client in self._cast.clients:
            for back in (0, 1):
                month = self._past_month(back)
                text = self._write.invoice(client, month)
                self._plant.text(f"{at}/{slug(client)}-invoice-{month}.txt", text)

    def _projects(self, at: str) -> None:
        self._plant.directory(at)
        for i, city in enumerate(self._cast.cities):
            project = self._plant.directory(f"{at}/{city}")
            self._plant.text(f"{project}/README.md", self._write.readme(city))
            self._plant.text(f"{project}/plan.txt", self._write.plan(city))
            data = self._plant.directory(f"{project}/data")
            for name in self._rng.sample(("results", "visits", "survey", "costs"), 2):
                self._plant.text(f"{data}/{slug(city)}-{name}.csv", self._write.table())
            if i < 2:
                logs = self._plant.directory(f"{project}/logs")
                for task in self._rng.sample(("sync", "backup", "import", "upload"), 2):
                    self._plant.text(f"{logs}/{task}.log", self._write.log(task), days=9)
        last = f"{at}/{self._cast.cities[2]}"
        done = self._plant.directory(f"{last}/delivered", mode=0o555)
        self._plant.text(f"{done}/summary.txt", self._write.ideas())
        self._plant.directory(f"{last}/Feedback")
        self._plant.text(f"{last}/.settings", "language = en\ncolour = blue\n")

    def _pictures(self, at: str) -> None:
        self._plant.directory(at)
        trip = self._plant.directory(f"{at}/{self._rng.choice(self._cast.cities)} Trip")
        number = self._rng.randrange(1000, 8000)
        for i in range(5):
            self._plant.photo(f"{trip}/IMG_{number + i}.jpg", 300 * KB, 4 * MB)
        self._plant.photo(f"{at}/portrait.png", 80 * KB, 900 * KB)
        self._plant.directory(f"{at}/To Sort")

    def _downloads(self, at: str) -> None:
        self._plant.directory(at)
        city, other = self._cast.cities[:2]
        papers: dict[str, Text | Blob] = {
            "summary.txt": Text(text=self._write.meeting()),
            "figures.csv": Text(text=self._write.table()),
        }
        self._plant.archive(f"{at}/{slug(city)}-handover.tar.gz", "Handover", dict(papers))
        photos = {f"scan-{i}.jpg": self._plant.blob(MB, 3 * MB) for i in (1, 2)}
        self._plant.archive(f"{at}/{slug(other)}-scans.tar.gz", "Scans", dict(photos))
        # What it holds has a name that is taken where people usually are: in the home.
        self._plant.archive(f"{at}/{slug(other)}-papers.tar.gz", "Documents", dict(papers))
        self._plant.photo(f"{at}/setup.bin", 2 * MB, 9 * MB)
        self._plant.directory(f"{at}/Unpacked")
        client = self._cast.clients[1]
        self._plant.text(f"{at}/{slug(client)}-offer.txt", self._write.contract(client))

    def _private(self, at: str) -> None:
        self._plant.directory(at, mode=0o700)
        self._plant.text(f"{at}/letter.txt", self._write.letter(self._cast.people[2]))
        self._plant.text(f"{at}/diary.txt", self._write.ideas(), mode=0o000)
        locked = self._plant.directory(f"{at}/Locked", mode=0o600)
        self._plant.text(f"{locked}/old-letter.txt", self._write.letter(self._cast.people[3]))

    def _loose(self, at: str) -> None:
        """Plants what has not been put away yet."""
        city = self._cast.cities[2]
        self._plant.text(f"{at}/shopping.txt", self._write.tasks(2), days=5)
        self._plant.text(f"{at}/{slug(city)}-trip.txt", self._write.tasks(3), days=20)
        self._plant.text(f"{at}/minutes-draft.txt", self._write.meeting(), days=9)

    def _links(self, at: str) -> None:
        city, other = self._cast.cities[:2]
        client, month = slug(self._cast.clients[0]), self._past_month(0)
        self._plant.link(f"{at}/current-project", f"Projects/{city}")
        invoice = f"{at}/Documents/Invoices/{client}-invoice-{month}.txt"
        self._plant.link(f"{at}/latest-invoice.txt", invoice)
        self._plant.link(f"{at}/Documents/old-plan.txt", "../Projects/plan-before.txt")
        logs = f"{at}/Projects/{other}/logs"
        self._plant.link(f"{logs}/latest.log", "current.log")
        self._plant.link(f"{logs}/current.log", "latest.log")
        self._plant.second_name(f"{at}/Projects/{city}/todo.txt", f"{at}/Documents/Notes/todo.txt")

    def _trash(self, at: str) -> None:
        notes, gone = f"{at}/Documents/Notes", self._plant.directory(f"{at}/Old Projects")
        draft = self._plant.text(f"{notes}/speech.txt", self._write.meeting())
        costs = self._plant.text(f"{gone}/costs.csv", self._write.table())
        taken = self._plant.text(f"{notes}/ideas-2.md", self._write.ideas())
        photo = self._plant.photo(f"{at}/Pictures/blurred.jpg", 200 * KB, 3 * MB)
        box = self._plant.directory(f"{at}/Documents/Receipts")
        for client in self._cast.clients[:2]:
            text = self._write.invoice(client, self._past_month(2))
            self._plant.text(f"{box}/{slug(client)}-receipt.txt", text)
        ages = self._rng.sample(range(1, 60), 5)
        for path, days in zip((draft, costs, taken, photo, box), ages, strict=True):
            self._plant.bin(path, days)
        self._plant.drop(gone)
        self._plant.text(taken, self._write.ideas(), days=2)

    def _past_month(self, back: int) -> str:
        return MONTHS[(self._month - back) % 12]
