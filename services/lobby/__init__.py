"""The waiting room: who is here, what is said, who silences whom."""
