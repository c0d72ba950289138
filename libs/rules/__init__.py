"""Pure rules of every game: no input or output, no clock, no dice."""
