import { type Frame, sleep } from '@assay/platform/streams/streams.suite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { type Follower, Followers, load } from '../testing/books.suite.ts';
import { ccxtFollower } from '../testing/ccxt.suite.ts';
import { clients } from '../testing/clients.suite.ts';
import { Sockets } from './streams.suite.ts';

/**
 * Books kept by deltas, side by side: by every client, in its own cache where it has one, and on
 * raw sockets at both speeds. A longer run:
 * `IN_STEP_SECONDS=150 npx vitest run modules/trading-api/streams/in-step.test.ts`
 */
const IN_STEP_SECONDS = Number(process.env.IN_STEP_SECONDS ?? '5');
vi.setConfig({ testTimeout: 120_000 + IN_STEP_SECONDS * 1000, hookTimeout: 120_000 });

let api: TestApi;
let sockets: Sockets;
beforeAll(async () => {
  api = await startTestApi();
  sockets = new Sockets(api.origin);
  await api.demo.quote({ BTCUSDT: '60000' });
});
afterAll(async () => {
  sockets.close();
  await api.stop();
});

/** A socket that reads one stream. */
const plain = (stream: string): [string, Follower] => [
  stream,
  {
    streams: {
      depth: async (onEvent) => {
        const reader = await sockets.at(`/demo/ws/${stream}`);
        reader.socket.on('message', (text) => onEvent(JSON.parse(String(text))));
      },
    },
    end: () => undefined,
  },
];

it('TAPI-211 TAPI-252 each book is that of REST on every level, and nobody met a gap', async () => {
  const users = await api.demo.newUsers(4, { USDT: '10000000', BTC: '100' });
  const at = `${api.origin}/demo`;
  const followers = new Followers(api, [
    plain('btcusdt@depth'),
    plain('btcusdt@depth@100ms'),
    ['ccxt', ccxtFollower(at)],
    ...clients.map(([name, make]): [string, Follower] => [name, make(at)]),
  ]);
  // The market moves until everybody follows it and both snapshots are taken.
  let isTaken = false;
  const loading = load(api, users, IN_STEP_SECONDS * 1000, () => !isTaken);
  const snapshots: Frame[] = [];
  try {
    await followers.follow();
    snapshots.push(await followers.snapshot());
    await sleep(IN_STEP_SECONDS * 500);
    snapshots.push(await followers.snapshot());
  } finally {
    isTaken = true;
    await loading;
  }
  await followers.expectInStep(snapshots, false);
  expect(snapshots[1]?.lastUpdateId).toBeGreaterThan(snapshots[0]?.lastUpdateId);
  await followers.end();
});
