import { OWNER } from '@assay/core/ledger/owners';
import { accountOf } from '@assay/platform/chain/testing/scripted-chain';
import { transaction as within } from '@assay/platform/db/transaction';
import { silentLog } from '@assay/platform/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bench,
  CONFIRMATIONS,
  chainRow,
  payment,
  spend,
  startBench,
} from '../deposits/deposits.suite.ts';
import { createReserves, type ReservesModule } from './index.ts';
import type { OtherCustody } from './reserves.ts';

const CHAIN = 31_337;
const HOT = accountOf('hot');
const usdt = (units: number) => BigInt(units) * 1_000_000n;

let bench: Bench;
let reserves: ReservesModule;
let run: Awaited<ReturnType<Bench['make']>>['run'];
const others: OtherCustody[] = [];

beforeAll(async () => {
  bench = await startBench();
  // The house has something of its own before anybody deposits.
  bench.chain.mine(payment([HOT, usdt(500)]));
  ({ reserves, run } = await start());
  await pass(1);
});
afterAll(() => bench.stop());

/** As a server starts it. */
async function start() {
  const made = await createReserves({
    ...{ database: bench.app, clock: bench.realm.clock, log: silentLog },
    signer: {
      addresses: async () => [{ address: HOT, kind: 'hot' }],
      moves: async (_chainId, token) => ({
        ...{ done: [], underWay: [] },
        costAtMost: token === null ? 7n : 0n,
      }),
    },
    chains: () => [chainRow(CHAIN)],
    reports: async () => [],
    banks: async () => [],
    traded: async () => [],
    others: async () => others,
  });
  const follower = await bench.make({ reconcile: (...look) => made.reconcile(...look) });
  return { reserves: made, run: follower.run };
}

async function pass(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    bench.chain.mine();
    await again();
  }
}

/** Two looks: what is seen twice counts. */
async function again(): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    bench.realm.clock.advance(1_000);
    await run(`followChain${CHAIN}`);
  }
}

async function lines(): Promise<string[]> {
  const [set] = reserves.calls;
  const { chains } = await (set!.handlers as { getReserves(): Promise<Reserves> }).getReserves();
  return chains[0]!.lines.map((one) => `${one.asset} ${one.has} ${one.own} ${one.difference}`);
}
type Reserves = {
  chains: { lines: { asset: string; has: string; own: string; difference: string }[] }[];
  own: { asset: string; why: string; change: string; at: number | null }[];
};

const decide = (name: 'acceptDifference' | 'declareCustody', body: object) =>
  within(bench.app.pool, async (client) => {
    const ran = await reserves.decided[name].run(body, client, bench.realm.clock.now());
    return ran;
  }).then(async (ran) => {
    if ('outcome' in ran) await reserves.decided[name].done(body);
    return ran;
  });

/** A proof that two people have credited, of whole USDT. */
async function prove(amount: bigint, hash = `0x${String(amount).padStart(64, '0')}`) {
  await bench.realm.db.pool.query(
    `insert into deposit_proof (user_id, chain_id, asset, amount, description, digest, salt, sent_at,
       state, transaction_hash, rules)
     values (1, $1, 'USDT', $2, '', $3, '', 0, 'credited', $3, 1)`,
    [CHAIN, String(amount * 100_000_000n), hash],
  );
}

/** A recovery of whole USDT that two people have decided; `deposit`: of what the chain brought. */
async function recover(
  state: 'credited' | 'returned',
  amount: bigint,
  deposit: number | null = null,
): Promise<void> {
  const isCredited = state === 'credited';
  const units = isCredited ? String(amount * 100_000_000n) : null;
  await bench.realm.db.pool.query(
    `insert into deposit_recovery (user_id, deposit_id, network, transaction_hash, place, digest,
       salt, opened_at, asked_at, due_at, least, fee_ppm, state, credit_asset, credit_amount,
       credit_fee, rules, custody_chain, return_hash)
     values (1, $1, 'TRON', $2, 0, $2, '', 0, 0, 0, 0, 0, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[deposit, `recovery ${state} ${amount} ${deposit}`, state, isCredited ? 'USDT' : null],
      ...[units, isCredited ? '0' : null, isCredited ? 1 : null, isCredited ? CHAIN : null],
      isCredited ? null : '0x1',
    ],
  );
}

describe('custody on a chain', () => {
  it('RECO-032 says why what is the house’s own is so much', async () => {
    const [set] = reserves.calls;
    const { own } = await (set!.handlers as { getReserves(): Promise<Reserves> }).getReserves();
    expect(own.map(({ asset, why, change }) => [asset, why, change])).toEqual([
      ['USDT', 'first', '500'],
      ['ETH', 'first', '0'],
      ['ETH', 'fees', '-0.000000000000000007'],
    ]);
    expect(own[0]!.at).toBeGreaterThan(0);
  });

  it('RECO-010 RECO-030 has what people brought and what the house had before, at each block', async () => {
    expect(await lines()).toEqual(['USDT 500 500 0', 'ETH 0 0 0']);
    const address = await bench.address(bench.newPerson());
    bench.chain.mine(payment([address, usdt(40)]));
    await again();
    // Not final, and counted: it is there.
    expect(await lines()).toEqual(['USDT 540 500 0', 'ETH 0 0 0']);
    bench.chain.takeBack(1);
    await pass(2);
    expect(await lines()).toEqual(['USDT 500 500 0', 'ETH 0 0 0']);
    bench.chain.mine(payment([address, usdt(40)]));
    await pass(CONFIRMATIONS);
    expect(await lines()).toEqual(['USDT 540 500 0', 'ETH 0 0 0']);
    expect([reserves.stopped(), reserves.health()]).toEqual([[], { ok: true }]);
  });

  it('RECO-011 that lacks something stops what is paid out there, also after a restart, until it is back', async () => {
    bench.chain.mine(spend(HOT, usdt(3)));
    bench.realm.clock.advance(1_000);
    await run(`followChain${CHAIN}`);
    // Seen once, it may be that rows are still being written.
    expect(reserves.stopped()).toEqual([]);
    await again();
    expect(reserves.stopped()).toEqual([CHAIN]);
    expect(reserves.health()).toMatchObject({
      ok: true,
      degraded: true,
      detail: expect.stringContaining('-3 USDT'),
    });
    expect((await start()).reserves.stopped()).toEqual([CHAIN]);
    bench.chain.mine(payment([HOT, usdt(3)]));
    await again();
    expect([reserves.stopped(), reserves.health()]).toEqual([[], { ok: true }]);
  });

  it('RECO-012 with more than it should have says so and goes on paying: anybody can send something', async () => {
    bench.chain.mine(payment([HOT, 1n]));
    await again();
    expect(reserves.stopped()).toEqual([]);
    expect(reserves.health()).toMatchObject({ degraded: true });
    const what = { chainId: CHAIN, asset: 'USDT', amount: '0.000001' };
    expect(await decide('acceptDifference', { ...what, amount: '0.000002' })).toEqual({
      refusal: 'noDifference',
    });
    expect(await decide('acceptDifference', what)).toEqual({ outcome: { own: '500.000001' } });
    await again();
    expect(reserves.health()).toEqual({ ok: true });
  });

  it('RECO-015 has what people were credited by proofs, of the house’s own or of what came since', async () => {
    const what = { chainId: CHAIN, asset: 'USDT' };
    await prove(100n);
    await pass(1);
    expect(await lines()).toContain('USDT 540.000001 400.000001 0');
    await prove(450n);
    await pass(1);
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 540.000001 -49.999999 -49.999999', 'ETH 0 0 0'],
      [CHAIN],
    ]);
    expect(await decide('acceptDifference', { ...what, amount: '-49.999999' })).toEqual({
      refusal: 'customersMoney',
    });
    bench.chain.mine(payment([HOT, usdt(50)]));
    await again();
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 590.000001 -49.999999 50', 'ETH 0 0 0'],
      [],
    ]);
    expect(await decide('acceptDifference', { ...what, amount: '50' })).toEqual({
      outcome: { own: '550.000001' },
    });
    await pass(1);
    expect(await lines()).toContain('USDT 590.000001 0.000001 0');
    // What the chain has brought after all is there as a deposit, and not twice.
    const { rows } = await bench.app.pool.query<{ hash: string }>(
      "select transaction_hash as hash from deposit where state = 'credited'",
    );
    await prove(7n, rows[0]!.hash);
    await pass(1);
    expect(await lines()).toContain('USDT 590.000001 0.000001 0');
    await bench.realm.db.pool.query('delete from deposit_proof');
    bench.chain.mine(spend(HOT, usdt(50)));
    await again();
    expect(await decide('acceptDifference', { ...what, amount: '-50' })).toMatchObject({
      outcome: { own: '500.000001' },
    });
    await pass(1);
    expect(await lines()).toContain('USDT 540.000001 500.000001 0');
  });

  it('RECO-016 has what people were credited by recoveries, and no more what was sent back', async () => {
    const what = { chainId: CHAIN, asset: 'USDT' };
    expect(await lines()).toContain('USDT 540.000001 500.000001 0');
    await recover('credited', 100n);
    await pass(1);
    expect(await lines()).toContain('USDT 540.000001 400.000001 0');
    // What never came into custody lacks, whoever has credited it.
    await recover('credited', 450n);
    await pass(1);
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 540.000001 -49.999999 -49.999999', 'ETH 0 0 0'],
      [CHAIN],
    ]);
    expect(await decide('acceptDifference', { ...what, amount: '-49.999999' })).toEqual({
      refusal: 'customersMoney',
    });
    await bench.realm.db.pool.query('delete from deposit_recovery');
    await pass(1);
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 540.000001 500.000001 0', 'ETH 0 0 0'],
      [],
    ]);
    // Of a token that the chain has, the deposit is what is there; more of it is not.
    const user = bench.newPerson();
    const address = await bench.address(user);
    bench.state.closed.add(user);
    bench.chain.mine(payment([address, usdt(30)]));
    await pass(CONFIRMATIONS);
    expect(await lines()).toContain('USDT 570.000001 500.000001 0');
    const { rows } = await bench.app.pool.query<{ id: number }>(
      "select deposit_id as id from deposit where user_id = $1 and state = 'recovery'",
      [user],
    );
    await recover('credited', 32n, rows[0]!.id);
    await pass(1);
    expect(await lines()).toContain('USDT 570.000001 498.000001 0');
    await bench.realm.db.pool.query('delete from deposit_recovery');
    // Sent back by hand, it lacks until two people have said so, and not any more then.
    bench.chain.mine(spend(address, usdt(30)));
    await again();
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 540.000001 500.000001 -30', 'ETH 0 0 0'],
      [CHAIN],
    ]);
    await recover('returned', 0n, rows[0]!.id);
    await pass(1);
    expect([await lines(), reserves.stopped()]).toEqual([
      ['USDT 540.000001 500.000001 0', 'ETH 0 0 0'],
      [],
    ]);
  });

  it('RECO-013 two people accept what lacks of the house’s own, and never what lacks of customers’', async () => {
    bench.chain.mine(spend(HOT, usdt(500)));
    await again();
    const what = { chainId: CHAIN, asset: 'USDT', amount: '-500' };
    expect(await decide('acceptDifference', what)).toEqual({ outcome: { own: '0.000001' } });
    await again();
    expect(reserves.stopped()).toEqual([]);
    const [{ address } = { address: '' }] = (
      await bench.app.pool.query<{ address: string }>('select address from deposit_address')
    ).rows;
    bench.chain.mine(spend(address as typeof HOT, usdt(10)));
    await again();
    expect(await decide('acceptDifference', { ...what, amount: '-10' })).toEqual({
      refusal: 'customersMoney',
    });
    await again();
    expect(reserves.stopped()).toEqual([CHAIN]);
  });

  it('RECO-014 an address that two people declare joins with what it has', async () => {
    const safe = accountOf('safe');
    bench.chain.mine(payment([safe, usdt(7)]));
    await again();
    const declared = { chainId: CHAIN, address: safe, name: 'Safe' };
    expect(await decide('declareCustody', { ...declared, chainId: 9 })).toEqual({
      refusal: 'unknownChain',
    });
    expect(await decide('declareCustody', declared)).toMatchObject({ outcome: {} });
    await again();
    expect(await lines()).toEqual(['USDT 37.000001 7.000001 -10', 'ETH 0 0 0']);
  });
});

describe('the ledger', () => {
  it('RECO-020 has no deposit that no chain and no bank explains', async () => {
    await reserves.job.run(0, new AbortController().signal);
    const user = await bench.realm.newUser();
    const body = { userId: user, asset: 'USDT', amount: '2', digest: '2'.repeat(64), rules: 1 };
    const given = await bench.realm.engine.submit({
      ...{ type: 'creditDeposit', actor: OWNER.custody, id: 'made up', body },
    });
    expect(given.ok).toBe(true);
    const look = () => reserves.job.run(0, new AbortController().signal);
    await look();
    await look();
    const all = '100002';
    expect(reserves.health().detail).toContain(`ledger: ${all} USDT`);
    // Banks pay nothing out either: 0 stands for them.
    expect(reserves.stopped()).toEqual([0, CHAIN]);
    const units = 10_000_200_000_000n;
    others.push({ asset: 'USDT', broughtIn: units, bringing: 0n, paidOut: 0n });
    await look();
    expect(reserves.health().detail).not.toContain('ledger');
    others[0] = { ...others[0]!, paidOut: 1n };
    await look();
    await look();
    expect(reserves.health().detail).toContain('ledger: 0.00000001 USDT');
  });
});
