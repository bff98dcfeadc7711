-- The build that wrote last, and the number of its command "upgrade". Checks that decide commands
-- again begin there, with the state that is kept in the schema <realm>_upgrade (kept-state.ts).
ALTER TABLE engine
  ADD COLUMN build text NOT NULL DEFAULT '',
  ADD COLUMN upgrade_seq bigint NOT NULL DEFAULT 0;
