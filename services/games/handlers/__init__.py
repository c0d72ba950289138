"""Between the wire and the decider: codec, commands, live delivery."""
