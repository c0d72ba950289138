"""Bots: computers that sit at games as players do, and that give help."""
