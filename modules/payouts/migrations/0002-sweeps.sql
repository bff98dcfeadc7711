-- Addresses that people have sent to, with what was credited there: for the signer, which collects it.
create view deposited_address as
  select d.chain_id, d.address, d.token, a.tree, p.position, sum(d.amount) as received,
    max(d.block_number) as last_block
  from deposit d
  join deposit_address a on a.chain_id = d.chain_id and a.address = d.address
  join deposit_person p on p.user_id = d.user_id
  where d.state = 'credited'
  group by d.chain_id, d.address, d.token, a.tree, p.position;
