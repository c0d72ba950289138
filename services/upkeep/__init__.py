"""Upkeep of the whole house: tables brought up to date, read tables made again from the logs."""
