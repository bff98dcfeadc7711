import { OWNER } from '@assay/core/ledger/owners';
import { indexSession } from '@assay/modules/feeds/rules';
import type { Rule } from '@assay/platform/engine/machine';
import { expect, it } from 'vitest';
import { MarketBoard, type TickerSource } from '../markets/board.ts';
import { ASSETS, MARKETS } from '../markets/listings.ts';
import { MarketsMachine } from '../markets/machine.ts';
import { createUdf } from './index.ts';

const NOW = 1_763_640_000_000;

/** The shipped markets; `computed`: of which the figures were asked, each time. */
function feed() {
  const machine = new MarketsMachine();
  const turn = { seq: 1, at: NOW, actor: OWNER.setup };
  for (const body of ASSETS) (machine.rules.listAsset as Rule)(body as never, turn);
  for (const body of MARKETS) (machine.rules.listMarket as Rule)(body as never, turn);
  const computed: string[] = [];
  const source: TickerSource = {
    kind: 'simulated',
    day: (market) => {
      computed.push(market);
      return null;
    },
    last: () => ({ price: '98750.25', at: NOW }),
    nextStage: () => null,
    session: (index) => indexSession(index, NOW),
    best: () => ({ bid: '', ask: '' }),
    index: () => undefined,
  };
  const board = new MarketBoard(() => machine, source);
  const reader = null as never;
  const udf = createUdf({
    ...{ prefix: '/udf/', exchange: 'Assay', realm: 'real', board, feed: { reader } },
  });
  const ask = async (path: string, query: string) => {
    const request = { method: 'GET', path, query, body: '', headers: {}, ip: '', now: NOW };
    return JSON.parse((await udf.answer(request))!.body);
  };
  return { ask, computed };
}

it('UDF-015 a search computes no figures, and quotes those of a market once, however it is named', async () => {
  const { ask, computed } = feed();
  const found = await ask('search', 'query=BTC&limit=100');
  expect(found[0]).toMatchObject({ symbol: 'BTCUSDT', exchange: 'Assay' });
  expect(found[0].description).toContain('simulated');
  expect(computed).toEqual([]);
  const names = ['BTCUSDT', 'btcusdt', 'Assay:BTCUSDT', 'x:btcusdt', 'NONE', 'ETHUSDT', 'BTCUSDT'];
  const { d } = await ask('quotes', `symbols=${names.join(',')}`);
  expect(d.map(({ s, n }: { s: string; n: string }) => `${s} ${n}`)).toEqual([
    ...Array(4).fill('ok BTCUSDT'),
    ...['error NONE', 'ok ETHUSDT', 'ok BTCUSDT'],
  ]);
  expect(computed).toEqual(['BTCUSDT', 'ETHUSDT']);
});
