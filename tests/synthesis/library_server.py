"""A small server with what banking lacks: pages, a search beside a list, a second route, no effect.

Readers borrow books. A card has to be stamped before books can be borrowed on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from mcp_servers.core.errors import StateError
from mcp_servers.core.fields import Output, arg, out
from mcp_servers.core.state import State
from mcp_servers.core.tables import Table, table
from mcp_servers.core.tools import ToolServer
from mcp_servers.core.worlds import World

PAGE = 3
TITLES = ("Red Boat", "Red Boat Returns", "Salt", "Night Train", "Old Maps", "The Hill", "Ice")


@dataclass(frozen=True, slots=True)
class Reader:
    id: str
    name: str
    stamped: bool


@dataclass(frozen=True, slots=True)
class Book:
    id: str
    title: str
    pages: int
    borrowed_by: str | None = None
    aside_for: str | None = None


@dataclass
class LibraryState(State):
    readers: Table[Reader] = table(Reader, "RDR")
    books: Table[Book] = table(Book, "BOK")


class NotStamped(StateError):
    type = "not_stamped"


class Borrowed(StateError):
    type = "borrowed"


class ReaderRow(Output):
    reader_id: Annotated[str, out("Id.", entity="reader")]
    name: Annotated[str, out("Name.", label_of="reader")]


class Readers(Output):
    readers: Annotated[list[ReaderRow], out("All.")]


class BookRow(Output):
    book_id: Annotated[str, out("Id.", entity="book")]
    title: Annotated[str, out("Title.", label_of="book")]


class Books(Output):
    books: Annotated[list[BookRow], out("A page of them.")]
    next_offset: Annotated[int | None, out("Where the next page begins.")] = None


class Length(Output):
    book_id: Annotated[str, out("Id.", entity="book")]
    pages: Annotated[int, out("Pages.")]


class FullBook(BookRow):
    pages: Annotated[int, out("Pages.")]
    free: Annotated[bool, out("Whether it is in.")]


class Loan(Output):
    book_id: Annotated[str, out("Id.", entity="book")]


class Card(Output):
    reader_id: Annotated[str, out("Id.", entity="reader")]


def make_world(world: World) -> LibraryState:
    state = LibraryState(now=world.now)
    for name in world.people(3):
        state.readers.insert(Reader(state.new_id("readers"), name, stamped=False))
    for title in TITLES:
        pages = 100 + world.rng.randrange(1, 400)
        state.books.insert(Book(state.new_id("books"), title, pages))
    return state


server = ToolServer(
    "library", title="Library", instructions="", state=LibraryState, make_world=make_world
)
BookId = Annotated[str, arg("Id of the book.", entity="book")]
ReaderId = Annotated[str, arg("Id of the reader.", entity="reader")]


def _row(book: Book) -> BookRow:
    return BookRow(book_id=book.id, title=book.title)


@server.read
def list_readers(state: LibraryState) -> Readers:
    """Lists the readers."""
    return Readers(readers=[ReaderRow(reader_id=r.id, name=r.name) for r in state.readers])


@server.read
def list_books(
    state: LibraryState, offset: Annotated[int, arg("How many to skip.", ge=0)] = 0
) -> Books:
    """Lists books, three a page."""
    rows = [_row(book) for book in state.books]
    end = offset + PAGE
    return Books(books=rows[offset:end], next_offset=end if end < len(rows) else None)


@server.read
def search_books(
    state: LibraryState, words: Annotated[str, arg("Words of the title.", min_length=1)]
) -> Books:
    """Finds books by title."""
    return Books(books=[_row(b) for b in state.books if words.lower() in b.title.lower()])


@server.read
def get_length(state: LibraryState, book_id: BookId) -> Length:
    """Tells how many pages a book has."""
    return Length(book_id=book_id, pages=state.books.require(book_id).pages)


@server.read
def get_book(state: LibraryState, book_id: BookId) -> FullBook:
    """Tells everything of a book, its length too."""
    book = state.books.require(book_id)
    free = book.borrowed_by is None
    return FullBook(book_id=book.id, title=book.title, pages=book.pages, free=free)


@server.write()
def stamp_card(state: LibraryState, reader_id: ReaderId) -> Card:
    """Stamps the card of a reader; a second stamp changes nothing."""
    state.readers.update(reader_id, stamped=True)
    return Card(reader_id=reader_id)


@server.write(raises=(NotStamped, Borrowed))
def borrow_book(state: LibraryState, book_id: BookId, reader_id: ReaderId) -> Loan:
    """Lends a book to a reader whose card is stamped."""
    if not state.readers.require(reader_id).stamped:
        raise NotStamped("stamp the card first")
    if state.books.require(book_id).borrowed_by is not None:
        raise Borrowed("somebody has it")
    state.books.update(book_id, borrowed_by=reader_id)
    return Loan(book_id=book_id)


@server.write()
def put_aside(
    state: LibraryState,
    book_ids: Annotated[list[str], arg("Ids of books.", entity="book", min_length=1, max_length=4)],
    reader_id: ReaderId,
) -> Card:
    """Sets books aside for a reader."""
    for book_id in book_ids:
        state.books.require(book_id)
        state.books.update(book_id, aside_for=reader_id)
    return Card(reader_id=reader_id)


PHRASES = {
    "entities": {},
    "tools": {
        "get_length": [
            'How long is "{book.title}"?',
            'How many pages has "{book.title}"?',
            'Is "{book.title}" a thick one? Tell me its pages.',
            'I want the page count of "{book.title}".',
            'Look up how much there is to read in "{book.title}".',
        ],
        "stamp_card": [
            "Stamp the card of {reader.name}.",
            "{reader.name} needs a stamp.",
            "Please put a stamp on the card that {reader.name} has.",
            "Give {reader.name} the stamp for this year.",
            "Can you stamp for {reader.name}?",
        ],
        "borrow_book": [
            'Lend "{book.title}" to {reader.name}.',
            '{reader.name} would like to take "{book.title}" home.',
            'Put "{book.title}" on the card of {reader.name}.',
            'Check out "{book.title}" for {reader.name}.',
            'Let {reader.name} have "{book.title}".',
        ],
        "put_aside": [
            "Set {book.title} aside for {reader.name}.",
            "{reader.name} will fetch {book.title}; keep that here.",
            "Please reserve {book.title} in the name of {reader.name}.",
            "Nobody but {reader.name} may take {book.title} now.",
            "Reserved: {book.title}, by {reader.name}.",
        ],
    },
    "follow_ups": {
        "put_aside": ["Keep it for {reader.name}."],
        "borrow_book": ['Then lend her "{book.title}".', 'Now the loan: "{book.title}".'],
    },
    "answers": {
        "get_length": "It has {pages} pages.",
        "put_aside": "For {reader.name} there is {book.title}.",
    },
}
