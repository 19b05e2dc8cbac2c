"""The report of a run: one HTML page that needs nothing else, for reading what the model did."""
