import { signerRole } from '@assay/platform/db/location';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';

export {
  type Attempt,
  type Final,
  type Hex,
  type Outgoing,
  OutgoingStore,
  type Purpose,
  type Sender,
  type Unfinished,
} from './store/outgoing.ts';
export { type PaidWithdrawal, PayoutReader } from './store/reader.ts';
export { type PayoutRequest, RequestStore } from './store/requests.ts';
export { excessOfSigner, lackOfSigner, lockSigner } from './store/role.ts';
export { type Sweepable, SweepStore } from './store/sweeps.ts';

/** The tables of this module, which only the signer writes. */
export function payoutMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'payouts', {
    shared: {
      outgoing: [],
      outgoing_bytes: [],
      outgoing_final: [],
      withheld_payout: [],
      signer_state: [],
    },
    others: {
      [signerRole]: {
        'public.paying_withdrawal': [],
        'public.paying_destination': [],
        'public.deposited_address': [],
        'public.payout_stop': [],
        'public.payout_decision': ['insert'],
        'public.outgoing': ['insert'],
        'public.outgoing_bytes': ['insert'],
        'public.outgoing_final': ['insert'],
        'public.withheld_payout': ['insert', 'update'],
        'public.signer_state': ['insert', 'update'],
      },
    },
  });
}
