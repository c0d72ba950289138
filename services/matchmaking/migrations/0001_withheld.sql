-- Invitations that were there before have been shown to both.
ALTER TABLE invitations ADD COLUMN IF NOT EXISTS is_withheld boolean NOT NULL DEFAULT false;
