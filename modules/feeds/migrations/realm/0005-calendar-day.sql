-- Published hours of days, as this realm's engine has taken them; they stay, since receipts of such a
-- day have its session. `hours` null: as usual again.
CREATE TABLE calendar_day (
  calendar text NOT NULL,
  date text NOT NULL,
  hours text,
  seq bigint NOT NULL,
  PRIMARY KEY (calendar, date)
);
