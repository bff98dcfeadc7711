import { describe, expect, it } from 'vitest';
import { type SocketLike, StreamClient, type StreamSurroundings } from './client.ts';

/** A socket, a clock and timers under the test's hand. */
function stage() {
  const sockets: (SocketLike & { sent: { op: string; channel?: string }[]; closed: boolean })[] =
    [];
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
        send(text: string) {
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
  const say = (message: object) => {
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) });
  };
  return { client, sockets, pass, say, now: () => now, ended: () => ended };
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
  it('UI-060 takes a snapshot and the deltas that follow it, in order and once', () => {
    const { client, sockets, pass, say } = stage();
    const reader = recorder();
    client.subscribe('book.BTCUSDT', reader);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    const channel = 'book.BTCUSDT';
    say({ channel, kind: 'delta', n: 4, data: 'early' });
    say({ channel, kind: 'snapshot', n: 5, data: 'a' });
    say({ channel, kind: 'delta', n: 5, data: 'old' });
    say({ channel, kind: 'delta', n: 6, data: 'b' });
    expect(reader.seen).toEqual(['snapshot a', 'delta b']);
  });

  it('UI-061 subscribes again on a gap and shows nothing from behind it', () => {
    const { client, sockets, pass, say } = stage();
    const reader = recorder();
    client.subscribe('tickers', reader);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    say({ channel: 'tickers', kind: 'snapshot', n: 1, data: 'a' });
    say({ channel: 'tickers', kind: 'delta', n: 3, data: 'lost one' });
    say({ channel: 'tickers', kind: 'delta', n: 4, data: 'late' });
    pass(1000);
    const asked = sockets[0]?.sent.filter((message) => message.op === 'subscribe');
    expect(asked).toHaveLength(2);
    say({ channel: 'tickers', kind: 'snapshot', n: 9, data: 'b' });
    expect(reader.seen).toEqual(['snapshot a', 'snapshot b']);
  });

  it('UI-062 returns after a lost connection with growing pauses and restarts every channel', () => {
    const { client, sockets, pass } = stage();
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

  it('UI-063 takes a silent connection for dead and measures latency and clock', () => {
    const { client, sockets, pass, say, now } = stage();
    client.start(null);
    sockets[0]?.onopen?.();
    pass(40);
    say({ op: 'pong', at: now() + 1000 - 20 });
    expect(client.status).toMatchObject({ latencyMs: 40, skewMs: 1000 });
    pass(45_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('UI-064 keeps below the limit of messages a second, however many channels start', () => {
    const { client, sockets, pass } = stage();
    for (let i = 0; i < 60; i++) client.subscribe(`book.M${i}`, recorder());
    client.start(null);
    sockets[0]?.onopen?.();
    pass(1000);
    expect(sockets[0]?.sent.length).toBeLessThanOrEqual(20);
    pass(4000);
    expect(sockets[0]?.sent.filter((message) => message.op === 'subscribe')).toHaveLength(60);
  });

  it('UI-065 a second reader of a running channel gets its own snapshot; the last one ends it', () => {
    const { client, sockets, pass, say } = stage();
    const [first, second] = [recorder(), recorder()];
    const stopFirst = client.subscribe('tickers', first);
    client.start(null);
    sockets[0]?.onopen?.();
    pass(500);
    say({ channel: 'tickers', kind: 'snapshot', n: 1, data: 'a' });
    const stopSecond = client.subscribe('tickers', second);
    pass(500);
    say({ channel: 'tickers', kind: 'snapshot', n: 2, data: 'b' });
    expect(second.seen).toEqual(['snapshot b']);
    stopFirst();
    stopSecond();
    pass(500);
    expect(sockets[0]?.sent.at(-1)).toEqual({ op: 'unsubscribe', channel: 'tickers' });
  });

  it('UI-067 proves the session before it subscribes, so that channels are those of its realm', () => {
    const { client, sockets, pass, say, ended } = stage();
    client.subscribe('account', recorder());
    client.start('secret');
    sockets[0]?.onopen?.();
    pass(500);
    client.subscribe('tickers', recorder());
    pass(500);
    expect(sockets[0]?.sent.map((message) => message.op)).toEqual(['auth', 'ping']);
    say({ op: 'ack', of: 'auth', realm: 'demo' });
    pass(500);
    const channels = sockets[0]?.sent.filter((message) => message.op === 'subscribe');
    expect(channels?.map((message) => message.channel)).toEqual(['account', 'tickers']);
    expect(ended()).toBe(0);
  });

  it('UI-067 says that the session is over when the server does not know the token any more', () => {
    const { client, sockets, pass, say, ended } = stage();
    client.subscribe('tickers', recorder());
    client.start('stale');
    sockets[0]?.onopen?.();
    say({ op: 'error', of: 'auth', error: 'signedOut' });
    pass(500);
    expect(ended()).toBe(1);
    expect(sockets[0]?.sent.some((message) => message.op === 'subscribe')).toBe(true);
    sockets[0]?.onclose?.({ code: 4001 });
    expect(ended()).toBe(2);
  });

  it('UI-068 asks again for a channel whose source was away, and only for that', () => {
    const { client, sockets, pass, say } = stage();
    client.subscribe('tickers', recorder());
    client.start(null);
    sockets[0]?.onopen?.();
    pass(500);
    const asked = () => sockets[0]?.sent.filter((message) => message.op === 'subscribe').length;
    say({ op: 'error', of: 'subscribe', channel: 'tickers', error: 'unknownChannel' });
    pass(5000);
    expect(asked()).toBe(1);
    say({ op: 'error', of: 'subscribe', channel: 'tickers', error: 'unavailable' });
    pass(5000);
    expect(asked()).toBe(2);
  });
});
