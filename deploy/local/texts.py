"""What the command line says to people: German first, English beside it."""

from __future__ import annotations

from typing import NamedTuple

HIGHEST_PORT = 65_535


class Text(NamedTuple):
    """One sentence in both languages."""

    de: str
    en: str

    def beside(self) -> str:
        """Both languages on one line; a sentence that is the same in both is said once."""
        return self.de if self.de == self.en else f"{self.de} · {self.en}"

    def below(self) -> str:
        """Both languages, one under the other: for sentences that say what to do."""
        return self.de if self.de == self.en else f"{self.de}\n  {self.en}"


class StartError(Exception):
    """Something that a person can put right; the text says how."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def port_taken(port: int, name: str) -> Text:
    """`name` is the Makefile variable that chooses another port."""
    other = port + 1 if port < HIGHEST_PORT else port - 1
    return Text(
        f"Port {port} ist belegt. Wähle einen anderen: make run {name}={other}",
        f"Port {port} is taken. Choose another: make run {name}={other}",
    )


def port_not_allowed(port: int) -> Text:
    """Ports below 1024 usually belong to root."""
    return Text(
        f"Port {port} darf hier nur root öffnen. Wähle einen ab 1024: make run PORT=8000",
        f"Only root may open port {port} here. Choose one from 1024 up: make run PORT=8000",
    )


def not_a_port(value: str) -> Text:
    """The variable holds something that is no port number."""
    return Text(
        f"PORT={value!r} ist keine Portnummer (1 bis 65535), zum Beispiel: make run PORT=8000",
        f"PORT={value!r} is not a port number (1 to 65535), for example: make run PORT=8000",
    )


def already_running(folder: str, address: str) -> Text:
    """A second start beside the first; `address` may be empty when it is not known yet."""
    where_de = f" Es ist unter {address} zu finden." if address else ""
    where_en = f" You find it at {address}." if address else ""
    return Text(
        f"Hier läuft schon ein Spielcenter (Daten in {folder}).{where_de} Beende es dort mit "
        f"Strg-C, oder starte ein zweites: make run DATA=.data/zwei PORT=8001",
        f"A Spielcenter is already running here (data in {folder}).{where_en} End it there with "
        f"Ctrl-C, or start a second one: make run DATA=.data/zwei PORT=8001",
    )


def open_at(address: str, address_for_others: str) -> Text:
    """All is ready; the second address is for others in the network, empty if there is none."""
    others_de = f"\nFür andere im selben Netz: {address_for_others}" if address_for_others else ""
    others_en = f"\n  For others in the same network: {address_for_others}" if others_de else ""
    return Text(
        f"\nDas Spielcenter ist offen: {address} (Ende mit Strg-C){others_de}",
        f"The Spielcenter is open: {address} (Ctrl-C ends it){others_en}",
    )


def not_writable(folder: str) -> Text:
    """The data folder cannot be made or written."""
    return Text(
        f"Im Ordner {folder} darf ich nicht schreiben. Gib dir das Recht dazu, "
        f"oder nimm einen anderen: make run DATA=$HOME/spielcenter-daten",
        f"I may not write in the folder {folder}. Give yourself the right to, "
        f"or take another: make run DATA=$HOME/spielcenter-data",
    )


def disk_full(folder: str, free_mb: int, needed_mb: int) -> Text:
    """Too little room to start; both figures in megabytes."""
    return Text(
        f"Für {folder} sind nur noch {free_mb} MB frei, {needed_mb} MB braucht es. "
        f"Schaffe Platz, oder nimm einen anderen Ordner: make run DATA=/anderer/ordner",
        f"Only {free_mb} MB are left for {folder}, {needed_mb} MB are needed. "
        f"Make room, or take another folder: make run DATA=/another/folder",
    )


def failed(what: str, tail: str, log: str) -> Text:
    """A program that would not start, with the end of its log."""
    shown = f"\n    {tail}\n" if tail else " "
    return Text(
        f"{what} ist nicht gestartet.{shown}Mehr dazu steht in {log}",
        f"{what} did not start. More about it is in {log}",
    )


def restarting(name: str, how: str, delay_s: float) -> Text:
    """A child has died and comes back."""
    return Text(
        f"{name} ist ausgefallen ({how}) und startet in {delay_s:.1f} s neu",
        f"{name} has died ({how}) and starts again in {delay_s:.1f} s",
    )


def given_up(name: str, deaths: int, log: str) -> Text:
    """A child that dies again and again."""
    return Text(
        f"{name} ist {deaths}-mal hintereinander gleich wieder ausgefallen. Ich gebe auf; "
        f"der Grund steht am Ende von {log}",
        f"{name} has died {deaths} times in a row. I give up; the reason is at the end of {log}",
    )


def root_cannot_reach(folder: str) -> Text:
    """Root, no user namespaces, and the folder is closed to every other account."""
    return Text(
        f"PostgreSQL läuft nicht als root, und ein anderes Konto darf {folder} nicht betreten. "
        f"Starte als gewöhnlicher Benutzer, lege das Projekt in einen offenen Ordner, "
        f"oder nenne einen Server: make run DATABASE_URL=postgresql://…",
        f"PostgreSQL does not run as root, and no other account may enter {folder}. "
        f"Start as an ordinary user, put the project into an open folder, "
        f"or name a server: make run DATABASE_URL=postgresql://…",
    )


def other_major_version(folder: str, found: str, wanted: str) -> Text:
    """The data folder was written by another major version of PostgreSQL."""
    return Text(
        f"{folder} stammt von PostgreSQL {found}, hier ist {wanted}. Sichere die Daten mit dem "
        f"alten Programm (pg_dumpall), oder beginne neu: make run DATA=.data/neu",
        f"{folder} comes from PostgreSQL {found}, here is {wanted}. Save the data with the old "
        f"program (pg_dumpall), or begin anew: make run DATA=.data/new",
    )
