-- Entries of an account as they are compared: with or without spaces, in capitals or not.
create index bank_line_entry on bank_line (account, lower(regexp_replace(entry, '\s', '', 'g')));
create index bank_debit_entry on bank_debit (account, lower(regexp_replace(entry, '\s', '', 'g')));
