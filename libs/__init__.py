"""Libraries of the Spielcenter: rules, timing, contracts, engines, storage, bus, runtime."""
