import type { PersonalRecords } from '@assay/core/personal-records';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { addressHandlers } from '../calls/addresses.ts';
import { rulesHandlers } from '../calls/rules.ts';
import { addressCalls, rulesCalls } from '../schema/addresses.ts';
import type { AddressParts } from './parts.ts';
import { AddressStore, type KeptAddress } from './store.ts';
import { whitelistAt } from './times.ts';

export type AddressBookOptions = Omit<AddressParts, 'store'>;

/** What withdrawals and deposits ask of the book. */
export interface AddressBook {
  readonly calls: CallSet;
  readonly personalRecords: PersonalRecords;
  /** Null: it is none of this person's, whose addresses are theirs on this chain with this memo. */
  find(
    userId: number,
    wanted: Pick<KeptAddress, 'chainId' | 'address' | 'memo'>,
  ): Promise<Pick<KeptAddress, 'addedAt' | 'isStrict'> | null>;
  /** Whether only known addresses may be used. */
  isWhitelistOnly(userId: number, now: number): Promise<boolean>;
  /** Whether somebody has read how money leaves, in any version. */
  hasReadRules(userId: number): Promise<boolean>;
}

export function createAddressBook(options: AddressBookOptions): AddressBook {
  const store = new AddressStore(options.database);
  const parts = { ...options, store };
  return {
    calls: callSet(
      { ...addressCalls, ...rulesCalls },
      { ...addressHandlers(parts), ...rulesHandlers(parts) },
    ),
    personalRecords: {
      read: async (userId) => ({
        addresses: await store.everything(userId),
        whitelist: await store.switches(userId),
        rulesRead: await store.reads(userId),
      }),
      erase: (userId) => store.erase(userId),
    },
    find: async (userId, { chainId, address, memo }) => {
      const own = await store.list(userId);
      const same = (one: KeptAddress) => one.chainId === chainId && one.memo === memo;
      return own.find((one) => one.address === address && same(one)) ?? null;
    },
    isWhitelistOnly: async (userId, now) => whitelistAt(await store.lastSwitch(userId), now).isOn,
    hasReadRules: async (userId) => (await store.reads(userId)).length > 0,
  };
}
