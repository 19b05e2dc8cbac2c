"""Live conversations: token ids, chat templates, tool-call formats, the agent loop, engines."""
