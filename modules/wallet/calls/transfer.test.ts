import { OWNER } from '@assay/core/ledger/owners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../../apps/server/testing/test-server.ts';
import { listing } from '../../cfd/testing/listings.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ house: {} });
});
afterAll(async () => {
  server.demo.audit();
  server.real.audit();
  await server.stop();
});

const DIGEST = 'ab'.repeat(32);
const move = (change: object = {}) => ({
  ...{ asset: 'USDT', from: 'currency', to: 'contract', amount: '30' },
  ...change,
});
const inReal = (user: number) => ({ token: tokenOf('real', user) });
const transferable = async (user: number) =>
  (await server.get(user, 'getTransferable')).data.balances;

describe('transferFunds', () => {
  it('WALL-010 moves within the virtual account and within the real one, with a receipt', async () => {
    const visitor = await server.demo.newUser({ USDT: '100' });
    const { code, data } = await server.post(visitor, 'transferFunds', move());
    expect([code, data]).toEqual([
      0,
      {
        ...move(),
        receipt: { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
    const person = await server.real.newUser({ BTC: '2' });
    const own = move({ asset: 'BTC', amount: '0.5' });
    const moved = await server.client.post('transferFunds', own, inReal(person));
    expect(moved).toMatchObject({ code: 0, data: own });
    const { data: assets } = await server.client.get('getAsset2', {}, inReal(person));
    const of = (wallet: string) =>
      assets.balances.find((b: { asset: string; wallet: string }) => {
        return b.asset === 'BTC' && b.wallet === wallet;
      }).total;
    expect([of('currency'), of('contract')]).toEqual(['1.5', '0.5']);
  });

  it('WALL-011 the statement has a transfer with both of its sides, each the other’s own', async () => {
    const user = await server.demo.newUser({ USDT: '100' });
    await server.post(user, 'transferFunds', move());
    const { data } = await server.get(user, 'getStatement', { purpose: 'transfer' });
    const line = { asset: 'USDT', purpose: 'transfer', counterpart: 'own' };
    expect(data.lines).toHaveLength(2);
    expect(data.lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...line, wallet: 'currency', amount: '-30' }),
        expect.objectContaining({ ...line, wallet: 'contract', amount: '30' }),
      ]),
    );
  });

  it('WALL-012 is refused with a reason, or by its field, and nothing changes', async () => {
    const user = await server.demo.newUser({ USDT: '100' });
    const refusal = async (change: object) => {
      const { data } = await server.post(user, 'transferFunds', move(change));
      return data.refusal;
    };
    expect(await refusal({ asset: 'NOPE' })).toBe('unknownAsset');
    expect(await refusal({ to: 'currency' })).toBe('sameWallet');
    expect(await refusal({ amount: '100.00000001' })).toBe('insufficientBalance');
    const wrong = [{ amount: '0' }, { amount: '-1' }, { amount: '0.000000001' }, { amount: '1e1' }];
    for (const change of [
      ...wrong,
      { from: 'savings' },
      { to: '' },
      { asset: 'usdt' },
      { more: 1 },
    ]) {
      const { code, data } = await server.post(user, 'transferFunds', move(change));
      expect([code, data.refusal], JSON.stringify(change)).toEqual([2, undefined]);
    }
    expect((await server.post(null, 'transferFunds', move())).code).not.toBe(0);
    expect(await transferable(user)).toEqual([
      { asset: 'USDT', wallet: 'currency', transferable: '100', held: [] },
    ]);
  });

  it('WALL-013 the same command id moves once, and is refused for another body', async () => {
    const user = await server.demo.newUser({ USDT: '100' });
    const cid = 'transfer-once-0001';
    const sent = () => server.post(user, 'transferFunds', { ...move(), cid });
    const answers = await Promise.all([sent(), sent(), sent()]);
    answers.push(await sent());
    expect(new Set(answers.map(({ data }) => data.receipt.hash)).size).toBe(1);
    const other = await server.post(user, 'transferFunds', { ...move({ amount: '31' }), cid });
    expect(other.data.refusal).toBe('idempotencyConflict');
    expect((await transferable(user))[0].transferable).toBe('70');
  });
});

describe('getTransferable', () => {
  it('WALL-014 says what can be moved now, and whether orders or withdrawals hold the rest', async () => {
    const person = await server.real.newUser({ USDT: '1000', BTC: '1' });
    const limit = { market: 'BTCUSDT', side: 'buy', type: 'limit' } as const;
    await server.real.quote({ BTCUSDT: '50000' });
    const order = { ...limit, quantity: '0.005', limitPrice: '40000' };
    expect((await server.real.place(person, order)).ok).toBe(true);
    const asked = { asset: 'USDT', amount: '150', fee: '1', digest: DIGEST };
    await server.real.must(person, 'requestWithdrawal', asked);
    await server.real.must(person, 'transferFunds', move({ asset: 'BTC', amount: '0.25' }));
    const { data } = await server.client.get('getTransferable', {}, inReal(person));
    expect(data.balances).toEqual([
      {
        ...{ asset: 'USDT', wallet: 'currency', transferable: '650' },
        held: [
          { by: 'orders', amount: '200' },
          { by: 'withdrawals', amount: '150' },
        ],
      },
      { asset: 'BTC', wallet: 'currency', transferable: '0.75', held: [] },
      { asset: 'BTC', wallet: 'contract', transferable: '0.25', held: [] },
    ]);
  });

  it('WALL-014 CFDS-040 what contracts need is not to be moved, and transferFunds says the same', async () => {
    const { real } = server;
    const person = await real.newUser({ USDT: '100' });
    await real.must(person, 'transferFunds', move({ amount: '100' }));
    await real.must(OWNER.setup, 'listCfd', listing());
    await real.must(OWNER.setup, 'fundHouse', { owner: OWNER.cfd, asset: 'USDT', amount: '9000' });
    const shown = async () => {
      const { data } = await server.client.get('getTransferable', {}, inReal(person));
      return data.balances.find((row: { wallet: string }) => row.wallet === 'contract');
    };
    const row = { asset: 'USDT', wallet: 'contract' };
    await real.quote({ BTCUSDT: '50000' });
    await real.must(person, 'placeCfdOrder', {
      ...{ contract: 'BTCUSDT-CFD', side: 'buy', kind: 'market', lots: '0.01' },
      ...{ leverage: 10, policyLeverage: 10 },
    });
    await real.quote({ BTCUSDT: '50000' });
    // Half of the spread each way is lost at once: 2 x 0.01 beside the margin of 50.001.
    const opened = { transferable: '49.979', held: [{ by: 'contracts', amount: '50.021' }] };
    expect(await shown()).toEqual({ ...row, ...opened });
    await real.quote({ BTCUSDT: '49000' });
    const lost = { transferable: '39.979', held: [{ by: 'contracts', amount: '60.021' }] };
    expect(await shown()).toEqual({ ...row, ...lost });
    const back = async (amount: string) => {
      const body = { asset: 'USDT', from: 'contract', to: 'currency', amount };
      return (await server.client.post('transferFunds', body, inReal(person))).code;
    };
    expect(await back('39.97900001')).not.toBe(0);
    expect(await back('39.979')).toBe(0);
    // Of more than there is nothing can be moved; what is there is what is needed.
    await real.quote({ BTCUSDT: '47000' });
    const rest = { transferable: '0', held: [{ by: 'contracts', amount: '60.021' }] };
    expect(await shown()).toEqual({ ...row, ...rest });
    expect(await back('0.00000001')).not.toBe(0);
  });
});

const PARALLEL = [32, 256];
/** Covers so many of those who race for it. */
const COVERED = 10;

interface Race {
  /** Takes 1 USDT; tells whether it did. */
  take(contender: number): Promise<boolean>;
  /** How much was taken by now. */
  taken(): Promise<number>;
}

/** Sends all at once: how many answers say that they took it, and how much is gone. */
async function race(
  parallel: number,
  { take, taken }: Race,
): Promise<[answered: number, gone: number]> {
  const answers = await Promise.all(Array.from({ length: parallel }, (_, i) => take(i)));
  return [answers.filter(Boolean).length, await taken()];
}

describe('races for one balance', () => {
  it('WALL-020 the race catches a handler that reads the balance before it writes', async () => {
    const { pool } = server.demo.db;
    await pool.query('CREATE TABLE careless (available numeric, moved numeric)');
    await pool.query('INSERT INTO careless VALUES ($1, 0)', [COVERED]);
    const [answered, gone] = await race(32, {
      take: async () => {
        const { rows } = await pool.query('SELECT available FROM careless');
        if (Number(rows[0].available) < 1) return false;
        await pool.query('UPDATE careless SET available = available - 1, moved = moved + 1');
        return true;
      },
      taken: async () => Number((await pool.query('SELECT moved FROM careless')).rows[0].moved),
    });
    expect(answered).toBeGreaterThan(COVERED);
    expect(gone).toBeGreaterThan(COVERED);
  });

  it.each(PARALLEL)(
    'WALL-021 of %i transfers at once, what is there moves, and no more',
    async (parallel) => {
      const user = await server.demo.newUser({ USDT: String(COVERED) });
      const result = await race(parallel, {
        take: async () =>
          (await server.post(user, 'transferFunds', move({ amount: '1' }))).code === 0,
        taken: async () => {
          const [row] = await transferable(user);
          return row.wallet === 'contract' ? Number(row.transferable) : 0;
        },
      });
      expect(result).toEqual([COVERED, COVERED]);
    },
  );

  it.each(PARALLEL)(
    'WALL-021 %i transfers in both directions lose and make nothing',
    async (parallel) => {
      const user = await server.demo.newUser({ USDT: String(COVERED) });
      const way = ['currency', 'contract'];
      await Promise.all(
        Array.from({ length: parallel }, (_, i) => {
          const [from, to] = i % 2 === 0 ? way : way.toReversed();
          return server.post(
            user,
            'transferFunds',
            move({ from, to, amount: String((i % 4) + 1) }),
          );
        }),
      );
      const rows: { transferable: string }[] = await transferable(user);
      expect(rows.reduce((sum, row) => sum + Number(row.transferable), 0)).toBe(COVERED);
    },
  );

  it.each(PARALLEL)(
    'WALL-022 %i withdrawals, transfers, orders and deposits under one id at once: each unit is used once',
    async (parallel) => {
      const user = await server.real.newUser({ USDT: String(2 * COVERED) });
      const id = `deposit:1:0x${parallel}:0`;
      const credit = { userId: user, asset: 'USDT', amount: '5', digest: DIGEST, rules: 1 };
      const asked = { asset: 'USDT', amount: '1', fee: '0.1', digest: DIGEST };
      let [moved, withdrawn] = [0, 0];
      await Promise.all(
        Array.from({ length: parallel }, async (_, i) => {
          if (i % 4 === 0) await server.real.send(OWNER.custody, 'creditDeposit', credit, id);
          else if (i % 16 === 1) {
            const reply = await server.real.send(user, 'requestWithdrawal', asked);
            if (reply.ok) withdrawn += 1;
          } else {
            const sent = move({ amount: '1' });
            const { code } = await server.client.post('transferFunds', sent, inReal(user));
            if (code === 0) moved += 1;
          }
        }),
      );
      expect([moved > 0, withdrawn > 0, moved + withdrawn <= COVERED * 2 + 5]).toEqual([
        ...[true, true, true],
      ]);
      const { data } = await server.client.get('getTransferable', {}, inReal(user));
      type Row = { wallet: string; transferable: string; held: { amount: string }[] };
      const none: Row = { wallet: '', transferable: '0', held: [] };
      const of = (wallet: string): Row =>
        data.balances.find((row: Row) => row.wallet === wallet) ?? none;
      const held = Number(of('currency').held[0]?.amount ?? 0);
      expect([Number(of('contract').transferable), held]).toEqual([moved, withdrawn]);
      expect(Number(of('currency').transferable)).toBe(2 * COVERED + 5 - moved - withdrawn);
    },
  );
});
