import type { Hex } from 'ox/Hex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOT, type Place, someAddress, startPlace } from './place.suite.ts';

let place: Place;
beforeAll(async () => {
  place = await startPlace();
});
afterAll(() => place.stop());

const problem = async () =>
  (await place.rows<{ problem: string }>('select problem from signer_state'))[0]?.problem;
const reasonOf = async (id: number) => {
  const sql = `select reason from withheld_payout where withdrawal_id = ${id}`;
  return (await place.rows<{ reason: string }>(sql))[0]?.reason;
};
const waiting = () => place.chain.rpc<{ pending: Record<string, object> }>('txpool_content');
const nonces = async () =>
  Object.values((await waiting()).pending).flatMap((of) => Object.keys(of));
const attempts = (nonce: number) =>
  place.rows<{ bytes: Hex; maxFee: string; transaction: Hex }>(
    `select bytes, max_fee as "maxFee", transaction_hash as transaction from outgoing_bytes
     where nonce = ${nonce} order by attempt`,
  );
const final = (nonce: number) =>
  place.rows<{ succeeded: boolean; transaction: Hex }>(
    `select succeeded, transaction_hash as transaction from outgoing_final where nonce = ${nonce}`,
  );
const nonceOf = async (id: number) =>
  (await place.rows<{ nonce: number }>(`select nonce from outgoing where withdrawal_id = ${id}`))[0]
    ?.nonce;

/** Keeps writers off a table until this many of them wait for it. */
async function whileLocked<T>(table: string, writers: number, start: () => Promise<T>): Promise<T> {
  const holder = await place.db.pool.connect();
  try {
    await holder.query(`begin; lock table ${table} in share mode`);
    const started = start();
    const waiting = `select count(*)::int as n from pg_locks
      where relation = '${table}'::regclass and not granted`;
    await expect.poll(async () => (await place.rows<{ n: number }>(waiting))[0]?.n).toBe(writers);
    await holder.query('commit');
    return await started;
  } finally {
    holder.release();
  }
}

describe('a payout', () => {
  it('SIGN-020 is written down, sent, and final after its confirmations with the exact transfer', async () => {
    const signer = place.signer();
    const to = someAddress();
    const before = await place.chain.balance(HOT);
    const { withdrawalId } = await place.handOver('251.5', to);
    await signer.step();
    expect(await problem()).toBe('');
    expect(await reasonOf(withdrawalId)).toBeUndefined();
    const nonce = (await nonceOf(withdrawalId))!;
    expect(await nonces()).toEqual([String(nonce)]);
    await place.chain.mine(2);
    await signer.step();
    expect(await final(nonce)).toEqual([]);
    await place.chain.mine(1);
    await signer.step();
    const [{ transaction } = {}] = await attempts(nonce);
    expect(await final(nonce)).toEqual([{ succeeded: true, transaction }]);
    expect(await place.chain.balance(to)).toBe(250_500_000n);
    expect(before - (await place.chain.balance(HOT))).toBe(250_500_000n);
    await signer.step();
    expect(await nonceOf(withdrawalId)).toBe(nonce);
  });
});

/** Steps and blocks until nothing is left to be done. */
async function settle(signer = place.signer()): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    await signer.step();
    await place.chain.mine(3);
    await signer.step();
    const open = await place.rows(
      'select from outgoing where nonce not in (select nonce from outgoing_final)',
    );
    if (open.length === 0) return;
  }
  throw new Error('Something is never final.');
}

describe('what may happen to it', () => {
  it('SIGN-022 a chain that forgets it gets the same bytes again, also by another process', async () => {
    const signer = place.signer();
    const row = await place.handOver('30');
    await signer.step();
    const nonce = (await nonceOf(row.withdrawalId))!;
    const [{ bytes, transaction } = { bytes: '0x', transaction: '0x' }] = await attempts(nonce);
    await place.chain.rpc('anvil_dropTransaction', transaction);
    expect(await nonces()).toEqual([]);
    await signer.step();
    expect(await nonces()).toEqual([]);
    place.clock.advance(5_000);
    await signer.step();
    expect(await nonces()).toEqual([String(nonce)]);
    await place.chain.rpc('anvil_dropTransaction', transaction);
    await place.signer().step();
    expect(await nonces()).toEqual([String(nonce)]);
    expect(await attempts(nonce)).toMatchObject([{ bytes }]);
    await settle();
  });

  it('SIGN-023 a reorganisation that drops it, mined or final, gets the same bytes again and nothing new', async () => {
    for (const blocks of [2, 4]) {
      const to = someAddress();
      const signer = place.signer();
      const snapshot = await place.chain.rpc('evm_snapshot');
      const row = await place.handOver('31', to);
      await signer.step();
      await place.chain.mine(blocks);
      await signer.step();
      const nonce = (await nonceOf(row.withdrawalId))!;
      const before = await attempts(nonce);
      expect(await final(nonce)).toHaveLength(blocks < 3 ? 0 : 1);
      await place.chain.rpc('evm_revert', snapshot);
      // Another chain, as long as the one before.
      await place.chain.rpc('evm_increaseTime', 77);
      await place.chain.mine(blocks + 1);
      expect(await place.chain.balance(to)).toBe(0n);
      const next = await place.handOver('32');
      place.clock.advance(5_000);
      await signer.step();
      if (blocks === 4) {
        expect(await problem()).toBe('contradicted');
        expect(await nonceOf(next.withdrawalId)).toBeUndefined();
      }
      expect(await nonces()).toContain(String(nonce));
      await place.chain.mine(1);
      expect(await place.chain.balance(to)).toBe(30_000_000n);
      await settle(signer);
      expect(await attempts(nonce)).toEqual(before);
      expect(await nonceOf(next.withdrawalId)).toBe(nonce + 1);
      expect(await problem()).toBe('');
    }
  });

  it('SIGN-024 one that is stuck is replaced with the same nonce and a higher fee, below the ceiling', async () => {
    const to = someAddress();
    const signer = place.signer();
    const row = await place.handOver('33', to);
    await signer.step();
    const nonce = (await nonceOf(row.withdrawalId))!;
    place.clock.advance(59_000);
    await signer.step();
    expect(await attempts(nonce)).toHaveLength(1);
    place.clock.advance(1_000);
    await signer.step();
    const [first, second] = await attempts(nonce);
    expect(BigInt(second!.maxFee) > BigInt(first!.maxFee)).toBe(true);
    // The chain takes the one or the other, never both: whichever it is, it is found.
    const { pending } = await waiting();
    const [queued] = Object.values(pending).flatMap((of) => Object.values(of)) as { hash: Hex }[];
    expect(queued?.hash).toBe(second?.transaction);
    await settle(signer);
    expect(await final(nonce)).toEqual([{ succeeded: true, transaction: second?.transaction }]);
    expect(await place.chain.balance(to)).toBe(32_000_000n);
  });

  it('SIGN-024 an older attempt that the chain has taken counts; at the ceiling nothing is replaced', async () => {
    const row = await place.handOver('34');
    const signer = place.signer();
    await place.chain.rpc('anvil_setNextBlockBaseFeePerGas', '0x2540be400');
    await place.chain.mine(1);
    await signer.step();
    const nonce = (await nonceOf(row.withdrawalId))!;
    const [first] = await attempts(nonce);
    const low = place.signer(place.policy({ maxFeeGwei: '19' }));
    place.clock.advance(61_000);
    await low.step();
    expect([await problem(), (await attempts(nonce)).length]).toEqual(['stuckAtCeiling', 1]);
    await place.chain.mine(1);
    const other = place.signer();
    place.clock.advance(61_000);
    await other.step();
    expect(await attempts(nonce)).toHaveLength(1);
    await settle(other);
    expect(await final(nonce)).toEqual([{ succeeded: true, transaction: first?.transaction }]);
  });

  it('SIGN-025 transactions of our key that are in no row of ours stop all payouts', async () => {
    const row = await place.handOver('35');
    const count = BigInt(await place.chain.rpc<Hex>('eth_getTransactionCount', HOT, 'latest'));
    await place.chain.rpc('anvil_setNonce', HOT, `0x${(count + 1n).toString(16)}`);
    await place.signer().step();
    expect([await problem(), await nonceOf(row.withdrawalId)]).toEqual([
      'unknownTransactions',
      undefined,
    ]);
    await place.chain.rpc('anvil_setNonce', HOT, `0x${count.toString(16)}`);
    const signer = place.signer();
    await signer.step();
    const nonce = (await nonceOf(row.withdrawalId))!;
    const [{ transaction } = { transaction: '0x' }] = await attempts(nonce);
    await place.chain.rpc('anvil_dropTransaction', transaction);
    await place.chain.rpc('anvil_setNonce', HOT, `0x${(count + 1n).toString(16)}`);
    const next = await place.handOver('36');
    await place.signer().step();
    expect([await problem(), await nonceOf(next.withdrawalId)]).toEqual(['nonceUsed', undefined]);
    await place.chain.rpc('anvil_setNonce', HOT, `0x${count.toString(16)}`);
    place.clock.advance(5_000);
    await settle(signer);
  });

  it('SIGN-026 of two signers at once one signs, and each withdrawal is paid once', async () => {
    const to = someAddress();
    for (let times = 0; times < 6; times += 1) await place.handOver('11', to);
    const signers = Array.from({ length: 4 }, () => place.signer());
    // All have signed with the same nonce before the first of them writes.
    await whileLocked('payout_decision', signers.length, () =>
      Promise.allSettled(signers.map((signer) => signer.step())),
    );
    await settle();
    expect(await place.chain.balance(to)).toBe(60_000_000n);
    const used = await place.rows<{ nonce: number }>('select nonce from outgoing order by nonce');
    expect(used.map(({ nonce }) => Number(nonce))).toEqual(used.map((_, at) => at));
  });
});

describe('what keeps it from being signed', () => {
  it('SIGN-012 the caps of an hour and a day, until there is room again', async () => {
    const paid = () =>
      place.rows<{ sum: string }>(`select sum(amount) / 1000000 as sum from outgoing
        where taken_at > ${place.clock.now() - 3_600_000}`);
    place.clock.advance(86_400_001);
    const capped = place.policy({}, { perHour: '100', perDay: '150' });
    const rows = [await place.handOver('91'), await place.handOver('21')];
    const last = await place.handOver('61');
    const signer = place.signer(capped);
    await settle(signer);
    const signed = () => Promise.all([...rows, last].map((row) => nonceOf(row.withdrawalId)));
    expect((await signed()).map((nonce) => nonce !== undefined)).toEqual([true, false, false]);
    expect(await reasonOf(rows[1]!.withdrawalId)).toBe('hourCap');
    place.clock.advance(3_599_999);
    await settle(signer);
    expect(await nonceOf(rows[1]!.withdrawalId)).toBeUndefined();
    place.clock.advance(2);
    await settle(signer);
    expect((await signed()).map((nonce) => nonce !== undefined)).toEqual([true, true, false]);
    expect(await reasonOf(last.withdrawalId)).toBe('dayCap');
    expect((await paid())[0]?.sum).toMatch(/^20\./);
    place.clock.advance(86_400_000);
    await settle(signer);
    expect((await signed()).every((nonce) => nonce !== undefined)).toBe(true);
  });

  it('SIGN-013 gas above the ceiling, and too little of the token or the coin, without taking a nonce', async () => {
    const row = await place.handOver('40');
    const { withdrawalId } = row;
    const stays = async (reason: string) =>
      expect([await reasonOf(withdrawalId), await nonceOf(withdrawalId)]).toEqual([
        reason,
        undefined,
      ]);
    const base = `0x${(200n * 10n ** 9n).toString(16)}`;
    await place.chain.rpc('anvil_setNextBlockBaseFeePerGas', base);
    await place.chain.mine(1);
    await place.signer().step();
    await stays('gasTooExpensive');
    await place.chain.rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00');
    await place.chain.mine(1);
    const coin = await place.chain.rpc('eth_getBalance', HOT, 'latest');
    await place.chain.rpc('anvil_setBalance', HOT, '0x1000');
    await place.signer().step();
    await stays('tooLittleCoin');
    await place.chain.rpc('anvil_setBalance', HOT, coin);
    const much = await Promise.all(
      Array.from({ length: 2 }, () => place.handOver('199999', someAddress())),
    );
    const all = await place.chain.balance(HOT);
    await place.chain.mint(HOT, 0n);
    const sink = someAddress();
    await place.chain.take(HOT, sink, all - 200_100_000_000n);
    await settle();
    expect(await nonceOf(withdrawalId)).toBeDefined();
    const signed = await Promise.all(much.map((one) => nonceOf(one.withdrawalId)));
    expect(signed.filter((nonce) => nonce !== undefined)).toHaveLength(1);
    const poor = much[signed.indexOf(undefined)]!;
    expect(await reasonOf(poor.withdrawalId)).toBe('tooLittleToken');
    await place.chain.take(sink, HOT, all - 200_100_000_000n);
    await settle();
    expect(await nonceOf(poor.withdrawalId)).toBeDefined();
  });

  it('SIGN-021 a token that succeeds without a Transfer, or moves another amount, is not paid', async () => {
    const code = await place.chain.rpc('eth_getCode', place.chain.token, 'latest');
    // Answers everything with the largest number and does nothing else.
    const silent = `0x7f${'ff'.repeat(32)}5f5260205ff3`;
    const row = await place.handOver('41');
    await place.chain.rpc('anvil_setCode', place.chain.token, silent);
    await settle();
    await place.chain.rpc('anvil_setCode', place.chain.token, code);
    const nonce = (await nonceOf(row.withdrawalId))!;
    expect(await final(nonce)).toMatchObject([{ succeeded: false }]);
    expect(await reasonOf(row.withdrawalId)).toBe('transactionFailed');
    await settle();
    expect(await nonceOf(row.withdrawalId)).toBe(nonce);
  });
});
