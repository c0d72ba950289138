"""What goes on beside the commands: outages are credited, presence is told."""
