import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { settableClock } from '@assay/platform/clock';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { insist } from '@assay/platform/engine/testing/bank-engine';
import { silentLog } from '@assay/platform/log';
import { createTestDatabase } from '@assay/platform/testing/database';
import { describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, createRealmMachines, machineOf } from '../../apps/server/realm.ts';
import { plainSpot } from '../spot/testing/plain-spot.ts';
import { ASSETS, MARKETS, setUp } from '../spot/testing/spot-realm.ts';
import { ordersPart } from './account-part.ts';
import { allLevels } from './machine/levels.ts';
import { PublishedBook } from './published-book.ts';
import { describeFailure, explore, run, USERS } from './testing/explore.ts';
import { Pair } from './testing/pair.ts';
import { PrepaidMachine } from './testing/prepaid/machine.ts';
import { prepaid } from './testing/prepaid/part.ts';
import { PlainPrepaid } from './testing/reference/prepaid.ts';
import { CommandMaker, makeSteps } from './testing/steps.ts';
import type { Subject, SubjectMarket } from './testing/subject.ts';

const START = 1_763_640_000_000;

/** The prepaid contract on indices that spot markets follow too, with prices up to twice theirs. */
const CONTRACTS: readonly SubjectMarket[] = MARKETS.slice(0, 2).map((market) => ({
  ...market,
  symbol: `${market.symbol}-PRE`,
  product: 'prepaid',
  maxPrice: String(market.start * 2),
}));
const FUNDS = { USDT: '60000', BTC: '0.3', DOGE: '40000', ETH: '6', GOLD: '8' };

/** Spot and the prepaid contract in one realm, half of the commands about each. */
const BOTH: Subject = {
  assets: ASSETS,
  markets: [...MARKETS.slice(0, 2), ...CONTRACTS],
  funds: FUNDS,
  own: [
    {
      type: 'settlePrepaid',
      weight: 12,
      make: (share) => ({
        actor: share() < 0.1 ? 1000 : OWNER.setup,
        body: { market: share() < 0.1 ? 'BTCUSDT' : CONTRACTS[share() < 0.5 ? 0 : 1]?.symbol },
      }),
    },
  ],
  setUp: (users, now) => setUp(users, now, FUNDS, [...MARKETS.slice(0, 2), ...CONTRACTS]),
  start() {
    const machines = createRealmMachines('demo', [prepaid]);
    const plain = new PlainPrepaid();
    return {
      realm: { ...machines, sequencer: new Sequencer(machines) },
      modules: [plainSpot(), plain],
      compare: () => comparePositions(machineOf(machines, PrepaidMachine), machines, plain),
    };
  },
};

type Machines = ReturnType<typeof createRealmMachines>;

function comparePositions(machine: PrepaidMachine, realm: Machines, plain: PlainPrepaid): void {
  const { ledger } = realm.ledger;
  let open = 0;
  for (const [key, quantity] of plain.positions) {
    const [user, symbol = ''] = key.split(' ');
    const { id, basePerLot } = realm.orders.market(symbol)!.rules;
    const lots = machine.positions.get(Number(user), id)?.lots ?? 0;
    same(BigInt(lots) * BigInt(basePerLot), quantity);
    if (quantity !== 0n) open += 1;
  }
  same(BigInt(machine.positions.size), BigInt(open));
  for (const [quote, pool] of plain.pools) {
    const asset = realm.markets.assetId(quote) as number;
    same(ledger.available(ledger.find(accountId(OWNER.lending, WALLET.contract, asset))), pool);
  }
}

function same(got: bigint, wanted: bigint): void {
  if (got !== wanted) expect(got).toBe(wanted);
}

const prepaidOf = ({ machine }: Pair) => {
  const { sequencer } = machine;
  return sequencer.list.find((one) => one instanceof PrepaidMachine) as PrepaidMachine;
};

describe('a second product on a book', () => {
  /** The trigger sources of stops that were filled in any of the runs. */
  const fired = new Set<string>();

  it.each([1, 2])(
    'ORDR-001 ORDR-002 beside spot, agrees with the plain model, seed %i',
    (seed) => {
      const { pair, found } = explore(BOTH, seed, 3_300);
      if (found !== null) expect.fail(describeFailure(seed, found));
      const contracts = pair.reference.world.trades.filter(({ taker }) =>
        taker.market.symbol.endsWith('-PRE'),
      );
      expect(contracts.length).toBeGreaterThan(80);
      const stops = pair.reference.world.ended.filter(
        ({ market, trigger }) => market.symbol.endsWith('-PRE') && trigger > 0n,
      );
      expect(stops.length).toBeGreaterThan(20);
      for (const { source, status } of stops) if (status === 'filled') fired.add(source);
      expect(pair.refusals.get('termsNotMet')).toBeGreaterThan(10);
      for (const { symbol } of CONTRACTS) {
        const as = { actor: OWNER.setup, now: START };
        const body = { market: symbol };
        pair.step({ ...as, type: 'setMarketStatus', body: { ...body, status: 'halted' } });
        expect(pair.step({ ...as, type: 'settlePrepaid', body }).refusal).toBeUndefined();
      }
      expect(prepaidOf(pair).positions.size).toBe(0);
    },
    120_000,
  );

  it('ORDR-001 stops by each price that a contract offers fired in these runs', () => {
    expect([...fired].sort()).toEqual(['index', 'last', 'mark']);
  });

  it('ORDR-003 refuses a listing whose largest order would pay out too much', () => {
    const pair = new Pair(BOTH);
    const as = { actor: OWNER.setup, now: START };
    for (const symbol of ['USDT', 'BTC']) {
      pair.step({ ...as, type: 'listAsset', body: { symbol, name: symbol } });
    }
    const { start: _start, ...listing } = CONTRACTS[0] as SubjectMarket;
    const body = { ...listing, maxPrice: '1000000', maxQuantity: '10000000' };
    const refusal = { refusal: 'badListing', detail: { field: 'maxQuantity' } };
    expect(pair.machine.sequencer.decide('listMarket', OWNER.setup, body, START)).toEqual(refusal);
  });

  it('ORDR-020 has its book and orders published as those of spot', () => {
    const contract = CONTRACTS[0]?.symbol as string;
    const book = new PublishedBook();
    const part = ordersPart({ name: 'demo', rulesById: () => undefined, assetSymbol: String });
    const delta: Parameters<typeof part.add>[0] = {};
    const pair = new Pair(BOTH);
    const maker = new CommandMaker(BOTH, START);
    for (const command of BOTH.setUp(USERS, START)) pair.step(command);
    for (const step of makeSteps(BOTH, createDice(2), 700, USERS)) {
      pair.step(maker.command(step, pair.reference.world));
      pair.endBatch();
      for (const fact of pair.facts.splice(0)) {
        part.add(delta, fact);
        if (fact.type === 'bookChanged' && fact.market === contract) book.apply(fact.levels);
      }
      const market = pair.machine.orders.market(contract);
      const whole = new PublishedBook();
      if (market !== undefined) whole.reset(allLevels(market));
      expect(book.depth(500)).toEqual(whole.depth(500));
    }
    const orders = delta.orders?.filter(({ market }) => market === contract) ?? [];
    const fills = delta.fills?.filter(({ market }) => market === contract) ?? [];
    expect(orders.length).toBeGreaterThan(60);
    expect(fills.length).toBeGreaterThan(20);
  });

  it('ORDR-010 goes on with the same state after a stop and after a kill', async () => {
    const db = await createTestDatabase(engineTables([prepaid]));
    const clock = settableClock(START);
    const make = () => createEngine({ realm: 'demo', db, clock, log: silentLog, parts: [prepaid] });
    let engine = make();
    await engine.start();
    const { pair, commands } = run(BOTH, makeSteps(BOTH, createDice(9), 300, USERS));
    const twin = new Pair(BOTH);
    let sent = 0;
    for (const command of [...BOTH.setUp(USERS, START), ...commands]) {
      const { type, actor, body, now } = command;
      clock.set(now);
      twin.step(command);
      sent += 1;
      await insist(() => engine.submitAny({ type, actor, body, id: `c${sent}` }));
      if (sent % 50 !== 0) continue;
      if (sent % 100 === 0) {
        await db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
      } else {
        await engine.stop();
        engine = make();
        await engine.start();
        engine.audit();
      }
      await engine.settled();
      expect(engine.sequencer.stateHash()).toBe(twin.machine.sequencer.stateHash());
    }
    expect(machineOf(engine.machines, PrepaidMachine).positions.size).toBeGreaterThan(1);
    expect(engine.sequencer.stateHash()).toBe(pair.machine.sequencer.stateHash());
    await engine.stop();
    await db.drop();
  });
});
