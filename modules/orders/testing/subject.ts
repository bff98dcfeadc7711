import type { Bounds } from '@assay/core/order/life/bounds';
import type { MarketListing } from '@assay/core/order/market';
import type { LedgerMachine } from '@assay/modules/ledger';
import type { MarketsMachine } from '@assay/modules/markets';
import type { OrdersMachine } from '@assay/modules/orders';
import type { Fact, Machine, Outcome } from '@assay/platform/engine/machine';
import type { Sequencer } from '@assay/platform/engine/sequencer';
import type { PlainModule } from './reference/module.ts';

/** A market in which random commands trade, near a price in whole quote assets. */
export interface SubjectMarket extends MarketListing {
  readonly start: number;
}

/** The machines that are compared with the model, and their sequencer. */
export interface SubjectRealm {
  readonly sequencer: Sequencer;
  readonly markets: MarketsMachine;
  readonly ledger: LedgerMachine;
  readonly orders: OrdersMachine;
}

/** What random commands are run on: a realm, and the plain modules beside it. */
export interface Subject {
  readonly assets: readonly string[];
  readonly markets: readonly SubjectMarket[];
  /** The funds of a user at the start, so small that balances run out. */
  readonly funds: Readonly<Record<string, string>>;
  /** The modules' own commands, with how often they occur. */
  readonly own?: readonly OwnCommand[];
  /** How much one command does at most, where it is not as in the product. */
  readonly bounds?: Bounds;
  /** The first commands: assets, markets, funds. */
  setUp(users: readonly number[], now: number): Sent[];
  /** An empty realm, its plain modules, and a comparison of the modules' own state. */
  start(): {
    readonly realm: SubjectRealm;
    readonly modules: readonly PlainModule[];
    compare(): void;
  };
}

/** A module's own command, made from random shares from 0 to 1. */
export interface OwnCommand {
  readonly type: string;
  /** How many of 1,000 commands are of this type, about. */
  readonly weight: number;
  make(share: () => number, user: number): { readonly actor: number; readonly body: Sent['body'] };
}

/** One command as it is sent. */
export interface Sent {
  readonly type: string;
  readonly actor: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly now: number;
}

export function send(sequencer: Sequencer, { type, actor, body, now }: Sent): Outcome {
  return sequencer.decide(type, actor, body, now);
}

/** Ends the batch as the engine does: rows are taken, then facts. */
export function endBatch(machines: readonly Machine[]): readonly Fact[] {
  for (const machine of machines) for (const writer of machine.writers) writer.drain();
  return machines.flatMap((machine) => machine.takeFacts());
}

/** Amounts by asset as a command grants them. */
export function grantsOf(funds: Readonly<Record<string, string>>) {
  return Object.entries(funds).map(([asset, amount]) => ({ asset, amount }));
}
