import { expect, it } from 'vitest';
import { Exclusions } from './exclusions.ts';
import type { Component, Verdict } from './rules/index.ts';

const part = (source: string, verdict: Verdict, price: bigint | null = 100n): Component => ({
  ...{ source, verdict, price, weight: 1, at: 5 },
});

it('FEED-130 quotes that were left out are counted by source and reason, and no used one is', () => {
  const exclusions = new Exclusions();
  const components = [part('a', 'used'), part('b', 'jump', 190n), part('c', 'stale', null)];
  exclusions.note('BTC-USDT', { price: 100n, components }, 1_000);
  exclusions.note('ETH-USDT', { price: null, components: [part('b', 'jump')] }, 2_000);
  expect(exclusions.counts()).toEqual([
    { source: 'b', reason: 'jump', count: 2, lastAt: 2_000 },
    { source: 'c', reason: 'stale', count: 1, lastAt: 1_000 },
  ]);
  const [latest, ...rest] = exclusions.examples();
  expect(latest).toEqual({
    ...{ at: 2_000, index: 'ETH-USDT', source: 'b', reason: 'jump' },
    ...{ price: 100n, indexPrice: null },
  });
  expect(rest.map(({ source, price }) => [source, price])).toEqual([
    ['b', 190n],
    ['c', null],
  ]);
});

it('FEED-131 examples are the latest of each reason: a frequent one hides no other', () => {
  const exclusions = new Exclusions();
  exclusions.note('BTC-USDT', { price: 1n, components: [part('a', 'crossed')] }, 1);
  for (let at = 2; at <= 1_000; at += 1) {
    exclusions.note('BTC-USDT', { price: 1n, components: [part('b', 'stale')] }, at);
  }
  const examples = exclusions.examples();
  expect(examples).toHaveLength(21);
  expect(examples[0]?.at).toBe(1_000);
  expect(examples.at(-1)).toMatchObject({ reason: 'crossed', at: 1 });
  expect(exclusions.counts()[0]).toMatchObject({ source: 'b', count: 999 });
});
