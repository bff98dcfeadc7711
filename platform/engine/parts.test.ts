import { createHash } from 'node:crypto';
import { BrokenInvariant } from '@assay/core/num/integer';
import { createDice } from '@assay/core/testing/dice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { packIds } from './batch.ts';
import { chainHash, LineWriter, type LogEntry, readLogLine, StateDigest } from './chain.ts';
import { CommandIndex, commandKey, hashOf, slotOf } from './command-index.ts';
import type { Machine } from './machine.ts';
import { Sequencer } from './sequencer.ts';
import { rowReader } from './store.ts';
import { integerArray } from './tables/integer-array.ts';
import { textArray } from './tables/text-array.ts';
import { BankMachine } from './testing/bank.ts';

describe('lines and hashes', () => {
  it('ENGN-040 a line is the JSON of its entry, on one line, and reads back as it was', () => {
    const body = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    const entry = fc.tuple(
      fc.nat(),
      fc.nat(),
      fc.string({ unit: 'binary' }),
      fc.maxSafeNat(),
      fc.option(fc.string({ unit: 'binary' })),
      body,
      body,
    );
    const writer = new LineWriter();
    fc.assert(
      fc.property(entry, fc.string(), (fields, previous) => {
        const plain = JSON.parse(JSON.stringify(fields)) as LogEntry;
        const head = previous ? chainHash('', previous) : '';
        const hash = writer.chain(head, plain);
        const line = writer.line.toString();
        expect(line).toBe(JSON.stringify(plain));
        expect(line).not.toContain('\n');
        expect(hash).toBe(chainHash(head, line));
        expect(writer.chain(head, plain, JSON.stringify(plain[5]))).toBe(hash);
        expect(writer.line.toString()).toBe(line);
        expect(JSON.stringify(readLogLine(line))).toBe(line);
      }),
      { numRuns: 500 },
    );
  });

  it('ENGN-040 a hash is SHA-256 over the one before, a line break and the line', () => {
    const one = createHash('sha256').update('\n[1]').digest('hex');
    expect(chainHash('', '[1]')).toBe(one);
    expect(chainHash(one, '[2]')).toBe(createHash('sha256').update(`${one}\n[2]`).digest('hex'));
    const digest = new StateDigest();
    for (const line of ['a', 'b']) digest.write(line);
    expect(digest.hex()).toBe(createHash('sha256').update('a\nb\n').digest('hex'));
  });
});

describe('the index of command ids', () => {
  it('ENGN-035 finds every command of a key, through growth, and none that was not added', () => {
    const dice = createDice(35);
    const index = new CommandIndex();
    const model = new Map<number, number[]>();
    for (let seq = 1; seq <= 20_000; seq += 1) {
      // One in ten has the key of another: what colliding ids look like.
      const key = dice.int(0, 9) === 0 ? dice.int(1, 500) : commandKey(seq % 7, `id-${seq}`);
      index.add(key, seq);
      model.set(key, [...(model.get(key) ?? []), seq]);
    }
    expect(index.count).toBe(20_000);
    for (const [key, seqs] of model)
      expect(index.candidates(key).toSorted((a, b) => a - b)).toEqual(seqs);
    for (let i = 0; i < 2000; i += 1) {
      const key = commandKey(99, `never-${i}`);
      expect(index.candidates(key)).toEqual(model.get(key) ?? []);
    }
  });

  it('ENGN-036 ids spread evenly over the segments, and over a segment of any size', () => {
    const keys = Array.from({ length: 64_000 }, (_, i) => commandKey(1000 + (i % 9), `order-${i}`));
    for (const bits of [8, 17, 24]) {
      const segments = new Int32Array(256);
      const sixteenths = new Int32Array(16);
      for (const key of keys) {
        const slot = slotOf(hashOf(key), bits);
        segments[hashOf(key) >>> 24] = (segments[hashOf(key) >>> 24] as number) + 1;
        sixteenths[slot >>> (bits - 4)] = (sixteenths[slot >>> (bits - 4)] as number) + 1;
      }
      // Six standard deviations around 250 and 4,000.
      expect(Math.max(...segments.map((n) => Math.abs(n - 250)))).toBeLessThan(95);
      expect(Math.max(...sixteenths.map((n) => Math.abs(n - 4_000)))).toBeLessThan(380);
    }
  });

  it('ENGN-035 keys are whole numbers of 53 bits that depend on owner and id', () => {
    const keys = new Set<number>();
    for (let actor = 1000; actor < 1100; actor += 1) {
      for (let i = 0; i < 500; i += 1) keys.add(commandKey(actor, `order-${i}`));
    }
    expect(keys.size).toBe(50_000);
    for (const key of keys) expect(Number.isSafeInteger(key) && key >= 0).toBe(true);
    const far = [1, 2 ** 32 + 1, 2 ** 33 + 1].map((actor) => commandKey(actor, 'x'));
    expect(new Set(far).size).toBe(3);
  });

  it('ENGN-035 the ids of a batch are 8 bytes of key and 4 of position each', () => {
    const commands = [
      { seq: 70, key: commandKey(5, 'a'), command: { id: 'a' } },
      { seq: 71, key: 0, command: {} },
      { seq: 73, key: commandKey(6, 'b'), command: { id: 'b' } },
    ];
    const bytes = packIds(commands, 70);
    expect(bytes.length).toBe(24);
    expect([bytes.readDoubleLE(0), bytes.readUInt32LE(8)]).toEqual([commandKey(5, 'a'), 0]);
    expect([bytes.readDoubleLE(12), bytes.readUInt32LE(20)]).toEqual([commandKey(6, 'b'), 3]);
  });
});

describe('rows as text', () => {
  it('ENGN-072 array literals arrive in the database as what they were', async () => {
    const db = await createTestDatabase();
    const same = <T>(value: T) => value;
    const dice = createDice(72);
    const odd = [
      '',
      'NULL',
      'null',
      '{}',
      '"',
      '\\',
      '\\"',
      ',',
      ' ',
      'ä',
      '💶',
      "'",
      '\n',
      'a,b',
      '{a}',
      '-1',
    ];
    for (let run = 0; run < 60; run += 1) {
      const texts = Array.from({ length: dice.int(0, 12) }, () => {
        if (dice.int(0, 9) === 0) return null;
        return Array.from({ length: dice.int(1, 4) }, () => dice.pick(odd)).join('');
      });
      const numbers = texts.map(() => BigInt(dice.int(-5, 5)) * 2n ** 60n);
      const flags = texts.map(() => dice.int(0, 1) === 1);
      const { rows } = await db.pool.query(
        `SELECT t, n::text, b FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS r (t, n, b)`,
        [textArray(texts), integerArray(numbers, same), integerArray(flags, same)],
      );
      expect(rows).toEqual(texts.map((t, i) => ({ t, n: String(numbers[i]), b: flags[i] })));
    }
    await db.drop();
  });
});

describe('reading', () => {
  it('ENGN-074 a table passes through memory piece by piece, each row once, whatever the size', async () => {
    const db = await createTestDatabase();
    const client = await db.connect();
    const read = async (count: number, piece?: number) => {
      const seen: number[] = [];
      const sql = `SELECT n FROM generate_series(1, ${count}) AS n`;
      await rowReader(client).each<{ n: number }>(sql, (row) => seen.push(row.n), piece);
      return seen;
    };
    for (const [count, piece] of [
      [0, 3],
      [1, 3],
      [3, 3],
      [7, 3],
      [20_001, undefined],
    ] as const) {
      expect(await read(count, piece)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    }
    // The connection is as it was before, also after a statement that fails.
    await expect(rowReader(client).each('SELECT 1 / 0', () => undefined)).rejects.toThrow('zero');
    expect(await read(2)).toEqual([1, 2]);
    await client.end();
    await db.drop();
  });
});

describe('a sequencer', () => {
  const machine = (name: string, type: string): Machine => ({
    name,
    rules: { [type]: () => ({}) },
    tables: [],
    writers: [],
    load: () => Promise.resolve(),
    takeFacts: () => [],
    digest: (write) => write(name),
    audit: () => undefined,
  });

  it('ENGN-011 has one machine for each type of command', () => {
    expect(() => new Sequencer({ a: machine('a', 'x'), b: machine('b', 'x') })).toThrow(
      'two machines serve x',
    );
    const two = new Sequencer({ a: machine('a', 'x'), b: machine('b', 'y') });
    // The engine's own command belongs to none of them.
    expect(two.commandTypes).toEqual(['upgrade', 'x', 'y']);
  });

  it('ENGN-010 hands a rule its number, a time that never goes back, and who sent it', () => {
    const turns: object[] = [];
    const noting = machine('a', 'y');
    const sequencer = new Sequencer({
      a: { ...noting, rules: { y: (_, turn) => ({ at: turns.push(turn) }) } },
    });
    for (const now of [10, 9, 12]) sequencer.decide('y', now, {}, now);
    expect(turns).toEqual([
      { seq: 1, at: 10, actor: 10 },
      { seq: 2, at: 10, actor: 9 },
      { seq: 3, at: 12, actor: 12 },
    ]);
  });

  it('ENGN-073 equal states have equal hashes, and any difference another', () => {
    const bank = () => new BankMachine();
    const send = (sequencer: Sequencer, account: string, amount: number) =>
      sequencer.decide('deposit', 1, { account, amount }, 0);
    const [one, two] = [new Sequencer({ bank: bank() }), new Sequencer({ bank: bank() })];
    expect(one.stateHash()).toBe(two.stateHash());
    for (const [account, amount] of [
      ['a', 1],
      ['b', 2],
    ] as const)
      send(one, account, amount);
    for (const [account, amount] of [
      ['b', 2],
      ['a', 1],
    ] as const)
      send(two, account, amount);
    expect(one.stateHash()).toBe(two.stateHash());
    send(two, 'b', 1);
    expect(one.stateHash()).not.toBe(two.stateHash());
    const named = [
      new Sequencer({ a: machine('a', 'x') }),
      new Sequencer({ b: machine('b', 'x') }),
    ];
    expect(named[0]!.stateHash()).not.toBe(named[1]!.stateHash());
  });

  it('ENGN-052 an audit goes over every machine and throws what it finds', () => {
    const bad = machine('a', 'x');
    bad.audit = () => {
      throw new BrokenInvariant('found');
    };
    expect(() => new Sequencer({ b: machine('b', 'y'), bad }).audit()).toThrow('found');
  });
});
