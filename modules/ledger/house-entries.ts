import {
  accountId,
  assetOf,
  HOUSE_NAMES,
  ownerName,
  ownerOf,
  WALLET,
} from '@assay/core/ledger/owners';
import { PURPOSE, purposeName } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput, CallOutput } from '@assay/core/schema/call';
import { InvalidInput } from '@assay/core/schema/outcome';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';
import type { calls } from './schema.ts';
import { type HouseRow, readHouseLines, readLastCommand } from './store/house.ts';
import type { Reads } from './store/reads.ts';

/** What is needed of each realm. */
interface HouseSources {
  readonly reads: Reads;
  readonly realms: Readonly<
    Record<Realm, { assetId(symbol: string): number | undefined; assetSymbol(id: number): string }>
  >;
}

type Call = (typeof calls)['getHouseEntries'];
type Entries = CallOutput<Call>;

/** So many commands are looked at for a page; the next page goes on where this one ended. */
const COMMANDS = 50_000;
const NO_ASSET = -1;

/** A page of the journal lines of one account of the house or the outside. */
export async function showHouseEntries(
  { reads, realms }: HouseSources,
  input: CallInput<Call>,
  commands = COMMANDS,
): Promise<Entries | InvalidInput> {
  const { realm: name, limit } = input;
  const realm = realms[name];
  const owner = HOUSE_NAMES.get(input.owner) ?? 0;
  const accounts = [accountId(owner, WALLET.currency, 0), accountId(owner + 1, WALLET.currency, 0)];
  const [first = 0, end = 0] = accounts;
  const asset = input.asset === undefined ? 0 : (realm.assetId(input.asset) ?? NO_ASSET);
  const purpose = input.purpose === undefined ? 0 : PURPOSE[input.purpose];
  const [asked, shown = 0] = input.before?.split('.').map(Number) ?? [];
  const toSeq = asked ?? (await endOf(reads, name, input.to));
  const lower = input.from === undefined ? 0 : await commandBefore(reads, name, input.from);
  const fromSeq = Math.max(lower + 1, toSeq - commands + 1);
  const wanted = limit + 1 + shown;
  const filter = { asset, purpose, fromSeq, toSeq, limit: wanted };
  const found = await readHouseLines(reads, name, first, end, filter);
  if (found.filter(({ seq }) => seq === toSeq).length < shown) {
    return new InvalidInput({ before: ['cursor'] });
  }
  const page = found.slice(shown, shown + limit);
  const isFull = found.length === wanted;
  const rest = fromSeq > lower + 1 ? `${fromSeq - 1}.0` : null;
  return {
    lines: page.map((row) => lineOf(row, (id) => realm.assetSymbol(id))),
    next: isFull ? cursorAfter(page, toSeq, shown) : rest,
    searchedTo: isFull ? (page.at(-1)?.seq ?? 0) : fromSeq,
  };
}

/** The last command of the page, and how many of its lines have been shown by now. */
function cursorAfter(page: readonly HouseRow[], toSeq: number, before: number): string {
  const last = page.at(-1)?.seq ?? 0;
  const shown = page.filter(({ seq }) => seq === last).length;
  return `${last}.${last === toSeq ? before + shown : shown}`;
}

async function endOf(reads: Reads, realm: Realm, to: number | undefined): Promise<number> {
  return to === undefined ? readLastCommand(reads, realm) : commandBefore(reads, realm, to + 1);
}

async function commandBefore(reads: Reads, realm: Realm, at: number): Promise<number> {
  const [seq = 0] = await lastCommandsBefore(reads, realm, [at]);
  return seq;
}

function lineOf(row: HouseRow, symbolOf: (id: number) => string): Entries['lines'][number] {
  return {
    ...{ seq: row.seq, at: row.at, asset: symbolOf(assetOf(row.account)) },
    amount: formatDecimal(row.amount, SCALE),
    purpose: purposeName(row.purpose),
    counterpart: ownerName(ownerOf(row.other)),
    command: row.command,
    actor: ownerName(row.actor),
  };
}
