import type { Realm } from '@assay/core/ledger/realm';
import type { Direction, Rate } from '@assay/core/position/value';
import type { CfdMachine } from './machine/cfd-machine.ts';
import type { LiveContract } from './machine/contract.ts';
import { receiptView } from './machine/views.ts';
import type { CfdReceiptView } from './schema/commands.ts';
import { type Reads, receiptsOf } from './store/reads.ts';

/** The last tick of the index that converts, and what it makes of one. */
export interface StandingConversion {
  readonly n: number;
  readonly at: number;
  readonly price: number;
  readonly rate: Rate;
}

/** What an account has open in one direction of a contract, at the price that would close it. */
export interface StandingContract {
  readonly contract: string;
  /** Of the terms by which the last prices were made. */
  readonly version: number;
  readonly side: Direction;
  readonly quantity: bigint;
  /** The sum of entry price x quantity, undivided. */
  readonly cost: bigint;
  readonly exit: number;
  /** What makes USDT of what closing them would bring; null: it is USDT. */
  readonly conversion: StandingConversion | null;
  readonly indexPrice: number;
  readonly spread: number;
  readonly recent: string;
  readonly n: number;
  readonly at: number;
}

export interface Standing {
  /** What is owed to the account, less losses that its wallet could not pay. */
  readonly owed: bigint;
  readonly open: readonly StandingContract[];
}

/** What an account has in contracts by their last prices, beside the money of its wallet. */
export function standingOf({ state }: CfdMachine, owner: number): Standing {
  const { owed = 0n, deficit = 0n } = state.tables.accounts.get(owner) ?? {};
  const open = state.person(owner).legs.map(({ live, side, quantity, cost }) => {
    const { price: indexPrice, spread, recent, n, at } = live.quote!;
    const prices = { exit: live.exit(side), indexPrice, spread, recent, n, at };
    const conversion = convertedBy(live);
    const of = { contract: live.row.symbol, version: live.quotedBy, side, quantity, cost };
    return { ...of, ...prices, conversion };
  });
  return { owed: owed - deficit, open };
}

function convertedBy(live: LiveContract): StandingConversion | null {
  if (live.conversion === null) return null;
  const { n, at, price } = live.conversion.quote!;
  return { n, at, price, rate: live.rate() };
}

export interface ReceiptPage {
  readonly receipts: CfdReceiptView[];
  readonly next: number | null;
}

/** Receipts of an account before a command, of whole commands, the latest first. */
export async function receiptPage(
  reads: Reads,
  { realm, machine }: { readonly realm: Realm; readonly machine: CfdMachine },
  owner: number,
  before: number | undefined,
  limit: number,
): Promise<ReceiptPage> {
  const until = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await receiptsOf(reads, realm, owner, until, limit + 1);
  const page = wholeCommands(rows, limit);
  return {
    receipts: page.map((row) => receiptView(machine.state.of(row.contract), row)),
    next: page.length < rows.length ? page.at(-1)!.seq : null,
  };
}

/**
 * The receipts of whole commands only, so that a page goes on below the last of them; those of one
 * command if there are more of them than a page has.
 */
function wholeCommands<R extends { readonly seq: number }>(rows: readonly R[], most: number): R[] {
  if (rows.length <= most) return [...rows];
  const whole = rows.filter(({ seq }) => seq > rows.at(-1)!.seq);
  return whole.length > 0 ? whole : rows.slice(0, most);
}
