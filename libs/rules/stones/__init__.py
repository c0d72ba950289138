"""What the games of stones on points share: layout, position text, repetition, the open table."""
