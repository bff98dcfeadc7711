-- A destination knows its withdrawal by its digest until it knows the number.
CREATE INDEX withdrawal_digest ON withdrawal (digest);
CREATE INDEX ended_withdrawal_digest ON ended_withdrawal (digest);
