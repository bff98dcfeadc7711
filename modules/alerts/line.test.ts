import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lines } from './line.ts';
import { ALERT_KINDS, type AlertKind, fires } from './rules.ts';

interface Waiting {
  readonly alertId: number;
  readonly kind: AlertKind;
  readonly level: bigint;
}

type Step =
  | { readonly kind: AlertKind; readonly level: bigint }
  | { readonly remove: number }
  | { readonly price: bigint; readonly open: bigint | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...ALERT_KINDS), level: fc.bigInt(1n, 60n) }),
  fc.record({ remove: fc.nat(60) }),
  fc.record({ price: fc.bigInt(1n, 60n), open: fc.option(fc.bigInt(0n, 60n)) }),
);

it('ALRT-050 a price fires what a look at every alert would, whatever was set and removed', () => {
  const property = (loaded: number[], steps: Step[]) => {
    const lines = new Lines<Waiting>();
    const all = new Map<number, Waiting>();
    let made = 0;
    const make = (kind: AlertKind, level: bigint) => {
      made += 1;
      // Of a change the levels are parts per million: many are in reach of small prices.
      const alert = { alertId: made, kind, level: kind === 'change' ? level * 20_000n : level };
      all.set(made, alert);
      return alert;
    };
    lines.addAll(loaded.map((level) => make(ALERT_KINDS[level % 3] ?? 'above', BigInt(level + 1))));
    for (const one of steps) {
      if ('kind' in one) lines.add(make(one.kind, one.level));
      else if ('remove' in one) {
        const alert = all.get(one.remove);
        if (alert !== undefined) lines.remove(alert);
        all.delete(one.remove);
      } else {
        const expected = [...all.values()].filter((alert) => fires(alert, one.price, one.open));
        let looks = 0;
        const taken = lines.take((alert) => {
          looks += 1;
          return fires(alert, one.price, one.open);
        });
        const ids = (alerts: readonly Waiting[]) => alerts.map(({ alertId }) => alertId).toSorted();
        expect(ids(taken)).toEqual(ids(expected));
        expect(looks).toBeLessThanOrEqual(taken.length + ALERT_KINDS.length);
        for (const { alertId } of taken) all.delete(alertId);
      }
      expect(lines.size).toBe(all.size);
    }
  };
  const loaded = fc.array(fc.nat(59), { maxLength: 40 });
  fc.assert(fc.property(loaded, fc.array(step, { maxLength: 60 }), property), { numRuns: 500 });
});
