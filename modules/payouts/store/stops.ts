/** Why one is not signed now: something stands in the way of all, of its chain or of its owner. */
export const STOP = `select min(reason) as reason from payout_stop s
  where s.withdrawal_id = $1 and (s.until is null or s.until > $2)`;
