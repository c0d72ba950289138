"""Refusals in the waiting room: stable codes, each with a sentence for people."""

from typing import Final

LOBBY_TEXTS: Final[dict[str, dict[str, str]]] = {
    "too_chatty": {
        "de": "Das waren viele Zeilen in kurzer Zeit. Gleich geht es weiter.",
        "en": "That was many lines in a short time. You can go on in a moment.",
    },
    "said_already": {
        "de": "Das hast du gerade schon geschrieben.",
        "en": "You have just written that.",
    },
    "empty_line": {
        "de": "In dieser Zeile steht nichts.",
        "en": "There is nothing in this line.",
    },
    "line_too_long": {
        "de": "Eine Zeile hat höchstens 400 Zeichen.",
        "en": "A line has at most 400 characters.",
    },
    "muted": {
        "de": "Du darfst gerade nichts schreiben.",
        "en": "You may not write anything at present.",
    },
    "banned": {
        "de": "Der Wartesaal ist für dich zurzeit geschlossen.",
        "en": "The waiting room is closed to you at present.",
    },
    "not_here": {
        "de": "Dazu musst du dort sein, wo geschrieben wird.",
        "en": "You have to be where the conversation is.",
    },
    "no_such_line": {
        "de": "Diese Zeile gibt es nicht mehr.",
        "en": "This line is no longer there.",
    },
    "not_yourself": {
        "de": "Das geht nicht mit dir selbst.",
        "en": "That is not possible with yourself.",
    },
    "no_such_person": {
        "de": "Diese Person gibt es hier nicht.",
        "en": "There is no such person here.",
    },
    "too_many_blocked": {
        "de": "Mehr Leute kannst du nicht ausblenden.",
        "en": "You can't block more people.",
    },
    "too_many_reports": {
        "de": "Du hast heute schon viel gemeldet. Das sehen wir uns zuerst an.",
        "en": "You have reported a lot today. We will look at that first.",
    },
    "moderators_only": {
        "de": "Das dürfen nur Moderatoren.",
        "en": "Only moderators may do that.",
    },
    "person_is_moderator": {
        "de": "Moderatoren können einander weder stummschalten noch aussperren.",
        "en": "Moderators can neither mute nor ban each other.",
    },
    "no_such_report": {
        "de": "Diese Meldung gibt es nicht.",
        "en": "There is no such report.",
    },
    "challenged_already": {
        "de": "Zwischen euch beiden steht schon eine Herausforderung.",
        "en": "There is a challenge between you two already.",
    },
    "not_reachable": {
        "de": "Diese Person ist gerade nicht zu erreichen.",
        "en": "This person can't be reached at present.",
    },
    "not_invited": {
        "de": "Dieser Platz ist für jemand anderen.",
        "en": "This place is for somebody else.",
    },
    "too_many_invitations": {
        "de": "Von dir stehen schon zehn Herausforderungen. Ziehe erst eine zurück.",
        "en": "Ten of your challenges stand already. Withdraw one first.",
    },
    "has_seek": {
        "de": "Von dir steht schon ein offenes Angebot.",
        "en": "You have an open offer already.",
    },
    "opponent_there": {
        "de": "Gerade hat jemand dasselbe angeboten.",
        "en": "Somebody has just offered the same.",
    },
    "account_needed_for_mail": {
        "de": "Wer nicht hier ist, bekommt nur von Leuten mit Konto eine Einladung.",
        "en": "Only people with an account can invite somebody who isn't here.",
    },
    "too_many_hotseat_games": {
        "de": "Auf diesem Gerät laufen schon viele Partien zu zweit. Beendet erst eine davon.",
        "en": "Many games for two run at this device already. Finish one of them first.",
    },
    "not_hotseat": {
        "de": "So kann man nicht zu zweit an einem Gerät spielen.",
        "en": "Two people can't play like this at one device.",
    },
}
