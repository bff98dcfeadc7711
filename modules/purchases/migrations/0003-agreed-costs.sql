-- What an order might cost at most, as it was asked for; null of those from before. A command id is
-- kept for the same order, and one that may cost something else is another order.
alter table purchase_order add column agreed numeric(28, 0);

create or replace function keep_purchase_order() returns trigger language plpgsql as $$
begin
  if (old.digest, old.command_id, old.user_id, old.asset, old.amount, old.currency, old.cost,
      old.rate, old.rate_at, old.rate_source, old.rate_tick, old.margin_ppm, old.payee_id,
      old.reference, old.ordered_at, old.deadline, old.agreed) is distinct from
     (new.digest, new.command_id, new.user_id, new.asset, new.amount, new.currency, new.cost,
      new.rate, new.rate_at, new.rate_source, new.rate_tick, new.margin_ppm, new.payee_id,
      new.reference, new.ordered_at, new.deadline, new.agreed)
     or (old.purchase_id is not null and old.purchase_id is distinct from new.purchase_id)
     or (old.ending is not null
         and (old.ending, old.reason) is distinct from (new.ending, new.reason))
     or ((old.payer, old.salt) is distinct from (new.payer, new.salt)
         and (new.payer, new.salt) is distinct from ('', ''))
  then raise exception 'what was ordered does not change';
  end if;
  return new;
end $$;
