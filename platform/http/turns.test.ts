import { describe, expect, it } from 'vitest';
import { GateFull } from './gate.ts';
import { Reading } from './reading.ts';
import { Turns } from './turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Turns by a clock that only work moves: a piece of work takes 3 ms of it. */
function startTurns() {
  let clock = 0;
  const turns = new Turns(() => clock);
  const done: string[] = [];
  const work = (name: string) => {
    clock += 3;
    done.push(name);
    return name;
  };
  return { turns, done, work };
}

describe('turns', () => {
  it('HTTP-150 a burst takes a few milliseconds of a turn, in order, and others come between', async () => {
    const { turns, done, work } = startTurns();
    const results = Array.from({ length: 7 }, (_, i) => turns.run(() => work(`read ${i}`)));
    setImmediate(() => done.push('order'));
    expect(done).toEqual(['read 0', 'read 1']);
    await nextTurn();
    expect(done).toEqual(['read 0', 'read 1', 'read 2', 'read 3', 'order']);
    await nextTurn();
    await nextTurn();
    expect(done.slice(5)).toEqual(['read 4', 'read 5', 'read 6']);
    expect(await Promise.all(results)).toEqual(results.map((_, i) => `read ${i}`));
    await nextTurn();
    expect(turns.run(() => work('alone'))).toBe('alone');
    // A failure takes its turn as well, and holds up nobody.
    expect(turns.run(() => work('second'))).toBe('second');
    const failing = turns.run((): string => {
      throw new Error(work('no'));
    });
    const after = turns.run(() => work('after'));
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('after');
  });
});

describe('reading', () => {
  it('HTTP-151 what is read is written in a turn of its own', async () => {
    const { turns, done, work } = startTurns();
    const reading = new Reading(undefined, turns);
    const reader = { account: null, network: 'a' };
    const reads = Array.from({ length: 3 }, (_, i) =>
      reading.run(
        reader,
        async () => i,
        (value) => work(`write ${value}`),
      ),
    );
    await Promise.resolve();
    await Promise.resolve();
    expect(done.length).toBeLessThanOrEqual(2);
    expect(await Promise.all(reads)).toEqual(['write 0', 'write 1', 'write 2']);
  });

  it('HTTP-152 networks take turns, and one with too many reads waiting is refused', async () => {
    const { turns, done, work } = startTurns();
    const reading = new Reading(undefined, turns);
    const ask = (network: string, n: number) =>
      reading.run(
        { account: null, network },
        () => work(`${network}${n}`),
        (value) => value,
      );
    const flood = Array.from({ length: 400 }, (_, i) => ask('a', i));
    const other = ask('b', 0);
    const refused = await Promise.allSettled(flood);
    expect(await other).toBe('b0');
    // Two are answered at once, six are in the line, and as many as may wait do.
    expect(done.indexOf('b0')).toBeLessThanOrEqual(8);
    const errors = refused.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(errors).toHaveLength(400 - 2 - 6 - 200);
    for (const error of errors) expect(error).toBeInstanceOf(GateFull);
  });
});
