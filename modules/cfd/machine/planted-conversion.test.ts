import type * as Value from '@assay/core/position/value';
import { afterEach, expect, it, vi } from 'vitest';
import { type ContractRow, LiveContract, type PositionRow } from './contract.ts';
import { CONVERTED } from './explore.suite.ts';
import { CfdFills } from './fill.ts';
import { hunt, plant, unplant } from './planted.suite.ts';
import { CfdState, type Guards, type Leg } from './state.ts';
import { CfdTicks } from './ticks.ts';

/** What one gains as a planted bug computes it; null: as it is. */
const planted = vi.hoisted((): { gainOf: typeof Value.gainOf | null } => ({ gainOf: null }));

vi.mock('@assay/core/position/value', async (load) => {
  const real = await load<typeof Value>();
  const gainOf: typeof Value.gainOf = (...args) => (planted.gainOf ?? real.gainOf)(...args);
  return { ...real, gainOf };
});

const value = await vi.importActual<typeof Value>('@assay/core/position/value');

afterEach(() => {
  unplant();
  planted.gainOf = null;
});

/** Other guards than those that are sound. */
function otherGuards(make: (guards: Guards, leg: Leg) => Guards): void {
  plant(CfdState, 'setGuards', (real) => {
    return function (leg, guards) {
      return real.call(this, leg, make(guards as Guards, leg as Leg));
    };
  });
}

/** A guard as far from a price again as it is. */
function farther(guard: number, price: number): number {
  return Math.min(Math.max(1, guard + (guard - price)), Number.MAX_SAFE_INTEGER);
}

const BUGS: Readonly<Record<string, () => void>> = {
  'the price that converts is not waited for': () =>
    otherGuards(({ guard }) => ({ guard, conversionFloor: null, conversionCeiling: null })),
  'it is waited for above alone': () =>
    otherGuards((guards) => ({ ...guards, conversionFloor: null })),
  'it is waited for below alone': () =>
    otherGuards((guards) => ({ ...guards, conversionCeiling: null })),
  'guards are twice as far as is sound': () =>
    otherGuards((guards, { live, side }) => {
      const { guard, conversionFloor: floor, conversionCeiling: ceiling } = guards;
      if (floor === null || ceiling === null || live.conversionPrice === null) return guards;
      return {
        guard: guard === 0 ? 0 : farther(guard, live.exit(side)),
        conversionFloor: farther(floor, live.conversionPrice),
        conversionCeiling: farther(ceiling, live.conversionPrice),
      };
    }),
  'the price of the contract alone is waited for as if nothing converted it': () =>
    otherGuards((guards, { live, side }) => {
      const { guard, conversionFloor } = guards;
      if (guard === 0 || conversionFloor === null || live.quote === null) return guards;
      return { ...guards, guard: farther(guard, live.exit(side)) };
    }),
  'the margin of what is left is converted by the price of today': () =>
    plant(CfdState, 'marginOf', (real) => {
      return function (row, lots) {
        const { contract } = row as PositionRow;
        const conversionEntry = (this as CfdState).of(contract).conversionPrice;
        return real.call(this, { ...(row as PositionRow), conversionEntry }, lots);
      };
    }),
  'nights are converted by the price of the tick': () => {
    let news: ReadonlyMap<string, { readonly units: number }> = new Map();
    let isNight = false;
    plant(CfdTicks, 'record', (real) => {
      return function (prices, turn) {
        news = prices as typeof news;
        return real.call(this, prices, turn);
      };
    });
    plant(CfdFills, 'charge', (real) => {
      return function (...args) {
        isNight = true;
        real.call(this, ...args);
        isNight = false;
      };
    });
    plant(LiveContract, 'rate', (real) => {
      return function (price) {
        const { conversionIndex } = (this as { readonly row: ContractRow }).row;
        return real.call(this, (isNight && news.get(conversionIndex ?? '')?.units) || price);
      };
    });
  },
  'what is worth and what is a dollar are mistaken': () =>
    plant(LiveContract, 'rate', (real) => {
      return function (price) {
        const { of, per } = real.call(this, price) as Value.Rate;
        return { of: per, per: of };
      };
    }),
  'a gain is rounded before it is converted': () => {
    planted.gainOf = (side, from, to, quantity, rate = value.PAR) => {
      const before = value.gainOf(side, from, to, quantity);
      return value.floorDiv(before * rate.of, rate.per);
    };
  },
};

it.each(Object.keys(BUGS))(
  'CFDS-084 CFDS-142 is found: %s',
  (name) => {
    BUGS[name]!();
    expect(() => hunt(CONVERTED)).toThrow();
  },
  180_000,
);

it('CFDS-084 nothing is found where nothing was planted', () => {
  hunt(CONVERTED);
}, 180_000);
