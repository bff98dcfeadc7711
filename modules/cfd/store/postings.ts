import { accountId, accountWords, MAX_ASSET, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE, type PurposeName, purposeName } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { readPostings } from '@assay/modules/ledger';
import type { Reads } from './reads.ts';

/** More than a command makes of one person, who has two hundred positions at most. */
const MOST = 1_000;
const OWN: readonly PurposeName[] = (Object.keys(PURPOSE) as PurposeName[]).filter((name) =>
  name.startsWith('cfd'),
);

/** What a command moved from and to a person because of contracts. */
export async function postingsOf(reads: Reads, realm: Realm, userId: number, seq: number) {
  const first = accountId(userId, WALLET.currency, 0);
  const last = accountId(userId, WALLET.contract, MAX_ASSET);
  const filter = { asset: 0, purpose: 0, fromSeq: seq, toSeq: seq, limit: MOST };
  const rows = await readPostings(reads, realm, first, last + 1, filter);
  return rows
    .map(({ account, other, amount, purpose }) => {
      const [own, its] = [account, other].map((one) => accountWords(one, userId));
      const [from, to] = amount < 0n ? [own!, its!] : [its!, own!];
      const units = formatDecimal(amount < 0n ? -amount : amount, SCALE);
      return { from, to, amount: units, purpose: purposeName(purpose) };
    })
    .filter(({ purpose }) => OWN.includes(purpose));
}
