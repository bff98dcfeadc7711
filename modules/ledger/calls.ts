import {
  assetOf,
  FIRST_USER,
  isOutside,
  ownerName,
  ownerOf,
  WALLET_NAMES,
  walletOf,
} from '@assay/core/ledger/owners';
import { PURPOSE, purposeName } from '@assay/core/ledger/purpose';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallInput, CallOutput } from '@assay/core/schema/call';
import { InvalidInput } from '@assay/core/schema/outcome';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';
import type { Actor, Handlers } from '@assay/platform/http/context';
import { showHouseEntries } from './house-entries.ts';
import { accountsOf, type LedgerRealm } from './realm.ts';
import type { BalanceView, calls, StatementLine } from './schema.ts';
import {
  type OwnerSum,
  type PostingRow,
  type Reads,
  readAccounts,
  readOwnerSums,
  readPostings,
} from './store/reads.ts';
import { balanceView, storedBalanceView, worthOf } from './views.ts';
import { showWorth } from './worth.ts';

export interface LedgerCallsOptions {
  readonly reads: Reads;
  readonly realms: Readonly<Record<Realm, LedgerRealm>>;
}

type Calls = typeof calls;
type HouseAccounts = CallOutput<Calls['getHouseAccounts']>;

/** Sums over all accounts are computed at most this often, however many requests ask for them. */
const SUMS_MS = 5_000;

/**
 * A page is merged from one list of each account and purpose, each read as far as the page: for a
 * line of it several are read, which take as much of the server as so many bytes of an answer.
 */
const LINE_BYTES = 512;

/** Past totals follow from up to 40,000 postings of each account. */
const WORTH_BYTES = 500_000;

/** A page of the house's entries looks at many commands, whatever it finds. */
const HOUSE_BYTES = 500_000;

/** Handlers of the calls of the ledger. The session determines the realm. */
export function ledgerCalls(options: LedgerCallsOptions): Handlers<Calls> {
  const { reads, realms } = options;
  const sums = new Map<Realm, { readonly at: number; readonly made: Promise<HouseAccounts> }>();
  return {
    getAsset2: (_input, { actor }) => showBalances(reads, realms[actor.realm], actor),
    getWorthByDay: ({ days }, context) => {
      context.spendBytes(WORTH_BYTES);
      return showWorth(reads, realms[context.actor.realm], context.actor, days, context.now);
    },
    getStatement: async (input, context) => {
      const { actor } = context;
      const answer = await showStatement(reads, realms[actor.realm], actor, input);
      if ('lines' in answer) context.spendBytes(answer.lines.length * LINE_BYTES);
      return answer;
    },
    getHouseEntries: async (input, context) => {
      const answer = await showHouseEntries(options, input);
      if ('lines' in answer) context.spendBytes(HOUSE_BYTES);
      return answer;
    },
    getHouseAccounts: ({ realm: asked }, { actor, now }) => {
      const realm = asked ?? actor?.realm ?? 'real';
      const known = sums.get(realm);
      if (known !== undefined && now - known.at < SUMS_MS) return known.made;
      const made = showHouse(reads, realms[realm], realm);
      sums.set(realm, { at: now, made });
      made.catch(() => sums.delete(realm));
      return made;
    },
  };
}

async function showBalances(
  reads: Reads,
  realm: LedgerRealm,
  actor: Actor,
): Promise<CallOutput<Calls['getAsset2']>> {
  const { seq, rows } = await readAccounts(reads, actor.realm, ...accountsOf(actor.userId));
  const balances: BalanceView[] = rows.map((row) =>
    storedBalanceView(realm.prices, (id) => realm.assetSymbol(id), row),
  );
  const worth = { currency: 0n, contract: 0n };
  for (const row of rows) {
    const wallet = WALLET_NAMES[walletOf(row.account)] ?? 'currency';
    const asset = realm.assetSymbol(assetOf(row.account));
    worth[wallet] += worthOf(realm.prices, asset, row.available + row.held) ?? 0n;
  }
  const there = new Set(balances.filter((b) => b.wallet === 'currency').map((b) => b.asset));
  for (const { symbol } of realm.assets()) {
    if (!there.has(symbol)) balances.push(balanceView(realm.prices, symbol, 'currency', 0n, 0n));
  }
  return {
    seq,
    balances,
    currencyUsdt: formatDecimal(worth.currency, SCALE),
    contractUsdt: formatDecimal(worth.contract, SCALE),
    totalUsdt: formatDecimal(worth.currency + worth.contract, SCALE),
  };
}

const NO_ASSET = -1;

async function showStatement(
  reads: Reads,
  realm: LedgerRealm,
  actor: Actor,
  input: CallInput<Calls['getStatement']>,
): Promise<CallOutput<Calls['getStatement']> | InvalidInput> {
  const [seq = Number.MAX_SAFE_INTEGER, shown = 0] = input.before?.split('.').map(Number) ?? [];
  const asset = input.asset === undefined ? 0 : (realm.assetId(input.asset) ?? NO_ASSET);
  const purpose = input.purpose === undefined ? 0 : PURPOSE[input.purpose];
  const linesOf = (fromSeq: number, toSeq: number, limit: number) =>
    readPostings(reads, actor.realm, ...accountsOf(actor.userId), {
      ...{ asset, purpose, fromSeq, toSeq, limit },
    });
  const wanted = input.limit + 1;
  const { from = 0, to = Number.MAX_SAFE_INTEGER - 1 } = input;
  const [before = 0, last = 0] = await lastCommandsBefore(reads, actor.realm, [from, to + 1]);
  // What is passed over are lines of one command, never those of a history.
  const ofLast = shown === 0 || seq <= before ? [] : await linesOf(seq, seq, shown + wanted);
  if (ofLast.length < shown) return new InvalidInput({ before: ['cursor'] });
  const rows = ofLast.slice(shown);
  if (rows.length < wanted) {
    const upTo = Math.min(seq - 1, last);
    rows.push(...(await linesOf(before + 1, upTo, wanted - rows.length)));
  }
  const page = rows.slice(0, input.limit);
  const next = rows.length > input.limit ? nextCursor(page, seq, shown) : null;
  return { lines: page.map((row) => statementLine(realm, actor.userId, row)), next };
}

/** The last command of the page, and how many of its lines have been shown by now. */
function nextCursor(page: readonly PostingRow[], seq: number, before: number): string {
  const last = page.at(-1)?.seq ?? 0;
  const shown = page.filter((row) => row.seq === last).length;
  return `${last}.${last === seq ? before + shown : shown}`;
}

function statementLine(realm: LedgerRealm, userId: number, row: PostingRow): StatementLine {
  return {
    seq: row.seq,
    at: row.at,
    asset: realm.assetSymbol(assetOf(row.account)),
    wallet: WALLET_NAMES[walletOf(row.account)] ?? 'currency',
    amount: formatDecimal(row.amount, SCALE),
    purpose: purposeName(row.purpose),
    counterpart: counterpartName(ownerOf(row.other), userId),
  };
}

/** Customers do not learn with whom they trade: another customer has no name here. */
function counterpartName(owner: number, userId: number): string {
  if (owner < FIRST_USER) return ownerName(owner);
  return owner === userId ? 'own' : 'customer';
}

async function showHouse(reads: Reads, realm: LedgerRealm, name: Realm): Promise<HouseAccounts> {
  const { seq, head, rows } = await readOwnerSums(reads, name);
  const accounts: HouseAccounts['accounts'] = [];
  const sums = new Map<number, { house: bigint; outside: bigint; customers: bigint }>();
  let customerAccounts = 0;
  for (const row of rows) {
    const sum = sums.get(row.asset) ?? { house: 0n, outside: 0n, customers: 0n };
    sums.set(row.asset, sum);
    sum[groupOf(row)] += row.available + row.held;
    if (row.owner === null) {
      customerAccounts += row.accounts;
      continue;
    }
    accounts.push({
      owner: ownerName(row.owner),
      asset: realm.assetSymbol(row.asset),
      available: formatDecimal(row.available, SCALE),
      held: formatDecimal(row.held, SCALE),
    });
  }
  const list = [...sums].map(([asset, { house, outside, customers }]) => ({
    asset: realm.assetSymbol(asset),
    house: formatDecimal(house, SCALE),
    outside: formatDecimal(outside, SCALE),
    customers: formatDecimal(customers, SCALE),
    sum: formatDecimal(house + outside + customers, SCALE),
  }));
  return { realm: name, seq, head, accounts, sums: list, customerAccounts };
}

function groupOf(row: OwnerSum): 'house' | 'outside' | 'customers' {
  if (row.owner === null) return 'customers';
  return isOutside(row.owner) ? 'outside' : 'house';
}
