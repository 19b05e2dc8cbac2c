"""The stateful MCP servers, one folder each, and the core that they stand on."""
