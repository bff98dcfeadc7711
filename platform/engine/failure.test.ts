import { BrokenInvariant } from '@assay/core/num/integer';
import { createDice } from '@assay/core/testing/dice';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from './command.ts';
import type { Engine } from './engine.ts';
import { EngineUnavailable, OutcomeUnknown } from './status.ts';
import type { BankMachine } from './testing/bank.ts';
import { type Bank, deposit, insist, openBank, until } from './testing/bank-engine.ts';
import { cuttableLink } from './testing/cuttable-link.ts';
import { verifyLog } from './verify.ts';

let bank: Bank;
let admin: Client;

beforeEach(async () => {
  bank = await openBank();
  admin = await bank.connect();
});
afterEach(() => bank.close());

async function started(wrap?: (client: Client) => Client): Promise<Engine> {
  const engine = bank.engine('test', wrap);
  await engine.start();
  return engine;
}

async function stored(): Promise<Record<string, number>> {
  const { rows } = await admin.query('SELECT account, amount::int FROM bank ORDER BY account');
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
}

function inMemory(engine: Engine): Record<string, number> {
  const machine = engine.machines.bank as BankMachine;
  return Object.fromEntries([...machine.balances].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function terminate(): Promise<unknown> {
  return admin.query('SELECT pg_terminate_backend(backend) FROM engine');
}

/** Makes the next batch's statement fail as `fail` does; the connection stays. */
function failOnce(client: Client, fail: (run: () => Promise<unknown>) => Promise<unknown>): Client {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let failed = false;
  const changed = (...args: unknown[]) => {
    if (failed || (args[0] as { name?: string }).name !== 'batch') return query(...args);
    failed = true;
    return fail(() => query(...args));
  };
  return Object.assign(client, { query: changed });
}

/** Without lease renewals, which would find a broken connection too, but late. */
function withoutRenewals(client: Client): Client {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const changed = (...args: unknown[]) =>
    (args[0] as { text?: string }).text?.startsWith('UPDATE engine SET renewed_at')
      ? new Promise(() => {})
      : query(...args);
  return Object.assign(client, { query: changed });
}

describe('a commit that fails', () => {
  it('ENGN-050 is an unknown outcome: memory is loaded again, and the same id then gets the reply', async () => {
    let isFirst = true;
    // The first connection does not send its first batch; the second one is as it should be.
    const engine = await started((client) => {
      if (!isFirst) return client;
      isFirst = false;
      return failOnce(client, () => Promise.reject(new Error('the network is gone')));
    });
    const lost = deposit(engine, 'x');
    await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(deposit(engine, 'y')).rejects.toBeInstanceOf(EngineUnavailable);
    await until(() => engine.status.state === 'ready', 'ready again');
    expect(inMemory(engine)).toEqual({});
    expect(await deposit(engine, 'x')).toMatchObject({ ok: true, seq: 1, value: { balance: 1 } });
    expect(await stored()).toEqual({ a: 1 });
  });

  it('ENGN-050 that was made but not confirmed is found by its id, and not made twice', async () => {
    let isFirst = true;
    const engine = await started((client) => {
      if (!isFirst) return client;
      isFirst = false;
      return failOnce(client, async (run) => {
        await run();
        throw new Error('the answer got lost');
      });
    });
    let loads = 0;
    engine.onLoad(() => (loads += 1));
    await expect(deposit(engine, 'x')).rejects.toBeInstanceOf(OutcomeUnknown);
    const reply = await insist(() => deposit(engine, 'x'));
    expect(reply).toMatchObject({ ok: true, seq: 1, value: { balance: 1 } });
    expect([engine.status.seq, loads]).toEqual([1, 1]);
    expect(await stored()).toEqual({ a: 1 });
    expect(await deposit(engine, 'y')).toMatchObject({ seq: 2, value: { balance: 2 } });
  });

  it('ENGN-050 takes all that waited behind it along, and nothing of it is kept in memory', async () => {
    const engine = await started();
    await deposit(engine, 'before');
    await admin.query('BEGIN; SELECT * FROM engine FOR UPDATE');
    const waiting = [];
    for (let i = 0; i < 2500; i += 1)
      waiting.push(deposit(engine, `w${i}`).catch((error) => error));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await terminate();
    await admin.query('COMMIT');
    const results = await Promise.all(waiting);
    expect(results.every((result) => result instanceof OutcomeUnknown)).toBe(true);
    await until(() => engine.status.state === 'ready', 'ready again');
    expect(inMemory(engine)).toEqual({ a: 1 });
    expect(engine.status).toMatchObject({ seq: 1, waiting: 0 });
    const again = await Promise.all(
      Array.from({ length: 2500 }, (_, i) => deposit(engine, `w${i}`)),
    );
    expect(again.every((reply) => reply.ok)).toBe(true);
    expect(await stored()).toEqual({ a: 2501 });
  });

  it('ENGN-056 is noticed at once when the connection breaks while nothing is written', async () => {
    const engine = await started(withoutRenewals);
    const first = await deposit(engine, 'x');
    for (const epoch of [1, 2, 3]) {
      expect(engine.status).toMatchObject({ epoch, seq: 1 });
      await terminate();
      await until(() => engine.status.epoch === epoch + 1, 'loaded again');
      expect(await insist(() => deposit(engine, 'x'))).toEqual(first);
    }
  });

  it('ENGN-050 because the database refuses its rows leaves what was durable before', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    const bad = engine.submitAny({ type: 'breakRows', actor: 1, body: { how: 'reject' } });
    const beside = deposit(engine, 'y');
    await expect(bad).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(beside).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await insist(() => deposit(engine, 'y'))).toMatchObject({ ok: true, seq: 2 });
    expect(await stored()).toEqual({ a: 2 });
    expect((await verifyLog(admin)).findings).toEqual([]);
  });

  it('ENGN-054 because its rows cannot be made leaves no sender waiting, in a small batch or a full one', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    for (const size of [3, 1200]) {
      const waiting = Array.from({ length: size }, (_, n) =>
        n === 1
          ? engine.submitAny({ type: 'breakRows', actor: 1, body: { how: 'throw' } })
          : deposit(engine, undefined),
      );
      const ended = await Promise.allSettled(waiting);
      const reasons = ended.map((end) => (end.status === 'rejected' ? end.reason : null));
      // Of the full batch the rest was turned away while the engine loaded.
      const kinds = [OutcomeUnknown, EngineUnavailable];
      expect(reasons.every((reason) => kinds.some((kind) => reason instanceof kind))).toBe(true);
      await until(() => engine.status.state === 'ready', 'ready again');
      expect(inMemory(engine)).toEqual({ a: 1 });
    }
    expect(await deposit(engine, 'y')).toMatchObject({ ok: true, seq: 2 });
  });

  it('ENGN-051 at random moments under load loses nothing acknowledged and does nothing twice', async () => {
    const engine = await started();
    const dice = createDice(51);
    const acknowledged = new Map<string, AnyReply>();
    let running = true;
    const client = async (name: string) => {
      for (let n = 0; running; n += 1) {
        const id = `${name}-${n}`;
        const reply = await insist(() => deposit(engine, id, name));
        // One command of a client at a time: what it has is what it sent, lost or doubled nothing.
        expect(reply).toMatchObject({ ok: true, value: { balance: n + 1 } });
        acknowledged.set(id, reply);
      }
    };
    const clients = Array.from({ length: 8 }, (_, n) => client(`c${n}`));
    let kills = 0;
    for (let i = 0; i < 25; i += 1) {
      // However slow the machine is, some get through between two kills.
      await until(() => acknowledged.size > 4 * (i + 1), 'acknowledged');
      await new Promise((resolve) => setTimeout(resolve, dice.int(2, 40)));
      const before = engine.status.epoch;
      await terminate();
      kills += 1;
      await until(() => engine.status.epoch > before && engine.status.state === 'ready', 'back');
    }
    running = false;
    await Promise.all(clients);
    await engine.settled();
    expect(kills).toBe(25);
    expect(acknowledged.size).toBeGreaterThan(100);
    const totals: Record<string, number> = {};
    for (const id of acknowledged.keys()) {
      const name = id.split('-')[0] as string;
      totals[name] = (totals[name] ?? 0) + 1;
    }
    expect(await stored()).toEqual(totals);
    expect(inMemory(engine)).toEqual(totals);
    const { rows } = await admin.query('SELECT sum(amount)::int AS sum FROM bank_move');
    expect(rows[0].sum).toBe(acknowledged.size);
    const receipts = new Map([...acknowledged.values()].map(({ seq, hash }) => [seq, hash]));
    expect(await verifyLog(admin, receipts)).toMatchObject({ findings: [] });
    const other = await another(engine);
    for (const [id, reply] of acknowledged) {
      if (dice.int(0, 9) === 0) expect(await deposit(other, id, id.split('-')[0])).toEqual(reply);
    }
  });
});

/** Stops the engine and starts the next one. */
async function another(engine: Engine): Promise<Engine> {
  await engine.stop();
  return started();
}

describe('a broken invariant', () => {
  it('ENGN-052 stops the engine: nothing that is not durable is written, nothing more is taken', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    const beside = deposit(engine, 'y');
    const broken = engine.submitAny({ type: 'breakRule', actor: 1, body: { account: 'a' } });
    await expect(broken).rejects.toBeInstanceOf(BrokenInvariant);
    await expect(beside).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(engine.status.state).toBe('halted');
    await expect(deposit(engine, 'z')).rejects.toBeInstanceOf(EngineUnavailable);
    await engine.settled();
    expect(await stored()).toEqual({ a: 1 });
    // Stopped for good: not even a lost connection starts it again.
    await terminate();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(engine.status.state).toBe('halted');
    const next = await another(engine);
    expect(inMemory(next)).toEqual({ a: 1 });
    expect(await deposit(next, 'y')).toMatchObject({ ok: true, seq: 2 });
  });

  it('ENGN-052 lets a batch on its way commit: it was right, and its facts are published', async () => {
    const engine = await started();
    const published: number[] = [];
    engine.onCommit((batch) => published.push(batch.lastSeq));
    await admin.query('BEGIN; SELECT * FROM engine FOR UPDATE');
    const onItsWay = deposit(engine, 'x').catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const broken = engine.submitAny({ type: 'breakRule', actor: 1, body: { account: 'a' } });
    await expect(broken).rejects.toBeInstanceOf(BrokenInvariant);
    await admin.query('COMMIT');
    expect(await onItsWay).toBeInstanceOf(OutcomeUnknown);
    await until(() => published.length === 1, 'published');
    expect(await stored()).toEqual({ a: 1 });
    expect(await deposit(await another(engine), 'x')).toMatchObject({ ok: true, seq: 1 });
  });

  it('ENGN-052 is found by the audit of memory too, or reported from outside', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    engine.audit();
    const machine = engine.machines.bank as BankMachine;
    machine.balances.set('a', -1);
    expect(() => engine.audit()).toThrow(BrokenInvariant);
    expect(engine.status.state).toBe('halted');
    const next = await another(engine);
    next.halt('the tables do not match');
    expect(next.status.state).toBe('halted');
    await expect(deposit(next, 'y')).rejects.toBeInstanceOf(EngineUnavailable);
    expect(await stored()).toEqual({ a: 1 });
  });
});

describe('a database that does not answer', () => {
  it('ENGN-260 is not waited for: the outcome is unknown, the engine says why and loads again', async () => {
    const engine = bank.engine('test', undefined, { deadlineMs: 1_000 });
    await engine.start();
    await deposit(engine, 'x');
    await admin.query('BEGIN; LOCK TABLE engine_batch');
    const late = deposit(engine, 'y').catch((error) => error);
    await until(() => engine.status.commitWaitsMs > 100, 'a commit that waits');
    expect(await late).toBeInstanceOf(OutcomeUnknown);
    expect(engine.status).toMatchObject({ trouble: 'the database did not answer in time' });
    expect(engine.status.state).not.toBe('ready');
    await admin.query('ROLLBACK');
    await until(() => engine.status.state === 'ready', 'ready again');
    expect(engine.status).toMatchObject({ trouble: '', commitWaitsMs: 0 });
    expect(await deposit(engine, 'y')).toMatchObject({ ok: true, value: { balance: 2 } });
    expect(await stored()).toEqual({ a: 2 });
  });

  it('ENGN-260 nor is a connection that was dropped without a word, when it stops either', async () => {
    const link = await cuttableLink(bank.db.url);
    const engine = bank.engine('test', undefined, { deadlineMs: 1_000, connect: link.connect });
    await engine.start();
    await deposit(engine, 'x');
    link.silence();
    // A repeated id is looked up in memory; only a new command needs the database.
    expect(await deposit(engine, 'x')).toMatchObject({ ok: true, seq: 1 });
    await expect(deposit(engine, 'y')).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(engine.status).toMatchObject({ state: 'recovering' });
    link.open();
    await until(() => engine.status.state === 'ready', 'ready again');
    expect(await deposit(engine, 'y')).toMatchObject({ ok: true, value: { balance: 2 } });
    link.silence();
    await engine.stop();
    link.close();
  });

  it('ENGN-261 a log that cannot be read leaves the outcome of a repeated id unknown', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    await engine.stop();
    const next = bank.engine('next', undefined, { deadlineMs: 1_000 });
    await next.start();
    await admin.query('BEGIN; LOCK TABLE engine_batch');
    await expect(deposit(next, 'x')).rejects.toBeInstanceOf(OutcomeUnknown);
    await admin.query('ROLLBACK');
    expect(await insist(() => deposit(next, 'x'))).toMatchObject({ ok: true, seq: 1 });
  });
});

describe('an engine that is not ready', () => {
  it('ENGN-053 takes nothing before it has started, nor after it was stopped', async () => {
    const engine = bank.engine();
    await expect(deposit(engine, 'x')).rejects.toBeInstanceOf(EngineUnavailable);
    await engine.start();
    await engine.stop();
    await engine.stop();
    await expect(deposit(engine, 'x')).rejects.toBeInstanceOf(EngineUnavailable);
    expect(await stored()).toEqual({});
  });

  it('ENGN-053 stays stopped when it was stopped while it started', async () => {
    const engine = bank.engine('late', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      const slow = async (...args: unknown[]) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return query(...args);
      };
      return Object.assign(client, { query: slow });
    });
    const starting = engine.start();
    await new Promise((resolve) => setTimeout(resolve, 25));
    await engine.stop();
    await expect(starting).rejects.toThrow();
    expect(engine.status.state).toBe('stopped');
    await expect(deposit(engine, 'x')).rejects.toBeInstanceOf(EngineUnavailable);
    // The stopped engine left no lease: the next one need not wait until it has run out.
    await admin.query(`UPDATE engine SET renewed_at = clock_timestamp() + interval '1 hour'`);
    await started();
  });

  it('ENGN-055 leaves no connection behind when it cannot load, and loads when it can', async () => {
    const engine = await started();
    await deposit(engine, 'x');
    const count = async () => {
      const { rows } = await admin.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()`,
      );
      return rows[0].n as number;
    };
    const before = await count();
    await admin.query('ALTER TABLE bank RENAME TO bank_away');
    await terminate();
    await until(() => bank.logged.some(({ text }) => text.includes('trying again')), 'a try');
    await admin.query('ALTER TABLE bank_away RENAME TO bank');
    await until(() => engine.status.state === 'ready', 'ready again');
    // The backend of a connection that was closed is there for a moment longer.
    await until(async () => (await count()) <= before, 'as few connections as before');
    expect(await deposit(engine, 'y')).toMatchObject({ ok: true, seq: 2 });
  });
});
