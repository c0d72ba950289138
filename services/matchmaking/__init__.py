"""Matchmaking: private rooms where two people agree on terms before a game starts."""
