import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Days } from '@assay/kit/data/date-range.tsx';
import type { TableState } from '@assay/kit/data/table-state.ts';
import { DAYS_MAX, DAYS_USUAL } from '@assay/modules/reports/rules';
import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export type DailyFigures = CallOutputOf<'getDailyFigures'>;
export type Day = DailyFigures['days'][number];

/** The asset in which volumes of several markets are added up, and fees are shown first. */
export const CASH = 'USDT';

/** What of a day is meant where it has one number for each market or asset. */
export interface Shown {
  /** Empty: all markets that are quoted in the asset. */
  readonly market: string;
  readonly asset: string;
}

const POLL_MS = 10_000;
const DAY_MS = 86_400_000;

/** A UTC day, as the field of a browser writes it. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** An instant that has the date of a UTC day in every zone that is less than half a day away. */
export const middayOf = (at: number): number => at + DAY_MS / 2;

/** When a UTC day begins; null for what is none. */
export const startOf = (day: string): number | null => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : at;
};

/** The realm is a filter of the table, so it is in the address. */
export function realmOf(state: TableState): Realm {
  return REALMS.find((one) => one === state.filter('realm')) ?? 'real';
}

/**
 * The days that the address asks for, as `from..to`; the latest where it says nothing, and as many
 * as are shown at once where it sets no bound.
 */
export function useRange(state: TableState) {
  const now = Date.now();
  const today = dayText(now);
  const usual = `${dayText(now - (DAYS_USUAL - 1) * DAY_MS)}..${today}`;
  const [first = '', last = ''] = (state.filter('range') || usual).split('..');
  const days: Days = { from: first, to: last };
  const to = startOf(last) ?? startOf(today) ?? now;
  const from = startOf(first) ?? to - (DAYS_MAX - 1) * DAY_MS;
  return { today, days, from, to };
}

export function useDailyFigures(realm: Realm, from: number, to: number) {
  return useQuery({
    queryKey: ['dailyFigures', realm, from, to],
    queryFn: ({ signal }) => call('getDailyFigures', { realm, from, to }, signal),
    refetchInterval: POLL_MS,
  });
}

export function useTrialBalance(realm: Realm, at: number | null) {
  return useQuery({
    queryKey: ['trialBalance', realm, at],
    queryFn: ({ signal }) =>
      call('getTrialBalance', { realm, ...(at === null ? {} : { at }) }, signal),
  });
}

/** The sum of decimal texts that have no sign. */
export function sumOf(amounts: readonly string[]): string {
  const units = amounts.map((amount) => parseDecimal(amount, SCALE) ?? 0n);
  return formatDecimal(
    units.reduce((sum, one) => sum + one, 0n),
    SCALE,
  );
}

/** The volume of a day: of one market, or of all that are quoted in the asset. */
export function volumeOf({ volumes }: Day, market: string, cash: string): string {
  const meant = volumes.filter((one) =>
    market === '' ? one.asset === cash : one.market === market,
  );
  return sumOf(meant.map(({ volume }) => volume));
}

/** The fees of a day in one asset. */
export function amountOf(
  day: Day,
  what: 'fees' | 'deposits' | 'withdrawals',
  asset: string,
): string {
  return day[what].find((one) => one.asset === asset)?.amount ?? '0';
}
