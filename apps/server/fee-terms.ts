import { SCALE } from '@assay/core/num/decimal';
import { type FeeTier, feeSchedule } from '@assay/core/order/fee-tier';
import { SPOT } from '@assay/core/order/market';
import type { Parameters } from '@assay/modules/parameters';
import type { FeeTierJobOptions } from '@assay/modules/spot';
import type { RealmEngine } from './realm.ts';

/**
 * The fee schedule as the software came with it, of the shape and steps that large exchanges
 * publish: volumes in whole USDT, rates in ppm.
 */
export const SHIPPED_FEES = {
  ...{ vip1Volume: 1_000_000, vip1Maker: 900, vip1Taker: 1_000 },
  ...{ vip2Volume: 5_000_000, vip2Maker: 800, vip2Taker: 900 },
  ...{ vip3Volume: 25_000_000, vip3Maker: 500, vip3Taker: 700 },
  ...{ vip4Volume: 125_000_000, vip4Maker: 200, vip4Taker: 500 },
} as const;

const STEPS = ['vip1', 'vip2', 'vip3', 'vip4'] as const;
const UNITS = 10n ** BigInt(SCALE);

/** The schedule that is published for an instant. */
export function feeScheduleAt(house: Pick<Parameters, 'ofHouse'>, at: number): readonly FeeTier[] {
  return feeSchedule(
    STEPS.map((step) => ({
      volume: BigInt(house.ofHouse(`${step}Volume`, at)) * UNITS,
      makerPpm: house.ofHouse(`${step}Maker`, at),
      takerPpm: house.ofHouse(`${step}Taker`, at),
    })),
  );
}

/** The rules of all spot markets. */
export const spotMarkets = ({ markets }: RealmEngine['machines']) =>
  [...markets.of(SPOT).markets()].map(({ rules }) => rules);

/** By which trades of a realm count for tiers. */
export function countedBy(
  { machines }: Pick<RealmEngine, 'machines'>,
  house: Pick<Parameters, 'ofHouse'>,
): Pick<FeeTierJobOptions, 'schedule' | 'markets' | 'persons'> {
  return {
    schedule: (at) => feeScheduleAt(house, at),
    markets: () =>
      spotMarkets(machines).map(({ id, index, basePerLot, quotePerTickLot }) => {
        const hasIndex = machines.feeds.lastIndex(index) !== undefined;
        return { id, basePerLot, quotePerTickLot, hasIndex };
      }),
    persons: () => machines.promotion.clusters.members(),
  };
}
