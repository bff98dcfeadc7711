import type { Identity } from '@assay/modules/identity';
import type { Database } from '@assay/platform/db/database';
import type { Rules } from '../rules/index.ts';
import type { AddressStore } from './store.ts';

/** What the handlers of the address book work with. */
export interface AddressParts {
  readonly database: Pick<Database, 'pool'>;
  readonly identity: Pick<Identity, 'stepUp' | 'restrictionsOf'>;
  /** Where something may leave now. */
  readonly networks: () => readonly {
    readonly chainId: number;
    /** For people: `Ethereum (ERC-20)`. */
    readonly chain: string;
    readonly asset: string;
  }[];
  /** The rules in the order in which they came into force, up to the present ones. */
  readonly rules: (now: number) => readonly Rules[];
  readonly store: AddressStore;
}
