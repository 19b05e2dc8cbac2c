"""The commands of `provelight`: one file each, heavy imports inside `run`."""
