import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketTermsJob, originOf } from './parameters.ts';
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
    withdrawn: null,
  };
  const job = marketTermsJob(
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

it('PARM-050 MRKT-082 an engine has published limits from their moment on, in both its rules and its listing', async () => {
  const { engine } = realm;
  const { markets } = engine.machines;
  const [, second] = [...markets.markets()];
  const symbol = second!.rules.symbol;
  const values: Readonly<Record<string, number>> = {
    ...{ minNotional: 1_250_000_000, priceWarning: 30_000 },
    ...{ bidBandUp: 2_000_000, bidBandDown: 500_000, askBandUp: 3_000_000, askBandDown: 400_000 },
  };
  const names = Object.keys(values);
  const before = { ...second!.rules };
  const job = marketTermsJob(
    engine,
    {
      versionAt: (parameter, subject, at) =>
        parameter in values && subject === symbol && at >= 100
          ? {
              ...{ parameter, subject, value: values[parameter]!, before: 1, withdrawn: null },
              ...{ versionId: 20 + names.indexOf(parameter), reason: 'safety', signers: [1, 2] },
              ...{ publishedAt: 50, takesEffectAt: 100 },
            }
          : null,
    },
    'demo',
  );
  const run = (at: number) => job.run(at, new AbortController().signal);
  const seq = engine.status.seq;
  await run(99);
  expect(second!.rules).toEqual(before);
  await Promise.all([run(100), run(100), run(101)]);
  expect(engine.status.seq).toBe(seq + 1);
  const bands = { bidUpPpm: 2_000_000, bidDownPpm: 500_000, askUpPpm: 3_000_000 };
  const changed = { ...bands, askDownPpm: 400_000, priceWarningPpm: 30_000 };
  expect(second!.rules).toEqual({ ...before, ...changed, minNotional: 1_250_000_000 });
  expect(second!.listing).toMatchObject({ minNotional: '12.5', askMultiplierDownPpm: 400_000 });
  for (const name of names) {
    expect(originOf(markets).value(name as 'minNotional', symbol)).toBe(values[name]);
  }
  expect(originOf(markets).value('supportOpen', '')).toBe(3);
  expect(originOf(markets).value('supportOpen', symbol)).toBeNull();
  realm.audit();
});
