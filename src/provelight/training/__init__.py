"""The main job: warm start, GRPO and evaluation, from one configuration."""
