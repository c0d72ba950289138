"""The services of the house; each alone or several in one process."""
