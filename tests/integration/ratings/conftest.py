"""The services behind the gateway, on real servers."""

from tests.integration.behind import behind as behind
from tests.integration.behind import own_nats as own_nats
