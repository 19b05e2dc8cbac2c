"""What is told to the person at the keyboard, without a traceback."""


class ProvelightError(Exception):
    """Something the person can mend; the message says what was given and what would do."""


class ConfigError(ProvelightError):
    """A key or value of the configuration cannot be; the message names it and what would do."""
