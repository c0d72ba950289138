"""Archive: which games run, which are over, and the finished ones whole."""
