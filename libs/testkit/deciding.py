"""Given events, when a command, then events or a refusal: how deciders are tested.

given(decider, started, played).when(Resign(), actor="ann", at_ms=9_000).then(ended)
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from libs.contracts.decisions import Context, Decision, Refusal

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
CommandT_contra = TypeVar("CommandT_contra", contravariant=True)
EventT = TypeVar("EventT")

ENTROPY = bytes(range(32))
"""What `when` hands to the decider unless told otherwise."""


class Decider(Protocol[StateT, CommandT_contra, EventT]):
    """What is tested."""

    def initial_state(self) -> StateT:
        """The state before the first event."""

    def decide(self, command: CommandT_contra, state: StateT, context: Context) -> Decision[EventT]:
        """What a command leads to."""

    def evolve(self, state: StateT, event: EventT) -> StateT:
        """What an event leads to."""


class Given(Generic[StateT, CommandT, EventT]):
    """A stream that has had some events."""

    def __init__(
        self, decider: Decider[StateT, CommandT, EventT], state: StateT, version: int
    ) -> None:
        self._decider = decider
        self.state = state
        self.version = version

    def and_then(self, *events: EventT) -> "Given[StateT, CommandT, EventT]":
        """The same stream after further events."""
        state = self.state
        for event in events:
            state = self._decider.evolve(state, event)
        return Given(self._decider, state, self.version + len(events))

    def when(
        self, command: CommandT, *, at_ms: int = 0, actor: str = "", entropy: bytes = ENTROPY
    ) -> "When[StateT, CommandT, EventT]":
        """Decide that command, at that instant, from that actor."""
        decision = self._decider.decide(command, self.state, Context(at_ms, actor, entropy))
        return When(self, command, decision)


class When(Generic[StateT, CommandT, EventT]):
    """What was decided."""

    def __init__(
        self, given: Given[StateT, CommandT, EventT], command: CommandT, decision: Decision[EventT]
    ) -> None:
        self._given = given
        self._command = command
        self.decision = decision

    @property
    def events(self) -> tuple[EventT, ...]:
        """What happened."""
        return self.decision.events

    @property
    def after(self) -> Given[StateT, CommandT, EventT]:
        """The stream with what happened."""
        return self._given.and_then(*self.decision.events)

    def then(self, *events: EventT) -> Given[StateT, CommandT, EventT]:
        """Exactly these events and no refusal; returns the stream with them."""
        self._compare(events, None)
        return self.after

    def refused(self, code: str, *events: EventT, **detail: Any) -> Given[StateT, CommandT, EventT]:
        """Refused with that code (and figures, if given), with just these events beside it."""
        refusal = self.decision.refusal
        if refusal is not None and not detail:
            refusal = Refusal(code, refusal.detail)
        else:
            refusal = Refusal(code, detail or None)
        self._compare(events, refusal)
        return self.after

    def _compare(self, events: Sequence[EventT], refusal: Refusal | None) -> None:
        expected = Decision(tuple(events), refusal)
        if self.decision != expected:
            raise AssertionError(
                f"\nwhen     {self._command}\nexpected {expected}\ngot      {self.decision}"
            )


def given(
    decider: Decider[StateT, CommandT, EventT], *events: EventT
) -> Given[StateT, CommandT, EventT]:
    """A stream that has had these events."""
    return Given(decider, decider.initial_state(), 0).and_then(*events)
