import { createDice, type Dice } from '@assay/core/testing/dice';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainHash, readLogLine } from './chain.ts';
import { BankMachine } from './testing/bank.ts';
import { type Bank, deposit, openBank } from './testing/bank-engine.ts';
import { replayLog, verifyLog } from './verify.ts';

let bank: Bank;
let client: Client;
let hash: string;
const receipts = new Map<number, string>();

/** Two epochs, a dozen batches of different sizes, some commands with ids, some refused. */
beforeAll(async () => {
  bank = await openBank();
  client = await bank.connect();
  const dice = createDice(4);
  for (const holder of ['first', 'second']) {
    const engine = bank.engine(holder);
    await engine.start();
    for (let batch = 0; batch < 6; batch += 1) {
      bank.now += dice.int(0, 50);
      const commands = Array.from({ length: dice.int(1, 9) }, (_, n) => {
        const id = dice.int(0, 1) === 0 ? `${holder}-${batch}-${n}` : undefined;
        return deposit(engine, id, `acc${n % 3}`, dice.int(-1, 9));
      });
      for (const { seq, hash: head } of await Promise.all(commands)) receipts.set(seq, head);
    }
    hash = engine.sequencer.stateHash();
    await engine.stop();
  }
  await client.query(
    'CREATE TABLE kept_batch AS TABLE engine_batch; CREATE TABLE kept AS TABLE engine',
  );
});
afterAll(() => bank.close());

async function restore(): Promise<void> {
  await client.query(`DELETE FROM engine_batch; DELETE FROM engine; INSERT INTO engine_batch TABLE kept_batch;
                      INSERT INTO engine TABLE kept`);
}

interface Batch {
  first_seq: number;
  last_seq: number;
  epoch: number;
  at: number;
  head: string;
  ids: Buffer;
  log: string;
}

async function batches(): Promise<Batch[]> {
  return (await client.query('SELECT * FROM engine_batch ORDER BY first_seq')).rows;
}

/** Applies what somebody with the database's password might do, and puts everything back. */
async function tampered(edit: () => Promise<unknown>, known = new Map<number, string>()) {
  await edit();
  try {
    return (await verifyLog(client, known)).findings;
  } finally {
    await restore();
  }
}

function set(batch: Batch, column: keyof Batch, value: unknown): Promise<unknown> {
  const sql = `UPDATE engine_batch SET ${column} = $2 WHERE first_seq = $1`;
  return client.query(sql, [batch.first_seq, value]);
}

function insert(batch: Batch): Promise<unknown> {
  const { first_seq, last_seq, epoch, at, head, ids, log } = batch;
  return client.query('INSERT INTO engine_batch VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    first_seq,
    last_seq,
    epoch,
    at,
    head,
    ids,
    log,
  ]);
}

/** Replaces one character of the text. */
function corrupt(text: string, dice: Dice): string {
  const at = dice.int(0, text.length - 1);
  const other = text[at] === '1' ? '2' : '1';
  return text.slice(0, at) + other + text.slice(at + 1);
}

function corruptBytes(bytes: Buffer, dice: Dice): Buffer {
  if (bytes.length === 0) return Buffer.from([1]);
  const corrupted = Buffer.from(bytes);
  const at = dice.int(0, corrupted.length - 1);
  corrupted[at] = (corrupted[at] as number) ^ (1 << dice.int(0, 7));
  return corrupted;
}

/** One random change to one row, one row less, or one more. */
async function randomEdit(dice: Dice): Promise<string> {
  const all = await batches();
  const batch = dice.pick(all);
  const kind = dice.pick([
    'log',
    'log',
    'log',
    'head',
    'ids',
    'at',
    'first',
    'last',
    'epoch',
    'delete',
    'insert',
    'lines',
    'swap',
  ]);
  if (kind === 'log') await set(batch, 'log', corrupt(batch.log, dice));
  if (kind === 'head') await set(batch, 'head', corrupt(batch.head, dice));
  if (kind === 'ids') await set(batch, 'ids', corruptBytes(batch.ids, dice));
  if (kind === 'at') await set(batch, 'at', batch.at + dice.pick([-1, 1, 1000]));
  if (kind === 'first') await set(batch, 'first_seq', batch.first_seq + 1000);
  if (kind === 'last') await set(batch, 'last_seq', batch.last_seq + dice.pick([-1, 1]));
  if (kind === 'epoch') await set(batch, 'epoch', dice.pick([0, batch.epoch === 2 ? 1 : 2, 9]));
  if (kind === 'delete')
    await client.query('DELETE FROM engine_batch WHERE first_seq = $1', [batch.first_seq]);
  if (kind === 'insert') {
    const last = all.at(-1) as Batch;
    const first = dice.pick([last.last_seq + 1, batch.first_seq + 500, 0]);
    await insert({
      ...batch,
      first_seq: first,
      last_seq: first + batch.last_seq - batch.first_seq,
    });
  }
  if (kind === 'lines') {
    const lines = batch.log.split('\n');
    lines.splice(
      dice.int(0, lines.length - 1),
      1,
      ...(dice.int(0, 1) === 0 ? [] : [lines[0]!, lines[0]!]),
    );
    await set(batch, 'log', lines.join('\n'));
  }
  if (kind === 'swap') {
    const other = all[(all.indexOf(batch) + 1) % all.length] as Batch;
    await set(batch, 'log', other.log);
    await set(other, 'log', batch.log);
  }
  return kind;
}

describe('the log', () => {
  it('ENGN-042 is found as it was written, and every receipt matches its command', async () => {
    const report = await verifyLog(client, receipts);
    const { rows } = await client.query('SELECT head, last_seq FROM engine');
    expect(report).toMatchObject({ findings: [], batches: 12, commands: rows[0].last_seq });
    expect(report.head).toBe(rows[0].head);
    expect(receipts.size).toBe(rows[0].last_seq);
  });

  it('ENGN-043 every change, every removed and every inserted row is found', async () => {
    const dice = createDice(43);
    const tried = new Map<string, number>();
    for (let i = 0; i < 250; i += 1) {
      let kind = '';
      const findings = await tampered(async () => {
        kind = await randomEdit(dice);
      });
      // An epoch is not in the chain: only one that is out of order, or never was, shows.
      tried.set(kind, (tried.get(kind) ?? 0) + 1);
      const { rows } = await client.query('SELECT count(*)::int AS n FROM engine_batch');
      expect(rows[0].n).toBe(12);
      if (kind !== 'epoch') expect(findings, `${kind}, edit ${i}`).not.toEqual([]);
    }
    expect(tried.size).toBe(11);
  }, 300_000);

  it('ENGN-043 shows an epoch that goes back, that none ever had, or that is above the engine’s', async () => {
    const [first, second] = (await batches()) as [Batch, Batch];
    expect(await tampered(() => set(second, 'epoch', 0))).not.toEqual([]);
    expect(await tampered(() => set(first, 'epoch', 2))).not.toEqual([]);
    const last = (await batches()).at(-1) as Batch;
    expect(await tampered(() => set(last, 'epoch', 3))).not.toEqual([]);
  });

  it('ENGN-043 shows a row of the engine that does not fit, and an end that is cut off', async () => {
    for (const change of [
      `head = repeat('0', 64)`,
      'last_seq = last_seq - 1',
      'last_at = last_at + 1',
    ]) {
      expect(await tampered(() => client.query(`UPDATE engine SET ${change}`))).not.toEqual([]);
    }
    const last = (await batches()).at(-1) as Batch;
    const cut = () =>
      client.query('DELETE FROM engine_batch WHERE first_seq = $1', [last.first_seq]);
    expect(await tampered(cut)).not.toEqual([]);
  });

  it('ENGN-043 a rewritten end with matching hashes and head is found by a receipt', async () => {
    const all = await batches();
    const [before, last] = all.slice(-2) as [Batch, Batch];
    const forge = async () => {
      const lines = last.log.split('\n').map((line) => {
        const [seq, at, type, actor, id, , outcome] = readLogLine(line);
        const body = { account: 'thief', amount: 9 };
        return JSON.stringify([seq, at, type, actor, id, body, outcome]);
      });
      const head = lines.reduce(chainHash, before.head);
      await set(last, 'log', lines.join('\n'));
      await set(last, 'head', head);
      await client.query('UPDATE engine SET head = $1', [head]);
    };
    expect(await tampered(forge)).toEqual([]);
    const findings = await tampered(forge, receipts);
    expect(findings[0]).toEqual({ seq: last.first_seq, what: 'a receipt has another hash' });
    const cut = async () => {
      await client.query('DELETE FROM engine_batch WHERE first_seq = $1', [last.first_seq]);
      await client.query('UPDATE engine SET head = $1, last_seq = $2, last_at = $3', [
        before.head,
        before.last_seq,
        before.at,
      ]);
    };
    expect(await tampered(cut)).toEqual([]);
    const missing = { seq: last.first_seq, what: 'a command that has a receipt is not there' };
    expect((await tampered(cut, receipts))[0]).toEqual(missing);
  });

  it('ENGN-044 decided again from the first command on gives the same outcomes, head and state', async () => {
    let visited = 0;
    const { sequencer, findings } = await replayLog(
      client,
      { bank: new BankMachine() },
      (_, [seq]) => {
        visited += 1;
        expect(seq).toBe(visited);
      },
    );
    const { rows } = await client.query('SELECT head, last_seq FROM engine');
    expect(findings).toEqual([]);
    expect([sequencer.head, sequencer.seq, sequencer.stateHash()]).toEqual([
      rows[0].head,
      rows[0].last_seq,
      hash,
    ]);
  });

  it('ENGN-044 shows an outcome that the rules do not give, although the hashes were made to fit', async () => {
    const all = await batches();
    const batch = all.find(({ log }) => log.includes('"balance"')) as Batch;
    const seq =
      batch.first_seq + batch.log.split('\n').findIndex((line) => line.includes('"balance"'));
    let head = '';
    for (const each of all) {
      const lines = each.log.split('\n');
      if (each === batch) {
        const at = seq - batch.first_seq;
        lines[at] = (lines[at] as string).replace(/"balance":\d+/, '"balance":1000000');
      }
      head = lines.reduce(chainHash, head);
      await set(each, 'log', lines.join('\n'));
      await set(each, 'head', head);
    }
    await client.query('UPDATE engine SET head = $1', [head]);
    expect((await verifyLog(client)).findings).toEqual([]);
    const { findings } = await replayLog(client, { bank: new BankMachine() });
    await restore();
    expect(findings.map((finding) => finding.seq)).toEqual([seq]);
    expect(findings[0]?.logged).toEqual({ balance: 1_000_000 });
  });
});
