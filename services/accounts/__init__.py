"""Accounts: who plays here. Guests with a generated name, and their sessions."""
