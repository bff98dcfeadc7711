import { OWNER } from '@assay/core/ledger/owners';
import { gainOf } from '@assay/core/position/value';
import type { Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../apps/server/realm.ts';

/**
 * What a tick costs over 100,000 positions of which it touches none: deciding `recordPrices`
 * with all that belongs to it until it is written. Beside it a walk over all positions that
 * computes what each gains and compares its stop, its profit and the equity of its owner, as a
 * machine without guards and heaps would have to. Both in turns in one process; medians in
 * microseconds, and their ratio.
 */
const PEOPLE = 500;
const EACH = 200;
const TURNS = 41;
const START = 1_763_640_000_000;
const FIRST = 1_000;

const LISTING = {
  ...{ symbol: 'BTCUSDT-CFD', index: 'BTC-USDT', underlying: 'crypto', contractSize: '1' },
  ...{ tickSize: '0.01', lotStep: '0.001', minLots: '0.001', maxLots: '100', maxLeverage: 100 },
  ...{ spread: '2', thinMs: 0, thinPercent: 100, calmPpm: 100_000, premiumPpm: 500 },
  ...{ guaranteedPpm: 5_000, carry: 0, carryDays: 1, adminPpm: 0, nights: 'daily', holidays: '' },
  ...{ maxNetLots: '100000', stressPpm: 10_000, status: 'trading' },
} as const;

const machines = createRealmMachines('demo');
const sequencer = new Sequencer(machines);
const { cfd } = machines;
let now = START;
let tick = 0;

function send(actor: number, type: string, body: object): void {
  now += 1;
  const outcome: Outcome = sequencer.decide(type, actor, body, now);
  if (outcome.refusal !== undefined) throw new Error(`${type} was refused: ${outcome.refusal}`);
}

function endBatch(): void {
  for (const machine of sequencer.list) {
    for (const writer of machine.writers) writer.drain();
    machine.takeFacts();
  }
}

function price(index: number): void {
  tick += 1;
  const prices = [{ index: 'BTC-USDT', price: String(index), n: tick }];
  send(OWNER.feeds, 'recordPrices', { prices });
  for (let next = cfd.followUp(); next !== null; next = cfd.followUp()) {
    send(next.actor, next.type, next.body);
    endBatch();
  }
}

function setUp(): void {
  send(OWNER.setup, 'listAsset', { symbol: 'USDT', name: 'Tether' });
  send(OWNER.setup, 'listCfd', LISTING);
  for (let n = 0; n < 10; n += 1) {
    send(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '900000000' });
  }
  price(50_000);
  for (let n = 0; n < PEOPLE; n += 1) {
    const userId = FIRST + n;
    const amount = '1000000';
    send(userId, 'openVirtualAccount', { userId, grants: [{ asset: 'USDT', amount }] });
    send(userId, 'transferFunds', { asset: 'USDT', from: 'currency', to: 'contract', amount });
    for (let i = 0; i < EACH; i += 1) {
      const isLong = (n + i) % 2 === 0;
      send(userId, 'placeCfdOrder', {
        ...{ contract: LISTING.symbol, side: isLong ? 'buy' : 'sell', kind: 'market' },
        ...{ lots: '0.01', leverage: 50, policyLeverage: 100 },
        ...{ takeProfit: isLong ? '60000' : '40000', stopLoss: isLong ? '40000' : '60000' },
      });
    }
    endBatch();
    price(50_000);
  }
  // What was set last is taken in by the next tick.
  price(50_000);
  endBatch();
}

/** What each tick would cost without an index. */
function walk(bid: number, ask: number): number {
  const { positions } = cfd.state.tables;
  const gains = new Map<number, bigint>();
  let found = 0;
  for (const row of positions.rows()) {
    const side = row.side === 1 ? 1 : -1;
    const exit = side === 1 ? bid : ask;
    const gain = gainOf(side, row.entry, exit, cfd.state.quantity(row, row.lots));
    gains.set(row.userId, (gains.get(row.userId) ?? 0n) + gain);
    const isStopped = row.stopLoss > 0 && (row.stopLoss - exit) * side >= 0;
    if (isStopped || (row.takeProfit > 0 && (exit - row.takeProfit) * side >= 0)) found += 1;
  }
  for (const [userId, gain] of gains) {
    const { used } = cfd.state.tables.accounts.get(userId)!;
    if (gain * 2n + used < 0n) found += 1;
  }
  return found;
}

function time(act: () => void): number {
  const before = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - before) / 1_000;
}

function median(list: number[]): number {
  return list.sort((a, b) => a - b)[list.length >> 1]!;
}

setUp();
const [ticks, walks]: [number[], number[]] = [[], []];
for (let n = 0; n < TURNS; n += 1) {
  ticks.push(
    time(() => {
      price(50_000 + (n % 7));
      endBatch();
    }),
  );
  const { bid, ask } = cfd.state.of(1).quote!;
  walks.push(time(() => walk(bid, ask)));
}
const [tickUs, walkUs] = [median(ticks), median(walks)];
const positions = cfd.state.tables.positions.size;
console.log(
  JSON.stringify({
    ...{ bench: 'contracts', positions, tickUs: Math.round(tickUs), walkUs: Math.round(walkUs) },
    ...{ ratio: Number((walkUs / tickUs).toFixed(1)), target: 50 },
  }),
);
