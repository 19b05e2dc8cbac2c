"""Provelight: reinforcement learning of multi-step tool use against live MCP servers."""

__version__ = "0.1.0"
