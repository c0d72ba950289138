-- Rooms need no table of their own: the log, and the cursor of the policy, are all.
CREATE SCHEMA IF NOT EXISTS matchmaking;
