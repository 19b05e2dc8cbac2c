"""Supervised fine-tuning on synthesized traces: the paper's baseline, and the warm start."""
