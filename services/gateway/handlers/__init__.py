"""Commands on their way in."""
