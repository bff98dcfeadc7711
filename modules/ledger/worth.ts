import { assetOf, WALLET_NAMES, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import type { CallOutput } from '@assay/core/schema/call';
import { DAY } from '@assay/core/time';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';
import type { Actor } from '@assay/platform/http/context';
import { accountsOf, type LedgerRealm } from './realm.ts';
import type { calls } from './schema.ts';
import { type BroughtIn, readBroughtIn } from './store/brought-in.ts';
import { type FormerTotals, type Reads, readFormerTotals } from './store/reads.ts';

const ONE = 10n ** BigInt(SCALE);

type Worth = CallOutput<(typeof calls)['getWorthByDay']>;
type Closes = Awaited<ReturnType<LedgerRealm['closes']>>;

/**
 * What the person's wallets were worth at the end of each of the last UTC days, from the journal
 * and the day's last prices, both of which anyone can read: amount × price, rounded down for each
 * account. Days before the first movement, and those before the postings that are read, are left
 * out.
 */
export async function showWorth(
  reads: Reads,
  realm: LedgerRealm,
  { realm: name, userId }: Pick<Actor, 'realm' | 'userId'>,
  count: number,
  now: number,
): Promise<Worth> {
  const today = Math.floor(now / DAY) * DAY;
  const ends = Array.from({ length: count }, (_, i) => today - (count - 1 - i) * DAY);
  const seqs = await lastCommandsBefore(reads, name, [ends[0]! - DAY, ...ends]);
  const accounts = accountsOf(userId);
  const totals = await readFormerTotals(reads, name, ...accounts, seqs.slice(1));
  const brought = await readBroughtIn(reads, name, ...accounts, seqs);
  const symbols = [...totals, ...brought].map((row) => realm.assetSymbol(assetOf(row.account)));
  const closes = await realm.closes(symbols, ends, now);
  const isKnown = (day: number) => totals.every((row) => row.totals[day] !== null);
  const first = ends.findIndex((_, day) => isKnown(day) && totals.some((row) => row.totals[day]));
  const days = ends.map((end, day) => ({
    end,
    ...worthOf(realm, totals, closes, end, day),
    broughtIn: broughtInOf(realm, brought, closes, end, day),
  }));
  const shown = first < 0 ? [] : days.slice(first);
  const since = shown.slice(1).reduce((sum, day) => sum + day.broughtIn, 0n);
  const gained = totalOf(shown.at(-1)) - totalOf(shown[0]) - since;
  return { days: shown.map(written), resultUsdt: formatDecimal(gained, SCALE) };
}

/** Values in 1e-8 USDT. */
interface Day {
  readonly end: number;
  readonly currency: bigint;
  readonly contract: bigint;
  readonly broughtIn: bigint;
}

const totalOf = (day: Day | undefined) => (day === undefined ? 0n : day.currency + day.contract);

function written(day: Day): Worth['days'][number] {
  return {
    end: day.end,
    currencyUsdt: formatDecimal(day.currency, SCALE),
    contractUsdt: formatDecimal(day.contract, SCALE),
    totalUsdt: formatDecimal(totalOf(day), SCALE),
    broughtInUsdt: formatDecimal(day.broughtIn, SCALE),
  };
}

function worthOf(
  realm: LedgerRealm,
  totals: readonly FormerTotals[],
  closes: Closes,
  end: number,
  day: number,
) {
  const worth = { currency: 0n, contract: 0n };
  for (const { account, totals: amounts } of totals) {
    const wallet = WALLET_NAMES[walletOf(account)] ?? 'currency';
    const close = closes(realm.assetSymbol(assetOf(account)), end);
    worth[wallet] += mulDivFloor(amounts[day] ?? 0n, close, ONE);
  }
  return worth;
}

/** What came in from outside in a day less what left, at the day's last prices. */
function broughtInOf(
  realm: LedgerRealm,
  brought: readonly BroughtIn[],
  closes: Closes,
  end: number,
  day: number,
): bigint {
  let sum = 0n;
  for (const { account, amount, day: of } of brought) {
    if (of !== day) continue;
    sum += mulDivFloor(amount, closes(realm.assetSymbol(assetOf(account)), end), ONE);
  }
  return sum;
}
