import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { ownPart } from '../rules/trial.ts';
import type { OptionView } from '../schema/commands.ts';
import type { EndedRow, OpenRow } from '../store/tables.ts';

/** An option as its owner sees it, open or ended. */
export function viewOf(row: OpenRow | EndedRow, index: string, asset: string): OptionView {
  const { id, market, direction, termMs, acceptedAt, expiresAt, windowMs } = row;
  const { stake, fee, payout, entryN, entryAt, entryPrice } = row;
  const ended = 'result' in row ? row : null;
  const exit = ended?.exitPrice ?? null;
  const { voucherId } = row;
  const isPaidBack = ended?.result === 'void' || ended?.result === 'tied';
  const own = ownPart(row, ended?.paid ?? 0, isPaidBack);
  const cost = voucherId === null ? stake + fee : 0;
  return {
    ...{ id, market, index, asset, direction, termMs, acceptedAt, expiresAt, windowMs },
    ...{ stake: text(stake), fee: text(fee), payout: text(payout) },
    state: 'result' in row ? 'ended' : row.state,
    ...{ entryN: entryN ?? 0, entryAt: entryAt ?? 0 },
    entryPrice: entryPrice === null ? '' : formatDecimal(entryPrice, SCALE),
    ...{ result: ended?.result ?? '', reason: ended?.reason ?? '' },
    exitPrice: exit === null ? '' : formatDecimal(exit, SCALE),
    endedAt: ended?.endedAt ?? 0,
    voucherId: voucherId ?? 0,
    paid: text(own),
    income: ended === null ? '0' : formatDecimal(BigInt(own) - BigInt(cost), SCALE),
  };
}

function text(amount: number): string {
  return formatSafe(amount, SCALE);
}
