"""What building and checking tables says to people: German first, English beside it."""

from typing import Final

from libs.engines.tables.building import Busy, Progress
from libs.engines.tables.files import Table
from libs.engines.tables.rulesets import RuleSet

MEGABYTE: Final = 1_000_000


class WordError(Exception):
    """A word on the command line that is none of those possible; the text says so."""


def below(german: str, english: str) -> str:
    """Both languages, one under the other: for sentences that say what to do."""
    return f"{german}\n  {english}"


def built(rules: RuleSet, table: Table) -> str:
    """One finished table."""
    return (
        f"{rules.name}  {table.own} : {table.opp}  Siege/wins {_grouped(table.wins)}  "
        f"Remis/draws {_grouped(table.draws)}  Verluste/losses {_grouped(table.losses)}  "
        f"längster Sieg/longest win {table.longest}"
    )


def _grouped(number: int) -> str:
    """Thousands apart by a narrow space, which reads the same in both languages."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def under_way(progress: Progress) -> str:
    """How far everything is, and each job."""
    return f"{progress.part:4.0%}  " + "  ".join(_busy(busy) for busy in progress.busy)


def _busy(busy: Busy) -> str:
    job = busy.job
    return f"{job.rules.name} {job.own} : {job.opp} {busy.part:.0%}"


def beginning(folder: str, names: list[str], stones: int) -> str:
    """What is going to be built, and where."""
    return below(
        f"Endspieltabellen bis {stones} Steine, {', '.join(names)}, in {folder}",
        f"Endgame tables up to {stones} stones in all",
    )


def complete(number: int, seconds: float) -> str:
    """After the last table."""
    if number == 0:
        return "Alle Tabellen sind da und heil. · All tables are there and whole."
    return f"{number} Tabellen in {seconds:.1f} s · {number} tables in {seconds:.1f} s"


def interrupted() -> str:
    """After Ctrl-C."""
    return below(
        "Unterbrochen. Fertige Tabellen bleiben; make tables macht dort weiter.",
        "Interrupted. Finished tables are kept; make tables goes on from there.",
    )


def unknown_rules(name: str, known: list[str]) -> str:
    """A rule set that there is not."""
    return below(
        f"RULES={name} gibt es nicht. Wähle all, played oder aus: {', '.join(known)}",
        f"There is no RULES={name}. Choose all, played or from the list above.",
    )


def wrong_stones(text: str, fewest: int, most: int) -> str:
    """A number of stones that no tables are built for."""
    return below(
        f"STONES={text} geht nicht: eine Zahl von {fewest} bis {most}, zum Beispiel STONES=9",
        f"STONES={text} is not possible: a number from {fewest} to {most}, such as STONES=9",
    )


def already_building(folder: str) -> str:
    """Somebody else builds there."""
    return below(
        f"In {folder} werden gerade Tabellen gebaut. Warte, bis das fertig ist.",
        f"Tables are being built in {folder}. Wait until that has ended.",
    )


def no_space(folder: str, needed: int, free: int) -> str:
    """The disk is too full before the start; sizes in bytes."""
    need_mb, free_mb = needed // MEGABYTE + 1, free // MEGABYTE
    return below(
        f"Die Tabellen brauchen {need_mb} MB, in {folder} sind {free_mb} MB frei. "
        "Schaffe Platz, baue weniger (STONES=8) oder nimm einen anderen Ordner: TABLES=/anderer",
        f"The tables need {need_mb} MB, {free_mb} MB are free. "
        "Make room, build fewer (STONES=8) or take another folder: TABLES=/another",
    )


def disk_full(folder: str) -> str:
    """The disk became full under way."""
    return below(
        f"Die Platte mit {folder} ist voll. Fertige Tabellen bleiben; schaffe Platz, "
        "dann macht make tables dort weiter.",
        f"The disk of {folder} is full. Finished tables are kept; make room, "
        "then make tables goes on from there.",
    )


def not_usable(folder: str, reason: str) -> str:
    """The folder can't be made, read or written."""
    return below(
        f"{folder} ist nicht zu benutzen ({reason}). Nimm einen anderen Ordner: TABLES=/anderer",
        f"{folder} can't be used ({reason}). Take another folder: TABLES=/another",
    )


def worker_died() -> str:
    """A process was killed."""
    return below(
        "Ein Rechenprozess ist gestorben (zu wenig Speicher?). Fertige Tabellen bleiben; "
        "versuche es mit einem Kern: CORES=1",
        "A process died (too little memory?). Finished tables are kept; try one core: CORES=1",
    )


def long_win() -> str:
    """More turns than a table can hold."""
    return below(
        "Ein Sieg dauert länger als 253 Züge; so viele Steine gehen nicht. Baue weniger: STONES=9",
        "A win takes more than 253 turns: so many stones are not possible. Build fewer: STONES=9",
    )


def broken(path: str, what: str) -> str:
    """A file that is not as it was built."""
    return below(
        f"{path} ist beschädigt ({what}). make tables baut es neu.",
        f"{path} is damaged ({what}). make tables builds it again.",
    )


def checked(name: str, number: int, faults: int) -> str:
    """Positions that were compared with the rules."""
    german, english = f"{number} Stellungen geprüft", f"{number} positions checked"
    return f"{name}: {german}, {faults} falsch · {english}, {faults} wrong"


def wrong_value(rules: RuleSet, position: str, expected: str, found: str) -> str:
    """A table that contradicts the rules or a known value."""
    return below(
        f"{rules.name}: {position}: erwartet {expected}, in der Tabelle {found}",
        f"{rules.name}: {position}: expected {expected}, found {found}",
    )
