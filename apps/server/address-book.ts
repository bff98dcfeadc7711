import type { Identity } from '@assay/modules/identity';
import type { Parameters } from '@assay/modules/parameters';
import { type AddressBook, createAddressBook, type DepositsModule } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import { rulesHistory } from './withdrawal-rules.ts';

/** What leaves is USDT; other assets are exchanged for it first. */
const LEAVES = 'USDT';

/** The addresses that people withdraw to, and the rules that they read. */
export function startAddressBook(
  { db }: { readonly db: Pick<Database, 'pool'> },
  identity: Pick<Identity, 'stepUp' | 'restrictionsOf' | 'addPersonalRecords'>,
  parameters: Pick<Parameters, 'historyOf'>,
  deposits: Pick<DepositsModule, 'chains'>,
): AddressBook {
  const book = createAddressBook({
    ...{ database: db, identity },
    networks: () =>
      deposits.chains().flatMap(({ chainId, name: chain, isOpen, tokens }) => {
        const isOffered = isOpen && tokens.some((one) => one.isOpen && one.asset === LEAVES);
        return isOffered ? [{ chainId, chain, asset: LEAVES }] : [];
      }),
    rules: (now) => rulesHistory(parameters, now),
  });
  identity.addPersonalRecords('withdrawalAddresses', book.personalRecords);
  return book;
}
