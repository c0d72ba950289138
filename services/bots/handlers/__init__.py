"""Doing jobs: look at the game, ask an engine, tell the owner or whoever asked."""
