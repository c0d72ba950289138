"""What `migrate` and `rebuild` do."""

from services.upkeep.tasks.migrating import MigrationError, Script, migrate_service, scripts_of

__all__ = ["MigrationError", "Script", "migrate_service", "scripts_of"]
