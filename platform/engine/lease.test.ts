import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { EngineUnavailable, OutcomeUnknown } from './status.ts';
import { type Bank, deposit, insist, openBank, until } from './testing/bank-engine.ts';
import { verifyLog } from './verify.ts';

let bank: Bank;
let admin: Client;

beforeEach(async () => {
  bank = await openBank();
  admin = await bank.connect();
});
afterEach(() => bank.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function started(holder: string): Promise<Engine> {
  const engine = bank.engine(holder);
  await engine.start();
  return engine;
}

/** Starts it without waiting for it. */
function starting(holder: string): Engine {
  const engine = bank.engine(holder);
  engine.start().catch(() => undefined);
  return engine;
}

/** What a stopped process looks like from outside: a connection that is there, and no renewal. */
async function letLeaseRunOut(): Promise<void> {
  await admin.query(
    `UPDATE engine SET renewed_at = clock_timestamp() - interval '1 minute' WHERE epoch = 1`,
  );
}

/** From now on nobody gets the realm because a lease has run out, however long it takes. */
async function extendLease(): Promise<void> {
  await admin.query(`UPDATE engine SET renewed_at = clock_timestamp() + interval '1 hour'`);
}

async function row(): Promise<Record<string, unknown>> {
  return (await admin.query('SELECT * FROM engine')).rows[0];
}

async function everything(): Promise<unknown[]> {
  const tables = ['engine_batch', 'bank', 'bank_move'];
  const rows = await Promise.all(tables.map((name) => admin.query(`SELECT * FROM ${name}`)));
  return rows.map((result) => result.rows);
}

describe('one writer', () => {
  it('ENGN-060 a second engine waits while the first lives, and follows at once when it stops', async () => {
    const first = await started('first');
    await deposit(first, 'x');
    const second = starting('second');
    await pause(250);
    expect(second.status.state).toBe('starting');
    await expect(deposit(second, 'y')).rejects.toBeInstanceOf(EngineUnavailable);
    await extendLease();
    await first.stop();
    await until(() => second.status.state === 'ready', 'the second one');
    expect(await row()).toMatchObject({ epoch: 2, holder: 'second', last_seq: 1 });
    expect(await deposit(second, 'x')).toMatchObject({ ok: true, seq: 1 });
  });

  it('ENGN-060 a second engine follows at once when the connection of the first is gone', async () => {
    const first = await started('first');
    await deposit(first, 'x');
    const second = starting('second');
    await pause(100);
    first.halt('so that it does not come back');
    await extendLease();
    await admin.query('SELECT pg_terminate_backend(backend) FROM engine');
    await until(() => second.status.state === 'ready', 'the second one');
  });

  it('ENGN-061 a writer that lost its realm while it hung changes nothing any more', async () => {
    const first = await started('first');
    await deposit(first, 'x');
    const second = starting('second');
    // Repeated, because the first one goes on renewing its lease.
    await until(async () => {
      await letLeaseRunOut();
      return second.status.state === 'ready';
    }, 'the second one');
    await deposit(second, 'y', 'b');
    const before = await everything();
    const late = [deposit(first, 'late'), deposit(first, 'late too', 'c')];
    await Promise.all(late.map((reply) => expect(reply).rejects.toBeInstanceOf(OutcomeUnknown)));
    expect(await everything()).toEqual(before);
    const failed = bank.logged.find(({ text }) => text.startsWith('another server took the realm'));
    expect(failed?.data.error).toMatchObject({ name: 'Deposed' });
    // It waits for its turn; its callers find what became of their commands with the new writer.
    await pause(150);
    expect(first.status.state).toBe('recovering');
    expect(await deposit(second, 'late')).toMatchObject({ ok: true, value: { balance: 2 } });
    await second.stop();
    await until(() => first.status.state === 'ready', 'the first one again');
    expect(await deposit(first, 'late')).toMatchObject({ ok: true, seq: 3 });
    expect(await deposit(first, 'y', 'b')).toMatchObject({ ok: true, seq: 2 });
    expect(await row()).toMatchObject({ epoch: 3, holder: 'first' });
    expect((await verifyLog(admin)).findings).toEqual([]);
  });

  it('ENGN-061 an epoch taken in the middle of its batches stops a writer between two of them', async () => {
    const first = await started('first');
    const replies = await Promise.all(Array.from({ length: 5 }, (_, n) => deposit(first, `a${n}`)));
    expect(replies.length).toBe(5);
    await admin.query('BEGIN; UPDATE engine SET epoch = epoch + 1');
    const onItsWay = expect(deposit(first, 'b')).rejects.toBeInstanceOf(OutcomeUnknown);
    await pause(30);
    await admin.query('COMMIT');
    await onItsWay;
    expect(await insist(() => deposit(first, 'b'))).toMatchObject({ ok: true, seq: 6 });
    expect((await row()).epoch).toBe(3);
  });

  it('ENGN-061 a sequence number that is not its own stops a writer too', async () => {
    const first = await started('first');
    await deposit(first, 'x');
    await admin.query('UPDATE engine SET last_seq = last_seq + 1');
    await expect(deposit(first, 'y')).rejects.toBeInstanceOf(OutcomeUnknown);
    expect((await admin.query('SELECT amount::int FROM bank')).rows).toEqual([{ amount: 1 }]);
  });

  it('ENGN-062 a writer without work renews its lease, and notices when it has lost it', async () => {
    const first = await started('first');
    const before = (await row()).renewed_at as Date;
    await until(async () => ((await row()).renewed_at as Date) > before, 'renewed');
    await admin.query('UPDATE engine SET epoch = epoch + 1');
    await until(() => first.status.epoch === 3 && first.status.state === 'ready', 'taken again');
    expect(await deposit(first, 'x')).toMatchObject({ ok: true, seq: 1 });
  });

  it('ENGN-065 a writer keeps its lease while it loads', async () => {
    const check = async () => {
      const before = (await row()).renewed_at as Date;
      await until(async () => ((await row()).renewed_at as Date) > before, 'renewed');
      return { findings: [], isNewBase: false };
    };
    await bank.engine('slow', undefined, { check }).start();
    expect(await row()).toMatchObject({ epoch: 1, holder: 'slow' });
  });

  it('ENGN-065 a writer that has lost the realm while it loaded loads again', async () => {
    let isLost = false;
    const losing = (client: Client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      return Object.assign(client, {
        async query(...args: unknown[]) {
          const isOfIds = JSON.stringify(args[0]).includes('ids <>');
          if (isOfIds && !isLost) await admin.query('UPDATE engine SET epoch = epoch + 1');
          isLost ||= isOfIds;
          return query(...args);
        },
      });
    };
    const engine = bank.engine('loser', losing);
    await engine.start();
    expect(await row()).toMatchObject({ epoch: 3, holder: 'loser' });
    expect(bank.logged.map(({ text }) => text)).toContain('the realm was lost while it was loaded');
    expect(await deposit(engine, 'x')).toMatchObject({ ok: true, seq: 1 });
  });

  it('ENGN-063 of several that wait one gets it, and nobody takes it from that one', async () => {
    const first = await started('first');
    const others = ['b', 'c', 'd', 'e'].map(starting);
    await pause(150);
    first.halt('it hangs, and its connection stays');
    await letLeaseRunOut();
    const ready = () => others.filter((engine) => engine.status.state === 'ready');
    await until(() => ready().length > 0, 'one of them');
    await pause(200);
    expect(ready().length).toBe(1);
    expect((await row()).epoch).toBe(2);
    const [winner] = ready() as [Engine];
    await deposit(winner, 'x');
    // The engine that hung disconnects and releases its lock, which frees no realm that has a
    // writer.
    await first.stop();
    await pause(300);
    expect(ready()).toEqual([winner]);
    expect(await deposit(winner, 'y')).toMatchObject({ ok: true, seq: 2 });
    expect((await row()).epoch).toBe(2);
  });
});
