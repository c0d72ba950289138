"""What numba compiles: rules, valuation and search of Dara."""
