import { expect, it } from 'vitest';
import type { Committed } from './commits.ts';
import type { FollowUp, Machine, Turn } from './machine.ts';
import { type Admit, openAdmission } from './precedence.ts';
import { BankMachine } from './testing/bank.ts';
import { type Bank, deposit, openBank } from './testing/bank-engine.ts';

/** A machine that goes on with what is left of its work; its commands may be refused. */
class Slow implements Machine {
  readonly name = 'slow';
  readonly tables = [];
  readonly writers = [];
  left = 0;
  /** The numbers of the commands by which it went on. */
  readonly pieces: number[] = [];
  readonly rules = {
    begin: ({ pieces }: { pieces: number }) => {
      this.left = pieces;
      return {};
    },
    goOn: (_: object, { seq }: Turn) => {
      if (this.left <= 0) return { refusal: 'nothingLeft' };
      this.left -= 1;
      this.pieces.push(seq);
      return {};
    },
  };
  followUp(): FollowUp | null {
    return this.left === 0 ? null : { type: 'goOn', actor: 92, body: {} };
  }
  async load(): Promise<void> {}
  takeFacts = () => [];
  digest(): void {}
  audit(): void {}
}

const begin = (pieces: number) => ({ type: 'begin', actor: 1, body: { pieces } });

async function withSlow(run: (bank: Bank, slow: Slow) => Promise<void>): Promise<void> {
  const bank = await openBank();
  const slow = new Slow();
  await run(bank, slow);
  await bank.close();
}

it('ENGN-201 an engine goes on with the work of a machine, a piece in each batch', () =>
  withSlow(async (bank, slow) => {
    const machines = () => ({ bank: new BankMachine(), slow });
    const engine = bank.engine('test', undefined, { machines });
    await engine.start();
    const batches: Committed[] = [];
    const decidedAhead: number[] = [];
    engine.onCommit((batch) => {
      batches.push(batch);
      decidedAhead.push(slow.pieces.filter((seq) => seq > batch.lastSeq).length);
    });
    await engine.submitAny(begin(20));
    const deposits = [1, 2, 3].map(async () => {
      await deposit(engine, undefined);
      return slow.left;
    });
    // Those that came meanwhile waited for no more than the piece on its way and the one decided.
    for (const left of await Promise.all(deposits)) expect(left).toBeGreaterThan(15);
    await engine.settled();
    expect(slow.left).toBe(0);
    const inEach = batches.map(
      ({ firstSeq, lastSeq }) =>
        slow.pieces.filter((seq) => seq >= firstSeq && seq <= lastSeq).length,
    );
    expect(Math.max(...inEach)).toBe(1);
    // The next is decided while one is written: neither the engine nor the database idles.
    expect(Math.max(...decidedAhead)).toBe(1);
  }));

it('ENGN-201 a machine that refuses the command that it asked for stops the engine', () =>
  withSlow(async (bank, slow) => {
    const engine = bank.engine('test', undefined, { machines: () => ({ slow }) });
    await engine.start();
    await engine.submitAny(begin(-1));
    await engine.settled();
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.status.state).toBe('halted');
  }));

it('ENGN-284 such a command waits for its turn, and is asked for again then', () =>
  withSlow(async (bank, slow) => {
    const turns: (() => void)[] = [];
    const admission: Admit = (load) => ({
      ...openAdmission(load),
      take: (submit) => new Promise((resolve) => turns.push(() => resolve(submit()))),
    });
    const engine = bank.engine('test', undefined, { machines: () => ({ slow }), admission });
    await engine.start();
    const nextTurn = async () => {
      await expect.poll(() => turns.length).toBe(1);
      turns.pop()?.();
    };
    const begun = engine.submitAny(begin(2));
    await nextTurn();
    await begun;
    await nextTurn();
    await expect.poll(() => turns.length).toBe(1);
    expect(slow.left).toBe(1);
    // Somebody else has ended the work: what was asked for before would be refused.
    slow.left = 0;
    await nextTurn();
    await engine.settled();
    expect(engine.status).toMatchObject({ state: 'ready', seq: 2 });
  }));
