"""The gateway: the one door for browsers and apps; HTTP and sockets outside, the bus inside."""
