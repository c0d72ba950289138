"""Games small enough to be solved to the end at start-up, and engines that play them."""
