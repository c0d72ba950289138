-- Empty private rooms close after thirty days in which nobody said anything.
UPDATE open_rooms SET due_at_ms = at_ms + 2592000000
WHERE kind = 'private' AND guest IS NULL AND due_at_ms IS NULL;
