"""Every verb of the contract becomes a command; none can be one of the house's own."""

from typing import get_args

from libs.contracts import client_in, games, matchmaking
from libs.contracts.refusals import TEXTS
from services.gateway.decider.refusals import STATUS
from services.gateway.handlers.commands import _COMMANDS
from services.gateway.handlers.talk import COMMANDS_OF, QUERIES_OF

VERBS = client_in.GameVerb | client_in.RoomVerb


def test_every_verb_has_its_command() -> None:
    assert set(_COMMANDS) == set(get_args(VERBS))


def test_every_verb_of_the_waiting_room_has_its_question_or_command() -> None:
    assert {*COMMANDS_OF, *QUERIES_OF} == set(get_args(client_in.LobbyVerb))


def test_no_verb_is_a_service_s_command() -> None:
    rooms = (matchmaking.OpenRoom, matchmaking.OpenPractice, matchmaking.ReportStart)
    house = (*get_args(games.ServiceCommand), *rooms)
    own = {kind.__struct_config__.tag for kind in house}
    verbs = {kind.__struct_config__.tag for kind in get_args(VERBS)}
    assert verbs
    assert not own & verbs


def test_every_code_with_a_status_has_a_sentence() -> None:
    assert set(STATUS) <= set(TEXTS)
