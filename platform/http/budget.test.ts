import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { Gate, GateFull } from './gate.ts';

describe('a budget', () => {
  it('HTTP-121 lets who has overdrawn it wait until it is filled up, and nobody else', () => {
    const budget = new Budget({ max: 1_000, perSecond: 100 });
    expect(budget.waitMs('a', 0)).toBe(0);
    budget.spend('a', 1_000, 0);
    expect(budget.waitMs('a', 0)).toBe(0);
    budget.spend('a', 50, 0);
    expect(budget.waitMs('a', 0)).toBe(500);
    expect(budget.waitMs('a', 250)).toBe(250);
    expect(budget.waitMs('a', 500)).toBe(0);
    expect(budget.waitMs('b', 0)).toBe(0);
    // It never holds more than its size, and time that goes back fills nothing.
    budget.spend('a', 2_000, 3_600_000);
    expect(budget.waitMs('a', 3_600_000)).toBe(10_000);
    expect(budget.waitMs('a', 0)).toBe(10_000);
  });
});

describe('a gate', () => {
  it('HTTP-120 runs so many at once of one key, the others in their order', async () => {
    const gate = new Gate(2, 3);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const run = (n: number, key = 'a') =>
      gate.run(key, async () => {
        started.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n;
      });
    const results = [1, 2, 3, 4, 5].map((n) => run(n));
    expect(started).toEqual([1, 2]);
    await expect(run(6)).rejects.toBeInstanceOf(GateFull);
    void run(7, 'b');
    expect(started).toEqual([1, 2, 7]);
    ends[0]?.();
    await expect(results[0]).resolves.toBe(1);
    expect(started).toEqual([1, 2, 7, 3]);
    for (let i = 1; i < 6; i += 1) {
      ends[i]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5]);
    expect(started).toEqual([1, 2, 7, 3, 4, 5]);
    expect(gate.run('a', () => 'at once')).toBe('at once');
  });

  it('HTTP-120 a failure gives its place on', async () => {
    const gate = new Gate(1, 1);
    const failing = gate.run('a', async () => {
      throw new Error('no');
    });
    const next = gate.run('a', async () => 'next');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
