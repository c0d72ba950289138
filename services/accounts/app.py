"""The composition root: which parts the accounts service has, and how it starts and stops."""

import secrets
from collections.abc import Collection, Mapping
from typing import Final

from libs.bus import Bus
from libs.contracts.accounts import SERVICE, AccountCommand
from libs.eventstore.postgres import PostgresStore
from libs.eventstore.streams import KeeperOptions, StreamKeeper
from libs.runtime import Check, Runtime, connect_bus
from libs.runtime.command_host import CommandHost, HostOptions
from libs.runtime.query_desk import QueryDesk
from libs.runtime.shard_owner import OwnerParts, ShardOwner
from services.accounts.config import AccountsSettings
from services.accounts.decider import Fact, PlayerState
from services.accounts.handlers import AccountDecider, kind_of, make_codec, read_command
from services.accounts.projections import effects
from services.accounts.queries import (
    Announcements,
    Answers,
    AttemptsTable,
    Guard,
    Hashing,
    Owners,
    Parts,
    PeopleTable,
    SessionTable,
)
from services.accounts.tasks import expire

DAY_MS: Final = 86_400_000


class Accounts:
    """The service."""

    name = SERVICE

    def __init__(self, runtime: Runtime, settings: AccountsSettings) -> None:
        self._runtime = runtime
        self._settings = settings
        self._tasks = runtime.keeper(SERVICE)
        self.store = PostgresStore(
            settings.database_url, service=SERVICE, shards=settings.accounts_shards
        )
        self._sessions = SessionTable(self.store.reads, settings.session_days * DAY_MS)
        self._people = PeopleTable(self.store.reads)
        self._attempts = AttemptsTable(self.store.reads)
        self._hashing = Hashing(
            settings.argon2_memory_kib,
            settings.argon2_passes,
            at_once=settings.argon2_at_once,
            waiting=settings.argon2_waiting,
        )
        self._bus: Bus | None = None
        self._owner: ShardOwner | None = None
        self._desk: QueryDesk | None = None

    @property
    def shards(self) -> Collection[int]:
        """The shards that are served here now."""
        return () if self._owner is None else self._owner.owned

    def checks(self) -> Mapping[str, Check]:
        """Ready with a bus, its share of the shards and living tasks."""
        owner = {} if self._owner is None else self._owner.checks()
        return {**owner, "started": self._check_started, "sessions": self._tasks.check}

    def _check_started(self) -> str | None:
        return None if self._owner is not None else "not started"

    async def start(self) -> None:
        """Connect, take shards, answer. Raises StartError."""
        bus = self._bus = await connect_bus(self._runtime, SERVICE)
        await self.store.start()
        await self._hashing.start()
        self._owner = self._make_owner(bus)
        self._owner.start()
        self._desk = QueryDesk(bus, SERVICE, Answers(self._make_parts(bus)).answer)
        self._desk.open()
        tables, now_ms = (self._sessions.expire, self._attempts.expire), self._runtime.now_ms
        self._tasks.keep("expiry", lambda: expire(*tables, now_ms))

    def _make_parts(self, bus: Bus) -> Parts:
        now_ms, people, hashing = self._runtime.now_ms, self._people, self._hashing
        return Parts(
            owners=Owners(bus, now_ms, self._settings.accounts_shards),
            sessions=self._sessions,
            people=people,
            guard=Guard(people, self._attempts, hashing, now_ms),
            hashing=hashing,
            announcing=Announcements(bus),
            now_ms=now_ms,
        )

    def _make_owner(self, bus: Bus) -> ShardOwner:
        options: KeeperOptions[PlayerState, Fact] = KeeperOptions(
            effects=effects, now_ms=self._runtime.now_ms
        )
        keeper: StreamKeeper[PlayerState, AccountCommand, Fact] = StreamKeeper(
            self.store, AccountDecider(), make_codec(), options
        )
        host_options: HostOptions[AccountCommand] = HostOptions(
            service=SERVICE, instance=secrets.token_hex(6), decode=read_command, kind=kind_of
        )
        host = CommandHost(bus, self.store, keeper, host_options, self._runtime.metrics)
        parts = OwnerParts.in_postgres(self.store, self._settings.database_url)
        return ShardOwner(bus, parts, host, self._runtime, shards=self._settings.accounts_shards)

    async def stop(self) -> None:
        """Answer what has arrived, hand the shards over, close."""
        await self._tasks.stop()
        if self._desk is not None:
            await self._desk.close()
        if self._owner is not None:
            await self._owner.stop()
        self._hashing.close()
        await self.store.close()
        if self._bus is not None:
            await self._bus.close()


def build(runtime: Runtime, settings: AccountsSettings) -> Accounts:
    """The service as a process runs it."""
    return Accounts(runtime, settings)
