"""Where the tables lie: TABLES, else `tables` in the data folder DATA, else in `.data`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
DEFAULT_DATA: Final = ".data"


def folder_of(environment: Mapping[str, str]) -> Path:
    """The folder that this environment names; relative ones lie under the house. It may not be."""
    if named := environment.get("TABLES"):
        return ROOT / Path(named).expanduser()
    return ROOT / Path(environment.get("DATA") or DEFAULT_DATA).expanduser() / "tables"
