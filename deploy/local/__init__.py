"""One machine, no prerequisites: embedded servers out of wheels, kept alive by a supervisor."""
