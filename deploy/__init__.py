"""How the Spielcenter is set up and run: on one machine, in containers, watched."""
