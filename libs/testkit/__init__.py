"""What tests of every room share: given/when/then, builders, servers, simulated worlds."""
