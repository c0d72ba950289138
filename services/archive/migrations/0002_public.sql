-- Games that were there before are of private rooms: none of them is public.
ALTER TABLE games ADD COLUMN IF NOT EXISTS is_public boolean NOT NULL DEFAULT false;
ALTER TABLE played ADD COLUMN IF NOT EXISTS is_public boolean NOT NULL DEFAULT false;
CREATE INDEX IF NOT EXISTS played_in_public ON played (player, ended_at_ms, game) WHERE is_public;
