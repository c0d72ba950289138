"""What the gateway decides by itself, without a world: limits, origins, versions, queues."""
