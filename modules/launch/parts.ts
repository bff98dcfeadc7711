import type { Realm } from '@assay/core/ledger/realm';
import type { CommandName } from '@assay/core/schema/registry';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { StaffContext } from '@assay/platform/http/context';
import type { LaunchMachine } from './machine/launch-machine.ts';
import type { LaunchReads } from './store/reads.ts';

/** What calls and the job need of one realm. */
export interface LaunchRealm {
  readonly realm: Realm;
  machine(): LaunchMachine;
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  readonly assets: () => readonly { readonly id: number; readonly symbol: string; name: string }[];
  /** The open spot market of a coin against USDT; '' where there is none. */
  marketOf(symbol: string): string;
  readonly reads: LaunchReads;
}

export interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly realms: Readonly<Record<Realm, LaunchRealm>>;
  readonly verified: (userId: number) => Promise<'none' | 'junior' | 'senior'>;
  /** By the law of a person's country. */
  readonly isOffered: (userId: number) => Promise<boolean>;
  /** That of an approved document, else the one given at registration. */
  readonly countryOf: (userId: number) => Promise<string>;
  readonly record: (context: StaffContext, entry: LaunchEntry) => Promise<void>;
}

/** What staff did, for their record. */
export interface LaunchEntry {
  readonly action: 'launchQueueOpened' | 'launchApplicationDecided';
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}
