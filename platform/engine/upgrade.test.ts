import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainHash, type LogEntry, readLogLine } from './chain.ts';
import type { Engine } from './engine.ts';
import type { Turn } from './machine.ts';
import { BankMachine } from './testing/bank.ts';
import { type Bank, deposit, insist, openBank, until } from './testing/bank-engine.ts';
import { replayLog, verifyLog } from './verify.ts';

let bank: Bank;
let admin: Client;

beforeEach(async () => {
  bank = await openBank();
  admin = await bank.connect();
});
afterEach(() => bank.close());

/** The bank as a build had it that doubled every deposit. */
function generousBank(): BankMachine {
  const machine = new BankMachine();
  const { deposit: exact } = machine.rules;
  const twice = ({ account, amount }: { account: string; amount: number }, turn: Turn) =>
    exact({ account, amount: amount * 2 }, turn);
  return Object.assign(machine, { rules: { ...machine.rules, deposit: twice } });
}

async function started(build?: string, machine = () => new BankMachine()): Promise<Engine> {
  const machines = () => ({ bank: machine() });
  const engine = bank.engine('test', undefined, { build, machines });
  await engine.start();
  return engine;
}

async function entries(): Promise<LogEntry[]> {
  const { rows } = await admin.query('SELECT log FROM engine_batch ORDER BY first_seq');
  return rows.flatMap(({ log }) => log.split('\n').map(readLogLine));
}

/** Number and build of every upgrade in the log. */
async function upgrades(): Promise<[number, string][]> {
  const found = (await entries()).filter(([, , type]) => type === 'upgrade');
  return found.map(([seq, , , , , body]) => [seq, (body as { build: string }).build]);
}

function replay() {
  return replayLog(admin, { bank: new BankMachine() });
}

async function findings(): Promise<string[]> {
  const { findings: wrong } = await replay();
  return wrong.map(({ seq, what }) => `${seq} ${what}`);
}

describe('an upgrade', () => {
  it('ENGN-090 is the first command of a build, with itself and the hash of what it loaded', async () => {
    const first = await started('build 1');
    const empty = first.sequencer.stateHash();
    expect(await deposit(first, 'x')).toMatchObject({ ok: true, seq: 2 });
    const full = first.sequencer.stateHash();
    await first.stop();
    const second = await started('build 2');
    expect(await deposit(second, 'y')).toMatchObject({ seq: 4, value: { balance: 2 } });
    const log = (await entries()).filter(([, , type]) => type === 'upgrade');
    expect(log.map(([seq, , , , id, body, outcome]) => [seq, id, body, outcome])).toEqual([
      [1, null, { build: 'build 1', stateHash: empty }, {}],
      [3, null, { build: 'build 2', stateHash: full }, {}],
    ]);
    expect((await verifyLog(admin)).findings).toEqual([]);
  });

  it('ENGN-091 is not written by the build that wrote last, nor without a build', async () => {
    await (await started()).stop();
    expect(await upgrades()).toEqual([]);
    const engine = await started('build 1');
    await deposit(engine, 'x');
    await admin.query('SELECT pg_terminate_backend(backend) FROM engine');
    await until(() => engine.status.epoch === 3, 'loaded again');
    await insist(() => deposit(engine, 'x'));
    await engine.stop();
    await (await started('build 1')).stop();
    await (await started()).stop();
    expect(await upgrades()).toEqual([[1, 'build 1']]);
    await (await started('build 2')).stop();
    await (await started('build 1')).stop();
    expect(await upgrades()).toEqual([
      [1, 'build 1'],
      [3, 'build 2'],
      [4, 'build 1'],
    ]);
  });

  it('ENGN-092 is written once, whole, wherever the server is killed while it writes', async () => {
    const first = await started('build 0');
    await deposit(first, 'x');
    await first.stop();
    let statements = 0;
    for (const when of ['before', 'after']) {
      for (let at = 0; ; at += 1) {
        const build = `${when} ${at}`;
        const before = await upgrades();
        const wrap = (client: Client) => cutAt(client, at, when);
        const engine = bank.engine('cut', wrap, { build });
        const cut = await engine.start().then(
          () => false,
          () => true,
        );
        await engine.stop();
        const isWritten = (await upgrades()).length > before.length;
        if (cut) expect(isWritten).toBe(when === 'after' && at === statements - 1);
        expect(await findings()).toEqual([]);
        await (await started(build)).stop();
        expect((await upgrades()).slice(before.length).map(([, name]) => name)).toEqual([build]);
        expect(await findings()).toEqual([]);
        if (!cut) break;
        if (when === 'before') statements = at + 1;
      }
    }
    expect(statements).toBeGreaterThan(3);
    expect((await verifyLog(admin)).findings).toEqual([]);
  });

  it('ENGN-095 is sent by nobody but the engine and changes nothing', async () => {
    const engine = await started();
    const before = engine.sequencer.stateHash();
    const body = { build: 'mine', stateHash: '' };
    const sent = await engine.submit({ type: 'upgrade', actor: 1000, body });
    expect(sent).toMatchObject({ ok: false, refusal: 'notAllowed' });
    expect(engine.sequencer.stateHash()).toBe(before);
    expect((await verifyLog(admin)).findings).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});

/**
 * Kills the connection at the statement `at` of its upgrade: before the statement reaches the
 * database, or after it was executed and before its answer comes back.
 */
function cutAt(client: Client, at: number, when: string): Client {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let count = -1;
  const cut = async (...args: unknown[]) => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    if (text === 'BEGIN' || count >= 0) count += 1;
    if (count !== at) return query(...args);
    if (when === 'after') await query(...args);
    const { rows } = await admin.query('SELECT backend FROM engine');
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0].backend]);
    throw new Error('the connection is gone');
  };
  return Object.assign(client, { query: cut });
}

describe('checks after an upgrade', () => {
  /** Twice `amount` by the rules of an earlier build, tenfold by a migration, and two of today. */
  async function history(): Promise<string> {
    const earlier = await started('build 1', generousBank);
    await deposit(earlier, 'a', 'a', 5);
    await earlier.stop();
    await admin.query('UPDATE bank SET amount = amount * 10');
    const engine = await started('build 2');
    expect(await deposit(engine, 'b', 'a', 1)).toMatchObject({ seq: 4 });
    expect(await deposit(engine, 'c', 'b', 7)).toMatchObject({ seq: 5 });
    const hash = engine.sequencer.stateHash();
    await engine.stop();
    return hash;
  }

  it('ENGN-093 decide again from the last one on: what earlier builds decided is kept', async () => {
    const hash = await history();
    const visited: number[] = [];
    const { sequencer, from, ...report } = await replayLog(
      admin,
      { bank: new BankMachine() },
      (_, [seq]) => visited.push(seq),
    );
    expect(report.findings).toEqual([]);
    expect([from, visited]).toEqual([3, [3, 4, 5]]);
    expect(sequencer.machines.bank.balances.get('a')).toBe(101);
    const { rows } = await admin.query('SELECT head, last_seq FROM engine');
    expect([sequencer.head, sequencer.seq]).toEqual([rows[0].head, rows[0].last_seq]);
    expect(sequencer.stateHash()).toBe(hash);
    expect((await verifyLog(admin)).findings).toEqual([]);
  });

  it('ENGN-093 find a decision after it that was forged, its hashes made to fit', async () => {
    await history();
    const { rows } = await admin.query('SELECT first_seq, log, head FROM engine_batch ORDER BY 1');
    let head = '';
    for (const { first_seq, log } of rows) {
      const forged = first_seq === 4 ? log.replace('"balance":101', '"balance":900') : log;
      head = forged.split('\n').reduce(chainHash, head);
      const sql = 'UPDATE engine_batch SET log = $2, head = $3 WHERE first_seq = $1';
      await admin.query(sql, [first_seq, forged, head]);
    }
    await admin.query('UPDATE engine SET head = $1', [head]);
    expect((await verifyLog(admin)).findings).toEqual([]);
    const { findings: found } = await replay();
    const [logged, decided] = [{ balance: 900 }, { balance: 101 }];
    expect(found).toEqual([{ seq: 4, what: 'the outcome is another', logged, decided }]);
  });

  it.each([
    ['UPDATE demo_upgrade_3."bank.load" SET amount = 99', '3 the kept state is another'],
    ['DELETE FROM demo_upgrade_3."bank.load"', '3 the kept state is another'],
    ['DROP SCHEMA demo_upgrade_3 CASCADE', '3 the kept state cannot be loaded'],
    ['UPDATE engine SET upgrade_seq = 1', '1 the kept state cannot be loaded'],
    ['UPDATE engine SET upgrade_seq = 4', '4 is no upgrade'],
    ['UPDATE engine SET upgrade_seq = 9', '9 the upgrade is not in the log'],
  ])('ENGN-094 find what was changed: %s', async (sql, finding) => {
    await history();
    await admin.query(sql);
    expect((await findings())[0]).toContain(finding);
    if (sql.includes('engine')) {
      const what = 'the last upgrade is not that of the engine';
      expect((await verifyLog(admin)).findings).toEqual([{ seq: 3, what }]);
    }
  });
});
