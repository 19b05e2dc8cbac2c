"""Evaluation on tasks that training never saw, with intervals."""
