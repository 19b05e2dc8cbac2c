"""What every server stands on: tables, state, tools, sessions, worlds; no transport in here."""
