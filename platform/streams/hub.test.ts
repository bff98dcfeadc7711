import { createDice } from '@assay/core/testing/dice';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { settableClock } from '../clock.ts';
import type { Publisher } from './hub.ts';
import {
  type Frame,
  type StreamBench,
  type StreamReader,
  sleep,
  startStreams,
} from './streams.suite.ts';

let bench: StreamBench;
afterEach(() => {
  vi.useRealTimers();
  return bench.stop();
});

/** A book like the product's: levels are set or removed, and deltas carry the changed levels. */
class Book {
  readonly levels = new Map<string, string>();
  publisher!: Publisher;

  snapshot(): [string, string][] {
    return [...this.levels].sort(([a], [b]) => Number(a) - Number(b));
  }

  change(price: string, quantity: string): void {
    if (quantity === '0') this.levels.delete(price);
    else this.levels.set(price, quantity);
    this.publisher.publish('book.BTCUSDT', (waiting: Record<string, string> | undefined) => ({
      ...waiting,
      [price]: quantity,
    }));
  }
}

function declareBook(everyMs: number, snapshot?: (book: Book) => unknown): Book {
  const book = new Book();
  book.publisher = bench.hub.declare(
    'real',
    'book',
    { everyMs },
    {
      snapshot: (name) =>
        name === 'book.BTCUSDT' ? (snapshot?.(book) ?? { levels: book.snapshot() }) : null,
    },
  );
  return book;
}

/** A reader's state after its frames; throws at a gap. */
function apply(frames: readonly Frame[]): { n: number; levels: [string, string][] } {
  let n = -1;
  let levels = new Map<string, string>();
  for (const frame of frames) {
    if (frame.kind === 'snapshot') {
      levels = new Map(frame.data.levels);
    } else {
      if (frame.n !== n + 1) throw new Error(`Gap: ${frame.n} after ${n}`);
      for (const [price, quantity] of Object.entries<string>(frame.data)) {
        if (quantity === '0') levels.delete(price);
        else levels.set(price, quantity);
      }
    }
    n = frame.n;
  }
  return { n, levels: [...levels].sort(([a], [b]) => Number(a) - Number(b)) };
}

describe('streams', () => {
  it('STRM-010 deltas applied to a snapshot give every later snapshot: 1,000 cuts', async () => {
    bench = await startStreams({ messagesPerSecond: 10_000, rejoinMs: 0 });
    const book = declareBook(5);
    const dice = createDice(20261120);
    const steady = await bench.reader();
    const joiner = await bench.reader();
    steady.subscribe('book.BTCUSDT');
    await steady.next((frame) => frame.kind === 'snapshot');
    for (let cut = 0; cut < 1000; cut++) {
      for (let i = dice.int(0, 6); i > 0; i--) {
        book.change(String(dice.int(1, 40)), String(dice.int(0, 3)));
      }
      if (dice.int(0, 2) === 0) await sleep(dice.int(0, 3));
      joiner.received.length = 0;
      joiner.subscribe('book.BTCUSDT');
      const snapshot = await joiner.next((frame) => frame.kind === 'snapshot');
      const upTo = (frame: Frame) => frame.kind !== undefined && frame.n === snapshot.n;
      await steady.next(upTo);
      const frames = steady.of('book.BTCUSDT');
      const at = apply(frames.filter((frame) => frame.n <= snapshot.n));
      expect(at).toEqual({ n: snapshot.n, levels: snapshot.data.levels });
    }
    expect(apply(steady.of('book.BTCUSDT')).n).toBeGreaterThan(300);
    expect(steady.of('book.BTCUSDT').filter((frame) => frame.kind === 'snapshot')).toHaveLength(1);
  });

  it('STRM-011 a promised snapshot is completed by the deltas sent in the meantime', async () => {
    bench = await startStreams();
    let give: () => void = () => undefined;
    const book = declareBook(0, async (own) => {
      const levels = own.snapshot();
      await new Promise<void>((resolve) => {
        give = resolve;
      });
      return { levels };
    });
    book.change('1', '1');
    const reader = await bench.reader();
    reader.subscribe('book.BTCUSDT');
    await reader.next((frame) => frame.op === 'ack');
    await sleep(20);
    book.change('2', '5');
    book.change('1', '0');
    give();
    await reader.next((frame) => frame.n === 2);
    expect(apply(reader.of('book.BTCUSDT')).levels).toEqual([['2', '5']]);
    book.change('3', '1');
    await reader.next((frame) => frame.n === 3);
    expect(apply(reader.of('book.BTCUSDT')).levels).toEqual(book.snapshot());
  });

  it('STRM-012 sends at most one delta per interval, and always the last change', async () => {
    bench = await startStreams();
    const book = declareBook(60);
    const reader = await bench.reader();
    reader.subscribe('book.BTCUSDT');
    await reader.next((frame) => frame.kind === 'snapshot');
    const read = () => reader.of('book.BTCUSDT').filter((frame) => frame.kind === 'delta');
    let changes = 0;
    while (read().length <= 8) {
      changes += 1;
      book.change('1', String(changes));
      await sleep(1);
    }
    // The last change comes by itself, without another one after it.
    await vi.waitFor(
      () => expect(apply(reader.of('book.BTCUSDT')).levels).toEqual(book.snapshot()),
      60_000,
    );
    const deltas = read();
    expect(deltas.length).toBeLessThanOrEqual(10);
    expect(changes).toBeGreaterThan(deltas.length);
    for (const [i, delta] of deltas.slice(1).entries()) {
      expect(delta.at - deltas[i]!.at).toBeGreaterThanOrEqual(58);
    }
  });

  it('STRM-013 asks a source once for many who join, and serialises a delta once', async () => {
    bench = await startStreams();
    let asked = 0;
    let serialised = 0;
    const counted = { toJSON: () => ({ times: ++serialised }) };
    const publisher = bench.hub.declare(
      'real',
      'tickers',
      { everyMs: 0 },
      {
        snapshot: () => {
          asked += 1;
          return {};
        },
      },
    );
    const readers = await Promise.all(Array.from({ length: 10 }, () => bench.reader()));
    for (const reader of readers) reader.subscribe('tickers');
    for (const reader of readers) await reader.next((frame) => frame.kind === 'snapshot');
    expect(asked).toBe(1);
    publisher.publish('tickers', counted);
    for (const reader of readers) {
      expect((await reader.next((frame) => frame.kind === 'delta')).data).toEqual({ times: 1 });
    }
    expect(publisher.hasReaders('tickers')).toBe(true);
    for (const reader of readers) reader.send({ op: 'unsubscribe', channel: 'tickers' });
    for (const reader of readers) await reader.next((frame) => frame.of === 'unsubscribe');
    expect(publisher.hasReaders('tickers')).toBe(false);
    expect(bench.hub.figures()).toEqual({ connections: 10, channels: 0, behind: 0 });
  });

  it('STRM-014 sends all readers a new snapshot when no delta reports the change', async () => {
    bench = await startStreams();
    const book = declareBook(0);
    const reader = await bench.reader();
    reader.subscribe('book.BTCUSDT');
    await reader.next((frame) => frame.kind === 'snapshot');
    book.levels.set('9', '9');
    book.publisher.renew();
    await reader.next((frame) => frame.kind === 'snapshot' && frame.data.levels.length === 1);
    book.change('8', '1');
    await reader.next((frame) => frame.kind === 'delta');
    expect(apply(reader.of('book.BTCUSDT')).levels).toEqual(book.snapshot());
  });

  it('STRM-020 shows private channels to their owner, in the realm of the session', async () => {
    bench = await startStreams();
    const { hub } = bench;
    const who: string[] = [];
    const source = (realm: string) => ({
      snapshot: (_name: string, reader: { userId: number | null }) => {
        who.push(`${realm} ${reader.userId}`);
        return { realm };
      },
    });
    const options = { everyMs: 0, private: true };
    const real = hub.declare('real', 'account', options, source('real'));
    const demo = hub.declare('demo', 'account', options, source('demo'));
    const anna = await bench.reader();
    anna.subscribe('account');
    expect((await anna.next((frame) => frame.op === 'error')).error).toBe('signIn');
    anna.send({ op: 'auth', token: 'nonsense' });
    await anna.next((frame) => frame.of === 'auth' && frame.error === 'signIn');
    anna.send({ op: 'auth', token: 'gone' });
    await anna.next((frame) => frame.of === 'auth' && frame.error === 'signedOut');
    anna.send({ op: 'auth', token: 'anna' });
    const ack = await anna.next((frame) => frame.of === 'auth' && frame.op === 'ack');
    expect(ack).toMatchObject({ realm: 'real', userId: 1000 });
    anna.subscribe('account');
    await anna.next((frame) => frame.kind === 'snapshot');
    const bob = await bench.reader();
    bob.send({ op: 'auth', token: 'bob' });
    await bob.next((frame) => frame.op === 'ack');
    bob.subscribe('account');
    expect((await bob.next((frame) => frame.kind === 'snapshot')).data.realm).toBe('demo');
    expect(who).toEqual(['real 1000', 'demo 1001']);
    real.publish('account', { for: 'anna' }, 1000);
    real.publish('account', { for: 'bob, but real' }, 1001);
    demo.publish('account', { for: 'bob' }, 1001);
    demo.publish('account', { for: 'anna, but demo' }, 1000);
    await bob.next((frame) => frame.kind === 'delta');
    await anna.next((frame) => frame.kind === 'delta');
    await sleep(50);
    expect(
      anna
        .of('account')
        .slice(1)
        .map((frame) => frame.data.for),
    ).toEqual(['anna']);
    expect(
      bob
        .of('account')
        .slice(1)
        .map((frame) => frame.data.for),
    ).toEqual(['bob']);
    expect(() => real.publish('account', {})).toThrow('say whose');
  });

  it('STRM-021 moves subscriptions to the realm of the session', async () => {
    bench = await startStreams();
    for (const realm of ['real', 'demo'] as const) {
      bench.hub.declare(realm, 'tickers', { everyMs: 0 }, { snapshot: () => ({ realm }) });
    }
    const reader = await bench.reader();
    reader.subscribe('tickers');
    expect((await reader.next((frame) => frame.kind === 'snapshot')).data.realm).toBe('real');
    reader.send({ op: 'auth', token: 'bob' });
    await reader.next((frame) => frame.data?.realm === 'demo');
  });

  it('STRM-022 closes the sockets of an ended session within a second', async () => {
    // No timer of the hub ever runs here: whatever closes them waits for none.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    bench = await startStreams();
    const own = await bench.reader();
    const other = await bench.reader();
    own.send({ op: 'auth', token: 'anna' });
    other.send({ op: 'auth', token: 'bob' });
    await own.next((frame) => frame.op === 'ack');
    await other.next((frame) => frame.op === 'ack');
    bench.authenticator.end('s-anna');
    expect(await own.closed).toBe(4001);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('STRM-030 drops deltas for a reader that does not read, and resynchronises it later', async () => {
    bench = await startStreams({ skipBytes: 64 * 1024 });
    const book = declareBook(0);
    const padding = 'x'.repeat(2000);
    const slow = await bench.reader();
    const quick = await bench.reader();
    for (const reader of [slow, quick]) {
      reader.subscribe('book.BTCUSDT');
      await reader.next((frame) => frame.kind === 'snapshot');
    }
    slow.socket.pause();
    for (let i = 0; i < 4000; i++) {
      book.change(String(i % 50), `${i}${padding}`);
      if (i % 100 === 0) await sleep(1);
    }
    await quick.next((frame) => frame.n === 4000);
    expect(bench.hub.figures().behind).toBe(1);
    const frames = quick.of('book.BTCUSDT');
    expect(apply(frames).levels).toEqual(book.snapshot());
    slow.socket.resume();
    await slow.next((frame) => frame.kind === 'snapshot' && frame.n === 4000);
    const kept = slow.of('book.BTCUSDT');
    expect(kept.length).toBeLessThan(4000);
    const fresh = kept.slice(kept.findLastIndex((frame) => frame.kind === 'snapshot'));
    expect(apply(fresh).levels).toEqual(book.snapshot());
    book.change('7', '7');
    await slow.next((frame) => frame.n === 4001);
    expect(bench.hub.figures().behind).toBe(0);
  });

  it('STRM-031 closes a reader that stays behind with 4008', async () => {
    bench = await startStreams({ skipBytes: 64 * 1024, behindMs: 400 });
    const publisher = bench.hub.declare(
      'real',
      'tickers',
      { everyMs: 0 },
      { snapshot: () => ({}) },
    );
    const slow = await bench.reader();
    slow.subscribe('tickers');
    await slow.next((frame) => frame.kind === 'snapshot');
    slow.socket.pause();
    const started = Date.now();
    const padding = 'x'.repeat(10_000);
    while (bench.hub.figures().behind === 0) {
      publisher.publish('tickers', padding);
      await sleep(0);
    }
    await expect.poll(() => bench.hub.figures()).toMatchObject({ connections: 0, behind: 0 });
    expect(Date.now() - started).toBeGreaterThan(400);
  });

  it('STRM-032 keeps to its limits: channels, messages, connections of a user and an address', async () => {
    const clock = settableClock(1_000_000);
    bench = await startStreams({ connectionsPerAddress: 8, channels: 3 }, clock);
    bench.hub.declare('real', 'book', { everyMs: 0 }, { snapshot: () => ({}) });
    const reader = await bench.reader();
    for (const name of ['A', 'B', 'C', 'D']) reader.subscribe(`book.${name}`);
    const error = await reader.next((frame) => frame.op === 'error');
    expect(error).toEqual({
      op: 'error',
      of: 'subscribe',
      channel: 'book.D',
      error: 'tooManyChannels',
    });
    clock.advance(1_000);
    for (let i = 0; i < 40; i++) reader.send({ op: 'ping' });
    expect(await reader.closed).toBe(4004);
    expect(reader.received.filter((frame) => frame.op === 'pong').length).toBeLessThanOrEqual(20);
    const mine = [];
    for (let i = 0; i < 6; i++) {
      const one = await bench.reader();
      one.send({ op: 'auth', token: 'anna' });
      mine.push(one);
    }
    expect(await mine[5]!.closed).toBe(4003);
    await mine[4]!.next((frame) => frame.op === 'ack');
    for (let i = 0; i < 3; i++) await bench.reader();
    await expect(bench.reader()).rejects.toThrow('429');
  });

  it('STRM-032 counts pings and pongs, which are answered or ignored at a cost', async () => {
    bench = await startStreams({}, settableClock(1_000_000));
    for (const control of ['ping', 'pong'] as const) {
      const reader = await bench.reader();
      for (let i = 0; i < 21; i += 1) reader.socket[control]();
      expect(await reader.closed).toBe(4004);
    }
  });

  it('STRM-036 a reader that joins again and again gets one snapshot a second', async () => {
    const clock = settableClock(1_000_000);
    bench = await startStreams({ rejoinMs: 200 }, clock);
    let made = 0;
    const source = {
      snapshot: () => {
        made += 1;
        return { made };
      },
    };
    const publisher = bench.hub.declare('real', 'dear', { everyMs: 0 }, source);
    const reader = await bench.reader();
    for (let i = 0; i < 6; i += 1) {
      reader.send({ op: 'subscribe', channel: 'dear' });
      reader.send({ op: 'unsubscribe', channel: 'dear' });
      reader.send({ op: 'subscribe', channel: 'dear' });
      publisher.publish('dear', {});
    }
    const handled = (of: StreamReader, count: number) =>
      vi.waitUntil(() => of.received.filter(({ op }) => op === 'ack').length === count, 60_000);
    await handled(reader, 18);
    expect(made).toBe(1);
    clock.advance(200);
    await reader.next((frame) => frame.kind === 'snapshot' && frame.data.made === 2);
    expect(made).toBe(2);
    // What waits is joined as it is by then, also when the others have left meanwhile.
    const other = await bench.reader();
    reader.send({ op: 'unsubscribe', channel: 'dear' });
    reader.send({ op: 'subscribe', channel: 'dear' });
    await handled(reader, 20);
    other.send({ op: 'subscribe', channel: 'dear' });
    other.send({ op: 'unsubscribe', channel: 'dear' });
    await handled(other, 2);
    clock.advance(200);
    await reader.next((frame) => frame.kind === 'snapshot' && frame.data.made === 4);
    publisher.publish('dear', { news: true });
    await reader.next((frame) => frame.kind === 'delta' && frame.data.news === true);
  });

  it('STRM-033 is not affected by a flood of nonsense', async () => {
    bench = await startStreams({ messagesPerSecond: 1000 });
    const book = declareBook(0);
    const nonsense: (string | object)[] = ['', '{', 'null', '[]', '7', '"x"', '{"op":"subscribe"}'];
    nonsense.push(
      { op: 'dance' },
      { op: 'subscribe', channel: '' },
      { op: 'subscribe', channel: 7 },
    );
    nonsense.push({ op: 'subscribe', channel: 'book.' }, { op: 'subscribe', channel: '../x' });
    for (const name of ['book.A-', 'book.-PERP', 'book.A-B-C', 'a-PERP']) {
      nonsense.push({ op: 'subscribe', channel: name });
    }
    nonsense.push(
      { op: 'subscribe', channel: '__proto__' },
      { op: 'auth', token: 'x'.repeat(300) },
    );
    nonsense.push({ op: 'subscribe', channel: 'x'.repeat(100) }, { op: ['ping'] });
    const reader = await bench.reader();
    for (const words of nonsense) reader.send(words);
    for (const name of ['book', 'book.NONE-PERP', 'nothing', 'book.a.b.c']) reader.subscribe(name);
    await reader.next((frame) => frame.channel === 'book.a.b.c' && frame.op === 'error');
    const errors = reader.received
      .map((frame) => frame.error)
      .filter((error) => error !== undefined);
    expect(errors.slice(0, nonsense.length)).toEqual(nonsense.map(() => 'malformed'));
    expect(errors.slice(nonsense.length)).toEqual(Array(4).fill('unknownChannel'));
    expect(bench.hub.figures().channels).toBe(0);
    const big = await bench.reader();
    big.send(`{"op":"ping","x":"${'x'.repeat(5000)}"}`);
    expect(await big.closed).toBe(1009);
    const binary = await bench.reader();
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect((await binary.next((frame) => frame.op === 'error')).error).toBe('malformed');
    reader.subscribe('book.BTCUSDT');
    book.change('1', '1');
    await reader.next((frame) => frame.kind !== undefined);
  });

  it('STRM-034 accepts our own pages and programs, and refuses other pages', async () => {
    bench = await startStreams();
    await bench.reader({ origin: bench.origin });
    await bench.reader();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      await expect(bench.reader({ origin })).rejects.toThrow('403');
    }
    await expect(bench.reader({ 'sec-fetch-site': 'cross-site' })).rejects.toThrow('403');
    const elsewhere = new WebSocket(bench.url.replace('/web/stream', '/other'));
    const refusal = new Promise((resolve) =>
      elsewhere.once('error', (err) => resolve(err.message)),
    );
    expect(await refusal).toContain('404');
  });

  it('STRM-035 closes connections with a code when the server stops', async () => {
    bench = await startStreams();
    const reader = await bench.reader();
    bench.hub.close();
    expect(await reader.closed).toBe(1001);
  });
});
