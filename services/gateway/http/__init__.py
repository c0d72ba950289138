"""Everything that browsers and apps reach: pages, the API, the socket."""
