"""Game sessions: every turn is an event, the rules decide, the owner alone keeps time."""
