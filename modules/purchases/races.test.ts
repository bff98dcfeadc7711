import { auditTables } from '@assay/modules/ledger';
import { SPOT_HOLDS } from '@assay/modules/spot';
import { WITHDRAWAL_HOLDS } from '@assay/modules/wallet';
import { rowReader } from '@assay/platform/engine/store';
import { lookThenWrite } from '@assay/platform/testing/race';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PURCHASE_HOLDS } from './index.ts';
import {
  asked,
  asStaff,
  close,
  db,
  decide,
  forget,
  funds,
  later,
  open,
  ordered,
  paid,
  post,
  realm,
  stageOf,
} from './purchases.suite.ts';

beforeAll(open);
afterAll(() => close());
beforeEach(forget);

const PARALLEL = [32, 256];

const all = <T>(parallel: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: parallel }, (_, n) => act(n)));

describe('races for one order, one line, and what the house has', () => {
  it('BUYS-034 the race catches a handler that looks whether a line is free before it writes', async () => {
    expect(await lookThenWrite(db.pool, 32)).toBeGreaterThan(1);
  });

  it.each(PARALLEL)(
    'BUYS-033 %i orders at once are no more than the house has',
    async (parallel) => {
      const users = await realm.newUsers(parallel, {});
      const [before] = funds(users[0]!);
      const had = Number(before!.split('/')[0]);
      const answers = await all(parallel, (n) =>
        post(users[n]!, 'orderPurchase', asked({ amount: '6000', cost: '6000' })),
      );
      const taken = answers.filter(({ code }) => code === 0);
      expect(taken).toHaveLength(Math.floor(had / 6000));
      for (const { code, data } of answers) if (code !== 0) expect(data.refusal).toBe('soldOut');
      for (const [n, { code, data }] of answers.entries()) {
        if (code === 0) await post(users[n]!, 'cancelPurchase', data.purchase);
        if (code === 0) {
          const { purchaseId } = data.purchase;
          expect((await post(users[n]!, 'cancelPurchase', { purchaseId })).code).toBe(0);
        }
      }
      expect(funds(users[0]!)[0]).toBe(before);
    },
  );

  it.each(PARALLEL)('BUYS-033 %i orders under one command id are one', async (parallel) => {
    const user = await realm.newUser({});
    const cid = `one-of-${parallel}`;
    const answers = await all(parallel, () => post(user, 'orderPurchase', asked({ cid })));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(answers.map(({ data }) => data.purchase.purchaseId)).size).toBe(1);
  });

  it.each(PARALLEL)(
    'BUYS-033 of %i releases, cancellations, expiries and decisions at once one ends it, and its money comes once',
    async (parallel) => {
      for (const round of [0, 1]) {
        const user = await realm.newUser({});
        const one = await ordered(user);
        const { purchaseId } = one;
        const [lineId, second] = [await paid(one), await paid(one)];
        const of = await asStaff(3, 'getPurchaseCase', { purchaseId: String(purchaseId) });
        const { digest } = of.data;
        await asStaff(3, 'claimPurchase', { purchaseId });
        if (round === 1) realm.clock.advance(86_400_000);
        await asStaff(3, 'claimPurchase', { purchaseId });
        const ends = await all(parallel, async (n) => {
          const line = n % 2 === 0 ? lineId : second;
          switch (n % 5) {
            case round: {
              const { code } = await post(user, 'cancelPurchase', { purchaseId });
              return code === 0 ? 'cancelled' : '';
            }
            case 2: {
              const go = { purchaseId, digest, reason: 'notPaid' };
              return (await decide('letPurchaseGo', go)) === '' ? 'refunded' : '';
            }
            case 3: {
              const body = { purchaseId, digest, lineId: line, ground: 'twoPeople' };
              return (await decide('assignLine', body)) === '' ? 'released' : '';
            }
            case 4: {
              await later(0);
              return '';
            }
            default: {
              const fields = { purchaseId, lineId: line };
              const { code } = await asStaff(3, 'releasePurchaseAlone', fields);
              return code === 0 ? 'released' : '';
            }
          }
        });
        await later(0);
        const stage = await stageOf(user, purchaseId);
        const said = ends.filter((end) => end !== '');
        expect(said.length).toBeLessThanOrEqual(1);
        if (said.length === 1) expect(stage).toBe(said[0]);
        else expect(stage).toBe('expired');
        expect(funds(user)[1]).toBe(stage === 'released' ? '100/0' : '0/0');
        const { rows } = await db.pool.query(
          'select count(*)::int as used from bank_line where order_digest = $1',
          [digest],
        );
        expect(rows[0].used).toBe(stage === 'released' ? 1 : 0);
      }
    },
  );

  it('BUYS-006 what open orders hold is what the tables say, and a restart changes nothing', async () => {
    const user = await realm.newUser({});
    await ordered(user);
    await ordered(user);
    const connection = await realm.db.connect();
    try {
      await connection.query('SET search_path TO real, public');
      const holds = [SPOT_HOLDS, WITHDRAWAL_HOLDS, PURCHASE_HOLDS];
      expect(await auditTables(rowReader(connection), holds)).toEqual([]);
      const without = await auditTables(rowReader(connection), [SPOT_HOLDS, WITHDRAWAL_HOLDS]);
      expect(without.length).toBeGreaterThan(0);
    } finally {
      await connection.end();
    }
    const before = realm.stateHash();
    const ids = () => realm.machines.purchases.rows().map(({ id }) => id);
    const known = ids();
    await realm.restart();
    expect([realm.stateHash(), ids()]).toEqual([before, known]);
  });
});
