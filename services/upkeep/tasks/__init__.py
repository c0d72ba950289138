"""What `migrate` and `rebuild` do."""

from services.upkeep.tasks.migrating import MigrationError, Script, migrate_service, scripts_of
from services.upkeep.tasks.rebuilding import RebuildError, rebuild_all, rebuild_tables

__all__ = [
    "MigrationError",
    "RebuildError",
    "Script",
    "migrate_service",
    "rebuild_all",
    "rebuild_tables",
    "scripts_of",
]
