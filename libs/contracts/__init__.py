"""All messages: stored events, commands, queries, socket and HTTP messages."""
