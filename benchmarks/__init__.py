"""What is measured: each script prints its table with the machine and versions beside it."""
