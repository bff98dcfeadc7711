import { trialOwner } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import type { RowOf } from '@assay/core/schema/record';
import type { Assets } from '@assay/modules/ledger';
import { PAYS } from '../rules.ts';
import type { KeptVouchers } from './kept.ts';
import { dayStart, escrowOf, fundOf } from './rules.ts';
import type { feeVoucher } from './tables.ts';

type Voucher = RowOf<typeof feeVoucher>;
type Vouchers = Pick<KeptVouchers, 'get' | 'change'>;

/**
 * Vouchers that pay stakes of options (decision 0121). They say which account of the promotion pays
 * and which is paid back; the product that spends them posts, so that nothing is posted twice. And
 * whose account trial funds for contracts are in (decision 0152).
 */
export class TrialFunds {
  readonly #vouchers: Vouchers;
  readonly #options: { readonly assets: Pick<Assets, 'assetId'> };

  constructor(vouchers: Vouchers, options: { readonly assets: Pick<Assets, 'assetId'> }) {
    this.#vouchers = vouchers;
    this.#options = options;
  }

  /** Whether a voucher of this person can pay so much of an asset, the whole of it. */
  covers(voucherId: number, userId: number, asset: number, cost: number, at: number): boolean {
    const voucher = this.#vouchers.get(voucherId);
    if (voucher === undefined || voucher.userId !== userId) return false;
    if (voucher.gives !== 'options' || voucher.endedAt !== null || isOver(voucher, at))
      return false;
    return asset === this.#options.assets.assetId(PAYS) && cost > 0 && cost <= voucher.remaining;
  }

  /** Takes so much off a voucher that covers it. @returns the account that pays it */
  spend(voucherId: number, cost: number, asset: number, at: number): number {
    const voucher = this.#vouchers.get(voucherId);
    assert(voucher !== undefined && cost <= voucher.remaining, `voucher ${voucherId} covers it`);
    const remaining = voucher.remaining - cost;
    this.#vouchers.change(voucher, { remaining, endedAt: remaining === 0 ? at : null });
    return escrowOf(asset);
  }

  /**
   * What was spent comes back as if it had not been, unless the voucher has had its last day: then
   * it is the fund's. @returns the account that it is paid to
   */
  restore(voucherId: number, cost: number, asset: number, at: number): number {
    const voucher = this.#vouchers.get(voucherId);
    assert(voucher !== undefined, `there is a voucher ${voucherId}`);
    const isEnded = voucher.endedAt !== null && voucher.remaining > 0;
    if (isEnded || isOver(voucher, at)) return fundOf(asset);
    this.#vouchers.change(voucher, { remaining: voucher.remaining + cost, endedAt: null });
    return escrowOf(asset);
  }

  /** The account of a person's trial funds for contracts, also once they have ended; else null. */
  ownerOf(voucherId: number, userId: number): number | null {
    const voucher = this.#vouchers.get(voucherId);
    const isTheirs = voucher?.userId === userId && voucher.gives === 'contracts';
    return isTheirs ? trialOwner(voucherId) : null;
  }

  /** Whether they go on. */
  isOpen(voucherId: number, at: number): boolean {
    const voucher = this.#vouchers.get(voucherId);
    return voucher !== undefined && voucher.endedAt === null && !isOver(voucher, at);
  }

  /** Whom the stake of an option that ended goes back to. */
  fund(asset: number): number {
    return fundOf(asset);
  }
}

function isOver({ lastDay }: Voucher, at: number): boolean {
  return at >= dayStart(lastDay + 1);
}
