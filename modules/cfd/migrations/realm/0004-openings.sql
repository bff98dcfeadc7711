-- The receipt of a closing comes with that of its opening, however many receipts there are.
CREATE INDEX cfd_receipt_opened ON cfd_receipt (id) WHERE kind = 'opened';
