"""Models: where they come from, how they are quantised, and their adapters."""
