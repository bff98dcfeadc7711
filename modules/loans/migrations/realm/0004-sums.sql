-- What all loans have brought and lost: added to by the statements that add payments and ended
-- loans. One row, however many there are.
CREATE TABLE loan_sum (
  one           integer PRIMARY KEY CHECK (one = 1),
  interest_paid numeric NOT NULL,
  written_off   numeric NOT NULL
);
INSERT INTO loan_sum
  SELECT 1, (SELECT coalesce(sum(interest + penalty), 0) FROM loan_payment),
    (SELECT coalesce(sum(amount - repaid), 0) FROM ended_loan WHERE state = 'writtenOff');

CREATE FUNCTION add_to_loan_sum() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_TABLE_NAME = 'loan_payment' THEN
    UPDATE loan_sum SET interest_paid = interest_paid
      + (SELECT coalesce(sum(interest + penalty), 0) FROM added);
  ELSE
    UPDATE loan_sum SET written_off = written_off
      + (SELECT coalesce(sum(amount - repaid), 0) FROM added WHERE state = 'writtenOff');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_loan_sum AFTER INSERT ON loan_payment
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_loan_sum();
CREATE TRIGGER add_to_loan_sum AFTER INSERT ON ended_loan
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_loan_sum();
