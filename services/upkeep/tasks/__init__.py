"""What `migrate`, `rebuild` and `role` do."""

from services.upkeep.tasks.migrating import MigrationError, Script, migrate_service, scripts_of
from services.upkeep.tasks.rebuilding import RebuildError, rebuild_all, rebuild_tables
from services.upkeep.tasks.roles import RoleError, name_role

__all__ = [
    "MigrationError",
    "RebuildError",
    "RoleError",
    "Script",
    "migrate_service",
    "name_role",
    "rebuild_all",
    "rebuild_tables",
    "scripts_of",
]
