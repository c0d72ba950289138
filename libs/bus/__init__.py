"""Messages between services: publish, subscribe, request, durable streams; NATS and memory."""

from libs.bus.memory import MemoryBus as MemoryBus
from libs.bus.memory import MemoryHub as MemoryHub
from libs.bus.nats_bus import NatsBus as NatsBus
from libs.bus.nats_bus import NatsOptions as NatsOptions
from libs.bus.port import BatchHandler as BatchHandler
from libs.bus.port import Bus as Bus
from libs.bus.port import BusError as BusError
from libs.bus.port import BusStats as BusStats
from libs.bus.port import BusUnreachableError as BusUnreachableError
from libs.bus.port import Consumption as Consumption
from libs.bus.port import DurableMessage as DurableMessage
from libs.bus.port import MessageTooLargeError as MessageTooLargeError
from libs.bus.port import NoRespondersError as NoRespondersError
from libs.bus.port import NotConnectedError as NotConnectedError
from libs.bus.port import Request as Request
from libs.bus.port import RequestTimeoutError as RequestTimeoutError
from libs.bus.port import ServiceUnavailableError as ServiceUnavailableError
from libs.bus.port import SlowConsumerError as SlowConsumerError
from libs.bus.port import StreamMissingError as StreamMissingError
from libs.bus.port import Streams as Streams
from libs.bus.port import StreamSpec as StreamSpec
from libs.bus.port import Subscription as Subscription
from libs.bus.port import WorkHandler as WorkHandler
from libs.bus.port import WorkOptions as WorkOptions
