-- What staff did is chained by hash, so that an entry that was changed, removed or put in is found
-- (store/evidence.ts). The name is that of then: whoever is renamed later did it under that name.
alter table operator_action add column operator_name text, add column hash bytea;

alter table operator_action disable trigger operator_action_stays;
update operator_action a set operator_name = o.name
  from operator o where o.operator_id = a.operator_id;

do $$
declare
  one operator_action;
  previous text := repeat('0', 64);
begin
  for one in select * from operator_action order by action_id loop
    previous := encode(sha256(convert_to(previous || E'\n' || concat_ws(' ', one.action_id,
      one.operator_id, to_json(one.operator_name)::text, one.session_id, one.action,
      to_json(one.ip)::text, one.at), 'UTF8')), 'hex');
    update operator_action set hash = decode(previous, 'hex') where action_id = one.action_id;
  end loop;
end $$;
alter table operator_action enable trigger operator_action_stays;

alter table operator_action
  alter column operator_name set not null,
  alter column hash set not null,
  add check (length(hash) = 32);
