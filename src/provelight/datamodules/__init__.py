"""LightningDataModules: the live stream of tasks, and the traces to learn by heart."""
