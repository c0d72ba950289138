"""What computers do with what they know: pure."""
