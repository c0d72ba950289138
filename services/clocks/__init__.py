"""Clocks: watches deadlines and tells the owners of games when one has passed."""
