-- Why two people changed a text of law, in the preparer's words; empty for everything else.
alter table content_edition add column reason text not null default '' check (length(reason) <= 2000);
