import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { earnedAfter, type LegalCode, wholeYield } from '../rules.ts';
import type { EarnOrderView } from '../schema/commands.ts';
import type { EndedRow, OrderRow } from '../store/tables.ts';

/** An order as its owner sees it, in custody or ended. */
export function viewOf(row: OrderRow | EndedRow, asset: string): EarnOrderView {
  const { id, term, product, principal, cycleDays, dailyPpb, payout, costPpm } = row;
  const { acceptedAt, firstDay, days, renews, askedAt, dueAt, cost } = row;
  const ended = 'endedAt' in row ? row : null;
  return {
    ...{ id, term, product, asset, cycleDays, dailyPpb, payout, costPpm, acceptedAt, renews },
    ...{ principal: text(principal), startsAt: firstDay * DAY, endsAt: endOf(row) },
    daysLeft: ended === null ? cycleDays - days : 0,
    ...{ earned: text(earnedAfter(row, days)), total: text(wholeYield(row)) },
    ...{ state: row.state, code: row.code as LegalCode | '' },
    notRenewed: ended?.notRenewed ?? '',
    ...{ askedAt: askedAt ?? 0, dueAt: dueAt ?? 0, cost: askedAt === null ? '' : text(cost) },
    ...{ lateYield: text(ended?.lateYield ?? 0), endedAt: ended?.endedAt ?? 0 },
  };
}

/** The instant at which the last day of the term ends. */
export function endOf({ firstDay, cycleDays }: Pick<OrderRow, 'firstDay' | 'cycleDays'>): number {
  return (firstDay + cycleDays) * DAY;
}

function text(amount: number): string {
  return formatSafe(amount, SCALE);
}
