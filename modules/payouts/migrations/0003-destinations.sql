-- Where withdrawals go, for the signer: of those that are to be paid, and are left to it.
create view paying_destination as
  select d.digest, d.withdrawal_id, d.chain_id, d.token, d.address, d.memo, d.sum, d.salt
  from withdrawal_destination d
  where d.payer = 'signer'
    and exists (select from real.withdrawal w where w.digest = d.digest and w.state = 'paying');
