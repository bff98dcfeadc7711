import { describe, expect, it } from 'vitest';
import { type SocketLike, StreamClient, type StreamSurroundings } from './client.ts';

/** A socket, a clock and timers that the test controls. */
function setUp() {
  interface FakeSocket extends SocketLike {
    readyState: number;
    readonly sent: { op: string; channel?: string }[];
    closed: boolean;
  }
  const sockets: FakeSocket[] = [];
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  let ended = 0;
  const around: StreamSurroundings = {
    sessionEnded: () => void ended++,
    open() {
      const socket = {
        sent: [] as { op: string; channel?: string }[],
        closed: false,
        onopen: null,
        onmessage: null,
        onclose: null,
        readyState: 1,
        send(text: string) {
          if (this.readyState !== 1) throw new Error('the socket is closing');
          this.sent.push(JSON.parse(text));
        },
        close() {
          this.closed = true;
        },
      };
      sockets.push(socket);
      return socket;
    },
    now: () => now,
    random: () => 0.5,
    later(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        const index = timers.indexOf(timer);
        if (index >= 0) timers.splice(index, 1);
      };
    },
  };
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers.splice(timers.indexOf(due), 1);
      now = due.at;
      due.run();
    }
    now = end;
  };
  const client = new StreamClient(around);
  const receive = (message: object) => {
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) });
  };
  return { client, sockets, pass, receive, now: () => now, ended: () => ended };
}

function recorder() {
  const seen: string[] = [];
  return {
    seen,
    snapshot: (data: unknown) => void seen.push(`snapshot ${data}`),
    delta: (data: unknown) => void seen.push(`delta ${data}`),
  };
}

describe('the stream client', () => {
  it('UI-060 delivers a snapshot and the deltas after it, in order and once', () => {
    const { client, sockets, pass, receive } = setUp();
    const reader = recorder();
    client.subscribe('book.BTCUSDT', reader);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    const channel = 'book.BTCUSDT';
    receive({ channel, kind: 'delta', n: 4, data: 'early' });
    receive({ channel, kind: 'snapshot', n: 5, data: 'a' });
    receive({ channel, kind: 'delta', n: 5, data: 'old' });
    receive({ channel, kind: 'delta', n: 6, data: 'b' });
    expect(reader.seen).toEqual(['snapshot a', 'delta b']);
  });

  it('UI-061 resubscribes on a gap and delivers nothing from after it', () => {
    const { client, sockets, pass, receive } = setUp();
    const reader = recorder();
    client.subscribe('tickers', reader);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    receive({ channel: 'tickers', kind: 'snapshot', n: 1, data: 'a' });
    receive({ channel: 'tickers', kind: 'delta', n: 3, data: 'lost one' });
    receive({ channel: 'tickers', kind: 'delta', n: 4, data: 'late' });
    pass(1000);
    const subscriptions = sockets[0]?.sent.filter((message) => message.op === 'subscribe');
    expect(subscriptions).toHaveLength(2);
    receive({ channel: 'tickers', kind: 'snapshot', n: 9, data: 'b' });
    expect(reader.seen).toEqual(['snapshot a', 'snapshot b']);
  });

  it('UI-062 sends nothing into a connection that closes, and all of it into the next one', () => {
    const { client, sockets, pass } = setUp();
    client.subscribe('tickers', recorder());
    client.start(null);
    const [first] = sockets;
    first?.onopen?.();
    pass(500);
    const before = first?.sent.length;
    if (first) first.readyState = 2;
    client.subscribe('book.BTCUSDT', recorder());
    pass(500);
    expect(first?.sent).toHaveLength(before ?? -1);
    first?.onclose?.({ code: 1006 });
    pass(5_000);
    sockets[1]?.onopen?.();
    pass(1_000);
    const subscribed = sockets[1]?.sent.flatMap(({ channel }) => channel ?? []);
    expect(subscribed).toEqual(['tickers', 'book.BTCUSDT']);
  });

  it('UI-062 reconnects after growing pauses and restarts every channel', () => {
    const { client, sockets, pass } = setUp();
    client.subscribe('tickers', recorder());
    client.start(null);
    sockets[0]?.onopen?.();
    pass(500);
    expect(sockets[0]?.sent.map((message) => message.op)).toEqual(['subscribe', 'ping']);
    sockets[0]?.onclose?.({ code: 1006 });
    expect(client.status).toMatchObject({ state: 'waiting', attempt: 1 });
    pass(750);
    expect(sockets).toHaveLength(2);
    sockets[1]?.onclose?.({ code: 1006 });
    expect(client.status.attempt).toBe(2);
    pass(750);
    expect(sockets).toHaveLength(2);
    pass(750);
    expect(sockets).toHaveLength(3);
    sockets[2]?.onopen?.();
    pass(500);
    expect(client.status).toMatchObject({ state: 'open', attempt: 0 });
    expect(sockets[2]?.sent.map((message) => message.op)).toEqual(['subscribe', 'ping']);
  });

  it('UI-063 treats a silent connection as dead and measures latency and clock skew', () => {
    const { client, sockets, pass, receive, now } = setUp();
    client.start(null);
    sockets[0]?.onopen?.();
    pass(40);
    receive({ op: 'pong', at: now() + 1000 - 20 });
    expect(client.status).toMatchObject({ latencyMs: 40, skewMs: 1000 });
    pass(45_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('UI-064 stays below the message rate limit, however many channels start', () => {
    const { client, sockets, pass } = setUp();
    for (let i = 0; i < 60; i++) client.subscribe(`book.M${i}`, recorder());
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    expect(sockets[0]?.sent.length).toBeLessThanOrEqual(20);
    pass(4000);
    expect(sockets[0]?.sent.filter((message) => message.op === 'subscribe')).toHaveLength(60);
  });

  it('UI-065 a second subscriber to a running channel gets its own snapshot; the last one to leave ends it', () => {
    const { client, sockets, pass, receive } = setUp();
    const [first, second] = [recorder(), recorder()];
    const stopFirst = client.subscribe('tickers', first);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(500);
    receive({ channel: 'tickers', kind: 'snapshot', n: 1, data: 'a' });
    const stopSecond = client.subscribe('tickers', second);
    pass(500);
    receive({ channel: 'tickers', kind: 'snapshot', n: 2, data: 'b' });
    expect(second.seen).toEqual(['snapshot b']);
    stopFirst();
    stopSecond();
    pass(500);
    expect(sockets[0]?.sent.at(-1)).toEqual({ op: 'unsubscribe', channel: 'tickers' });
  });

  it('UI-067 authenticates before it subscribes, so that channels belong to the session’s realm', () => {
    const { client, sockets, pass, receive, ended } = setUp();
    client.subscribe('account', recorder());
    client.start('secret');
    sockets[0]?.onopen?.();
    pass(500);
    client.subscribe('tickers', recorder());
    pass(500);
    expect(sockets[0]?.sent.map((message) => message.op)).toEqual(['auth', 'ping']);
    receive({ op: 'ack', of: 'auth', realm: 'demo' });
    pass(500);
    const channels = sockets[0]?.sent.filter((message) => message.op === 'subscribe');
    expect(channels?.map((message) => message.channel)).toEqual(['account', 'tickers']);
    expect(ended()).toBe(0);
  });

  it('UI-067 reports that the session is over when the server no longer knows the token', () => {
    const { client, sockets, pass, receive, ended } = setUp();
    client.subscribe('tickers', recorder());
    client.start('stale');
    sockets[0]?.onopen?.();
    receive({ op: 'error', of: 'auth', error: 'signedOut' });
    pass(500);
    expect(ended()).toBe(1);
    expect(sockets[0]?.sent.some((message) => message.op === 'subscribe')).toBe(true);
    sockets[0]?.onclose?.({ code: 4001 });
    expect(ended()).toBe(2);
  });

  it('UI-068 retries a channel whose source was unavailable, and no other', () => {
    const { client, sockets, pass, receive } = setUp();
    client.subscribe('tickers', recorder());
    client.start(null);
    sockets[0]?.onopen?.();
    pass(500);
    const subscriptions = () =>
      sockets[0]?.sent.filter((message) => message.op === 'subscribe').length;
    receive({ op: 'error', of: 'subscribe', channel: 'tickers', error: 'unknownChannel' });
    pass(5000);
    expect(subscriptions()).toBe(1);
    receive({ op: 'error', of: 'subscribe', channel: 'tickers', error: 'unavailable' });
    pass(5000);
    expect(subscriptions()).toBe(2);
  });
});
