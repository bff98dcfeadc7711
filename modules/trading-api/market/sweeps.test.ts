import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';

/** A tape of long sweeps: each trade of it is read for one row of an answer in hundreds. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SWEEPS = 60;
const EACH = 200;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const rules = api.trading.spot.demo.rules('BTCUSDT');
  await api.db.pool.query(
    `insert into demo.spot_trade (market, id, seq, at, ticks, lots, taker_side, taker_order,
       maker_order, taker_user, maker_user, taker_fee, maker_fee)
     select $1, n + 1, n / $2::int, n / $2::int, 1000, 1, 0, 1, 1, 1000, 1001, 0, 0
     from generate_series(0, $3::int) n`,
    [rules?.id, EACH, SWEEPS * EACH - 1],
  );
});
afterAll(() => api.stop());

const ask = async (query: string): Promise<{ f: number; l: number }[]> =>
  (await api.send('GET', '/api/v3/aggTrades', `symbol=BTCUSDT&limit=1000${query}`)).body;

it('TAPI-160 a request reads a few thousand rows, and answers with what is whole of them', async () => {
  const reads = vi.spyOn(api.db.pool, 'query');
  const last = await ask('');
  const first = await ask('&fromId=0');
  const rows = reads.mock.calls.filter(([query]) =>
    String((query as { name?: string }).name).startsWith('tape-'),
  );
  reads.mockRestore();
  expect(rows.length).toBeLessThanOrEqual(10);
  expect([last.at(-1), first[0]]).toMatchObject([{ l: SWEEPS * EACH }, { f: 1, l: EACH }]);
  for (const answer of [last, first]) {
    expect(answer.length).toBeGreaterThan(20);
    for (const { f, l } of answer) expect(l - f + 1).toBe(EACH);
  }
});

it('TAPI-160 pages of them have neither a gap nor a repetition', async () => {
  const ids: number[] = [];
  for (let from = 0; ; ) {
    const page = await ask(`&fromId=${from}`);
    if (page.length === 0) break;
    ids.push(...page.map(({ f }) => f));
    from = page.at(-1)!.f + 1;
  }
  expect(ids).toEqual(Array.from({ length: SWEEPS }, (_, i) => i * EACH + 1));
});
