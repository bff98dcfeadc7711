import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketFeesJob, originOf } from './parameters.ts';
import { startTestRealm, type TestRealm } from './testing/test-realm.ts';

let realm: TestRealm;
beforeAll(async () => {
  realm = await startTestRealm();
});
afterAll(() => realm.stop());

it('PARM-030 an engine has a published fee from its moment on, by one command, and not before', async () => {
  const { engine } = realm;
  const { markets } = engine.machines;
  const [first] = [...markets.markets()];
  const symbol = first!.rules.symbol;
  const version = {
    parameter: 'makerFee' as const,
    ...{ versionId: 7, subject: symbol, value: 1_234, before: 1_000 },
    ...{ reason: 'costs', signers: [1, 2], publishedAt: 50, takesEffectAt: 100 },
  };
  const job = marketFeesJob(
    engine,
    {
      versionAt: (parameter, subject, at) =>
        parameter === 'makerFee' && subject === symbol && at >= 100 ? version : null,
    },
    'demo',
  );
  const run = (at: number) => job.run(at, new AbortController().signal);
  const { makerFeePpm, takerFeePpm } = first!.rules;
  const seq = () => engine.status.seq;
  const before = seq();
  await run(99);
  expect([seq(), first!.rules.makerFeePpm]).toEqual([before, makerFeePpm]);
  await Promise.all([run(100), run(100)]);
  expect(first!.rules).toMatchObject({ makerFeePpm: 1_234, takerFeePpm });
  await run(101);
  expect(seq()).toBe(before + 1);
  expect(originOf(markets).value('makerFee', symbol)).toBe(1_234);
  expect(originOf(markets).value('makerFee', 'NOPE')).toBeNull();
  expect(originOf(markets).value('verificationHours', '')).toBe(24);
});
