"""The referee: the rules of every game over lines of JSON."""
