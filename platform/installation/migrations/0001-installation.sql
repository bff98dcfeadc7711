-- What this installation is. It is written at the first start, and nobody changes it, the owner of
-- the table included: a trial, whose capital was made up, never becomes a production.
CREATE TABLE installation (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  mode     text NOT NULL CHECK (mode IN ('trial', 'production')),
  begun_at bigint NOT NULL
);

CREATE FUNCTION installation_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what an installation is cannot be changed';
END $$;

CREATE TRIGGER installation_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON installation
  FOR EACH STATEMENT EXECUTE FUNCTION installation_stays();
