"""Refusals that are not a game's rules: stable codes, each with a sentence for people.

A game's own refusals (why a turn is illegal) stand with its rules.
"""

from collections.abc import Mapping
from typing import Any, Final

from libs.contracts.account_refusals import ACCOUNT_TEXTS
from libs.contracts.archive_refusals import ARCHIVE_TEXTS
from libs.contracts.lobby_refusals import LOBBY_TEXTS
from libs.contracts.rating_refusals import RATING_TEXTS
from libs.rules import explain

TEXTS: Final[dict[str, dict[str, str]]] = {
    # the shape of a message
    "bad_json": {
        "de": "Diese Nachricht ist kein gültiges JSON.",
        "en": "This message is not valid JSON.",
    },
    "bad_message": {
        "de": "Diese Nachricht hat nicht die erwartete Form.",
        "en": "This message does not have the expected form.",
    },
    "bad_request": {
        "de": "Diese Anfrage ist so nicht zu verstehen.",
        "en": "This request can't be understood.",
    },
    "too_large": {
        "de": "Diese Nachricht ist zu groß.",
        "en": "This message is too large.",
    },
    "too_fast": {
        "de": "Das waren zu viele Nachrichten in kurzer Zeit. Bitte warte einen Augenblick.",
        "en": "That was too many messages in a short time. Please wait a moment.",
    },
    "too_many_connections": {
        "de": "Von hier sind schon zu viele Verbindungen offen. Schließe erst eine davon.",
        "en": "Too many connections are open from here. Close one and try again.",
    },
    "too_many_watched": {
        "de": "So viele Partien auf einmal kann eine Verbindung nicht zeigen.",
        "en": "One connection can't show that many games at once.",
    },
    "foreign_origin": {
        "de": "Diese Anfrage kommt von einer fremden Seite.",
        "en": "This request comes from a foreign site.",
    },
    "not_found": {
        "de": "Das gibt es hier nicht.",
        "en": "There is no such thing here.",
    },
    "method_not_allowed": {
        "de": "Diese Adresse kennt diese Art von Anfrage nicht.",
        "en": "This address does not know that kind of request.",
    },
    "internal_error": {
        "de": "Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.",
        "en": "Something went wrong on our side. Please try again.",
    },
    "unavailable": {
        "de": "Der Dienst antwortet gerade nicht. Wir versuchen es weiter.",
        "en": "The service is not answering right now. We keep trying.",
    },
    # who
    "no_session": {
        "de": "Dafür musst du erst hereinkommen, zum Beispiel als Gast.",
        "en": "You have to come in first, for example as a guest.",
    },
    "player_exists": {
        "de": "Diesen Spieler gibt es schon.",
        "en": "This player already exists.",
    },
    "service_only": {
        "de": "Das kann nur das Spielcenter selbst.",
        "en": "Only the Spielcenter itself can do that.",
    },
    "not_a_player": {
        "de": "Du spielst in dieser Partie nicht mit.",
        "en": "You are not playing in this game.",
    },
    # commands
    "command_id_reused": {
        "de": "Diese Kennung gehört schon zu einem anderen Befehl.",
        "en": "This id already belongs to another command.",
    },
    # games
    "game_not_found": {
        "de": "Diese Partie gibt es nicht.",
        "en": "There is no such game.",
    },
    "game_exists": {
        "de": "Diese Partie hat schon begonnen.",
        "en": "This game has already started.",
    },
    "game_over": {
        "de": "Die Partie ist schon zu Ende.",
        "en": "The game is already over.",
    },
    "game_running": {
        "de": "Das geht erst, wenn die Partie zu Ende ist.",
        "en": "That is possible only when the game is over.",
    },
    "not_your_turn": {
        "de": "Du bist gerade nicht am Zug.",
        "en": "It is not your turn.",
    },
    "stale_position": {
        "de": "Die Stellung hat sich inzwischen geändert.",
        "en": "The position has changed in the meantime.",
    },
    "flag_fallen": {
        "de": "Deine Zeit war abgelaufen, als der Zug ankam.",
        "en": "Your time had run out when the turn arrived.",
    },
    "flag_not_fallen": {
        "de": "Die Zeit ist noch nicht abgelaufen.",
        "en": "The time has not run out yet.",
    },
    "paused": {
        "de": "Gerade ist Pause.",
        "en": "There is a break right now.",
    },
    "no_such_pause": {
        "de": "Diese Pause ist schon vorbei.",
        "en": "That break is over already.",
    },
    "pause_ends_itself": {
        "de": "Diese Pause endet von selbst.",
        "en": "This break ends by itself.",
    },
    "veiled": {
        "de": "Der Vorhang ist noch zu. Hebe ihn erst, dann kannst du ziehen.",
        "en": "The curtain is still down. Lift it first, then you can play.",
    },
    "already_unveiled": {
        "de": "Der Vorhang ist schon offen.",
        "en": "The curtain is already up.",
    },
    "no_curtain": {
        "de": "In dieser Partie gibt es keinen Vorhang.",
        "en": "There is no curtain in this game.",
    },
    "practice_only": {
        "de": "Das geht nur gegen den Computer.",
        "en": "That is possible against the computer only.",
    },
    "nothing_to_take_back": {
        "de": "Du hast noch keinen Zug gemacht, den du zurücknehmen könntest.",
        "en": "You have not played a turn yet that you could take back.",
    },
    "take_back_not_offered": {
        "de": "In dieser Partie kann kein Zug zurückgenommen werden.",
        "en": "No turn can be taken back in this game.",
    },
    "taken_back_too_often": {
        "de": "In dieser Partie wurde schon zu oft zurückgenommen.",
        "en": "Turns have been taken back too often in this game.",
    },
    "undo_refused": {
        "de": "Mit Zustimmung zurückgenommen wird nur in freundschaftlichen Partien "
        "zwischen Menschen.",
        "en": "Turns are taken back by consent in friendly games between people only.",
    },
    "undo_already_asked": {
        "de": "In dieser Stellung wurde schon um die Rücknahme gebeten.",
        "en": "In this position a turn back has been asked for already.",
    },
    "no_such_ask": {
        "de": "Diese Bitte gilt nicht mehr.",
        "en": "That request no longer stands.",
    },
    "own_ask": {
        "de": "Die eigene Bitte kann nur der andere beantworten.",
        "en": "Only the other player can answer your own request.",
    },
    "already_playing": {
        "de": "Eine von beiden Seiten spielt schon eine Partie mit Uhr. "
        "Mehr als eine zugleich geht nicht.",
        "en": "One of the two is already playing a game with a clock. "
        "More than one at a time is not possible.",
    },
    "help_refused": {
        "de": "In einer laufenden Partie gegen einen Menschen gibt es keine Hilfe.",
        "en": "There is no help in a running game against a person.",
    },
    "no_hint_against_strong": {
        "de": "In diesem Spiel gibt es gegen den starken Computer keinen Tipp.",
        "en": "In this game there is no hint against the strong computer.",
    },
    "no_such_ply": {
        "de": "So viele Züge hat diese Partie nicht.",
        "en": "This game does not have that many turns.",
    },
    "no_such_computer": {
        "de": "Dieses Spiel spielt der Computer noch nicht.",
        "en": "The computer does not play this game yet.",
    },
    "draw_already_offered": {
        "de": "Es steht schon ein Remisangebot.",
        "en": "There is already a draw offer.",
    },
    "no_such_offer": {
        "de": "Dieses Angebot gilt nicht mehr.",
        "en": "That offer no longer stands.",
    },
    "own_offer": {
        "de": "Das eigene Angebot kann nur der andere beantworten.",
        "en": "Only the other player can answer your own offer.",
    },
    "opponent_present": {
        "de": "Dein Gegenüber ist noch da oder noch keine Minute weg.",
        "en": "Your opponent is here, or has been away for less than a minute.",
    },
    "unknown_terms": {
        "de": "Dieses Spiel, diese Variante oder diese Option gibt es nicht.",
        "en": "There is no such game, variant or option.",
    },
    # rooms
    "room_not_found": {
        "de": "Diesen Raum gibt es nicht.",
        "en": "There is no such room.",
    },
    "room_exists": {
        "de": "Diesen Raum gibt es schon.",
        "en": "This room already exists.",
    },
    "room_full": {
        "de": "In diesem Raum sitzen schon zwei.",
        "en": "Two people are already sitting in this room.",
    },
    "room_closed": {
        "de": "Dieser Raum ist geschlossen.",
        "en": "This room is closed.",
    },
    "room_started": {
        "de": "In diesem Raum wird schon gespielt.",
        "en": "The game in this room has already started.",
    },
    "not_last_game": {
        "de": "Das ist nicht die letzte Partie in diesem Raum.",
        "en": "That is not the last game in this room.",
    },
    "not_in_room": {
        "de": "Du bist nicht in diesem Raum.",
        "en": "You are not in this room.",
    },
    "already_in_room": {
        "de": "Du bist schon in diesem Raum.",
        "en": "You are already in this room.",
    },
    "terms_changed": {
        "de": "Die Bedingungen haben sich gerade geändert. Bitte sieh sie dir noch einmal an.",
        "en": "The terms have just changed. Please look at them once more.",
    },
    "bad_time": {
        "de": "Möglich sind 1 bis 180 Minuten und 0 bis 180 Sekunden Zuschlag, oder ohne Uhr.",
        "en": "Possible are 1 to 180 minutes and 0 to 180 seconds added, or no clock.",
    },
    "not_practice": {
        "de": "Gegen den Computer wird geübt: ohne Uhr und ohne Wertung.",
        "en": "Against the computer one practises: without a clock and without rating.",
    },
    "too_many_practice_games": {
        "de": "So viele Partien gegen den Computer auf einmal sind zu viele. "
        "Spiele erst eine zu Ende oder gib sie auf.",
        "en": "That is too many games against the computer at once. "
        "Finish one first, or resign it.",
    },
    "rated_needs_account": {
        "de": "Gewertete Partien brauchen ein Konto.",
        "en": "Rated games need an account.",
    },
    **ARCHIVE_TEXTS,
    **RATING_TEXTS,
    **LOBBY_TEXTS,
    **ACCOUNT_TEXTS,
}


def text_of(code: str, detail: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The sentence of a refusal in both languages; an unknown code gets the general sentence.

    A turn that a game's rules refuse names its game in `detail`: the sentence stands there.
    """
    game = str(detail.get("game")) if detail else ""
    if game in explain.REFUSALS and code in explain.REFUSALS[game]:
        return dict(explain.REFUSALS[game][code])
    return TEXTS.get(code, TEXTS["internal_error"])
