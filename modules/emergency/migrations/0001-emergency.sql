-- What staff stop in an emergency: by one person, with a reason, and for hours only. Markets alone
-- could be stopped before; the table of their halts goes on as that of all stops.
alter table market_stop rename to emergency_stop;
alter table emergency_stop rename column market to subject;
alter index market_stop_active rename to emergency_stop_active;
update emergency_stop set subject = 'market:' || subject;
alter table emergency_stop add constraint emergency_stop_subject
  check (subject ~ '^market:' or (subject = 'withdrawals' and realm = 'real'));
