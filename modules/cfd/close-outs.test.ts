import type { RowOf } from '@assay/core/schema/record';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { expect, it } from 'vitest';
import { verifyContract } from '../../examples/verify-contract.mjs';
import { PaperLog, paperSigner } from '../options/testing/paper-log.ts';
import { accountAt } from './account-at.ts';
import { CfdRealm } from './machine/cfd.suite.ts';
import { receiptView } from './machine/views.ts';
import { convertingTicks, proofOf, ticksUntil } from './receipts.ts';
import type { receipt } from './store/tables.ts';
import { listing, PAIRS } from './testing/listings.ts';

type Row = RowOf<typeof receipt>;

/** Two of them on one index; of the pairs all but one are converted, one by itself. */
const LISTINGS = [
  listing({ calmPpm: 20_000 }),
  listing({ symbol: 'ETHUSDT-CFD', index: 'ETH-USDT', contractSize: '10', spread: '0.03' }),
  listing({ symbol: 'BTCMINI-CFD', contractSize: '0.1', spread: '1.01' }),
  ...PAIRS,
];
const STARTS: Readonly<Record<string, number>> = {
  ...{ 'BTC-USDT': 100, 'ETH-USDT': 10, 'USD-JPY': 156.25, 'EUR-JPY': 180 },
  ...{ 'GBP-USD': 1.25, 'EUR-GBP': 0.88 },
};
/** The closed one; another beside one that is not; both kinds; later than the contract's tick. */
const CONVERTED = { converted: 0, beside: 0, mixed: 0, between: 0 };
const ROUNDS = 80;
const ALWAYS = { opensAt: 0, closesAt: null };

/** People with all kinds of positions, and prices that move until most of them are closed out. */
class Crowd {
  readonly log = new PaperLog();
  readonly rows: Row[] = [];
  readonly #realm = new CfdRealm({ house: '100000000', listings: LISTINGS, isAudited: false });

  constructor() {
    const { receipts } = this.#realm.cfd.state.tables;
    const add = receipts.add.bind(receipts);
    receipts.add = (row) => {
      this.rows.push(row);
      add(row);
    };
  }

  round(dice: Dice, user: number): void {
    this.#realm.open(user, '300');
    this.#tick(STARTS, 1_000);
    for (let n = dice.int(1, 8); n > 0; n -= 1) {
      const { symbol: contract } = dice.pick(LISTINGS);
      const lots = `${dice.int(1, contract === 'BTCMINI-CFD' ? 200 : 20)}`;
      const order = { contract, lots, side: dice.pick(['buy', 'sell']), leverage: 20 };
      this.#realm.place(order, user);
    }
    this.#tick(STARTS, 1_000);
    for (let n = dice.int(2, 8); n > 0; n -= 1) {
      const all = Object.keys(STARTS);
      const one = [dice.pick(all)];
      const moved = dice.pick([one, one, all, all.filter(() => dice.int(0, 1) === 1)]);
      if (moved.length === 0) continue;
      const news = moved.map((index) => [index, (STARTS[index]! * dice.int(90, 110)) / 100]);
      this.#tick(Object.fromEntries(news), dice.pick([1_000, 4_000, 11_000]));
    }
  }

  #tick(news: Readonly<Record<string, number>>, after: number): void {
    for (const [index, price] of Object.entries(news)) {
      this.log.add(index, this.#realm.now + after, BigInt(Math.round(price * 1e8)));
    }
    this.#realm.tick(news, after);
  }
}

it('CFDS-123 CFDS-143 whatever people had open, each closing of their close-outs is decided again', async () => {
  const crowd = new Crowd();
  const signer = paperSigner();
  const dice = createDice(142);
  for (let n = 0; n < ROUNDS; n += 1) crowd.round(dice, 2_000 + n);
  const read = (index: string, tick: number, recent: string) =>
    ticksUntil(crowd.log, index, tick, recent, () => undefined);
  const seen = { closed: 0, markets: 0, deficits: 0, stale: 0, ...CONVERTED };
  for (const row of crowd.rows.filter(({ why }) => why === 'closeOut')) {
    const terms = LISTINGS[row.contract - 1]!;
    const at = await accountAt(
      { ...row, terms },
      {
        listingAt: async (contract) => JSON.stringify(LISTINGS[contract - 1]),
        sessionAt: () => ALWAYS,
        ticksUntil: read,
      },
    );
    const ticks = await read(terms.index, row.tick, row.recent);
    const opening = crowd.rows.find(({ kind, id }) => kind === 'opened' && id === row.id)!;
    const conversion = await convertingTicks(terms.conversionIndex, row, read);
    const isLost = typeof ticks === 'string' || typeof conversion === 'string';
    if (isLost || typeof at === 'string') throw new Error('there are ticks');
    const named = { row: { symbol: terms.symbol } };
    const said = {
      receipt: { ...receiptView(named, row), ...at.part },
      ...{ terms, opened: receiptView(named, opening), session: ALWAYS },
    };
    const rests = { ticks, conversion, others: at.others };
    const { account } = await verifyContract(proofOf(said, rests, signer));
    expect(account).toEqual(at.part.account);
    const { markets, deficit, positions } = at.part.account!;
    const converted = positions.filter(({ conversionEntry }) => conversionEntry !== undefined);
    const isOther = positions.some(({ id, conversionEntry }) => {
      return id !== row.id && conversionEntry !== undefined;
    });
    seen.closed += 1;
    seen.markets += Math.min(1, markets.length);
    seen.deficits += deficit === '0' ? 0 : 1;
    seen.stale += markets.some(({ tickAt }) => row.at - tickAt > 10_000) ? 1 : 0;
    seen.converted += conversion === undefined ? 0 : 1;
    seen.beside += conversion === undefined && isOther ? 1 : 0;
    seen.mixed += isOther && converted.length < positions.length ? 1 : 0;
    seen.between += row.conversionTickAt !== null && row.conversionTickAt > row.tickAt ? 1 : 0;
  }
  for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(5);
});
