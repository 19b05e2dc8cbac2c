"""What can be wrong with a model that was asked for."""

from provelight.errors import ProvelightError


class ModelError(ProvelightError):
    """A model cannot be had or read; the message says why and what would do."""
