-- Whoever lifts a freeze proves themselves by what they had then; null: when it was placed.
alter table restriction add column own_until bigint;

-- By which message a freeze of before was placed is not known: the earliest was a week old.
update restriction set own_until = created_at - 604800000
where kind = 'notMe' and lifted_at is null;

create or replace function restriction_stays() returns trigger language plpgsql as $$
begin
  if (old.user_id, old.kind, old.reason, old.created_at) is distinct from
     (new.user_id, new.kind, new.reason, new.created_at)
     or old.own_until is distinct from new.own_until
     or old.expires_at is distinct from new.expires_at or old.lifted_at is not null then
    raise exception 'a restriction is lifted or ends; it does not change';
  end if;
  return new;
end $$;
