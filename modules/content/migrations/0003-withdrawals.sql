-- Announced editions of texts of law that two people took back before they held; all is public.
create table content_withdrawal (
  edition_id bigint primary key references content_edition,
  reason text not null check (length(reason) between 1 and 2000),
  at bigint not null
);

create trigger content_withdrawal_stays before update or delete on content_withdrawal
  for each statement execute function content_stays();
