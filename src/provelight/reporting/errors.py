"""What is told where a run cannot be shown."""

from provelight.errors import ProvelightError


class ReportError(ProvelightError):
    """A run folder lacks what the report shows, or holds something else; the message says what."""
