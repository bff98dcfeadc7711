-- By which key the heads of this installation's logs are signed: it is written when the key is made,
-- and nobody changes it. Customers keep heads; by another key they could not verify them.
CREATE TABLE log_key (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key text NOT NULL CHECK (public_key ~ '^[0-9a-f]{64}$')
);

CREATE TRIGGER log_key_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON log_key
  FOR EACH STATEMENT EXECUTE FUNCTION installation_stays();
