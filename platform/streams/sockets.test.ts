import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { settableClock } from '../clock.ts';
import { plainAuthenticator } from '../http/http.suite.ts';
import { createHttp, type Http } from '../http/server.ts';
import { silentLog } from '../log.ts';
import { type SocketLimits, socketLimits } from './socket-limits.ts';
import { type Socket, Sockets } from './sockets.ts';
import { StreamReader, sleep } from './streams.suite.ts';
import { textFrame } from './text-frame.ts';

/** Sockets for programs on a real server. */
let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

async function start(limits: Partial<SocketLimits> = {}) {
  const clock = settableClock(1_000_000);
  const sockets = new Sockets({
    limits: { ...socketLimits, connectionsPerAccount: 2, ...limits },
    clock,
  });
  const http: Http = createHttp({ authenticator: plainAuthenticator(), log: silentLog, calls: [] });
  const held: Socket[] = [];
  const open = (socket: Socket) => {
    held.push(socket);
    return {
      message: (text: string) => socket.sendText(JSON.stringify({ length: text.length })),
      closed: () => void held.splice(held.indexOf(socket), 1),
    };
  };
  const accountOf = ({ query }: { readonly query: string }) => query || null;
  http.onUpgrade('/ws', sockets.upgrade(open, { accountOf }));
  http.onUpgrade('/free', sockets.upgrade(open, { free: true }));
  const origin = (await http.listen(0, '127.0.0.1')).replace('http', 'ws');
  const readers: StreamReader[] = [];
  stop = async () => {
    for (const reader of readers) reader.socket.terminate();
    sockets.close();
    await http.stop();
  };
  const reader = async (path = '/ws', localAddress?: string) => {
    const made = new StreamReader(`${origin}${path}`, {}, localAddress);
    readers.push(made);
    await made.opened;
    return made;
  };
  const from = (localAddress: string) => reader('/ws', localAddress);
  /** Until the server knows that the others have gone. */
  const left = (count: number) => vi.waitUntil(() => sockets.count === count, 60_000);
  return { clock, sockets, http, held, origin, reader, from, left };
}

describe('sockets', () => {
  it('TAPI-214 a client reads a frame of any length', async () => {
    const { held, reader } = await start();
    const one = await reader();
    for (const length of [0, 1, 125, 126, 1_000, 65_535, 65_536, 200_000]) {
      const text = 'ü'.repeat(length);
      held[0]?.send(textFrame(JSON.stringify({ length, text })));
      expect((await one.next((frame) => frame.length === length)).text).toBe(text);
    }
  });

  it('TAPI-240 a socket that sends too many messages, pings or pongs is closed', async () => {
    const { held, reader } = await start();
    const paths = ['/ws', '/ws', '/ws', '/free', '/free'];
    const [talks, pings, pongs, free, flood] = (await Promise.all(
      paths.map((path) => reader(path)),
    )) as [StreamReader, StreamReader, StreamReader, StreamReader, StreamReader];
    for (let i = 0; i < 5; i += 1) talks.send('x');
    await vi.waitUntil(() => talks.received.length === 5, 60_000);
    talks.send('x');
    expect(await talks.closed).toBe(4004);
    for (let i = 0; i < 6; i += 1) pings.socket.ping();
    expect(await pings.closed).toBe(4004);
    // Pongs that nobody asked for cost as much as messages, whatever limits those.
    for (const one of [pongs, flood]) {
      for (let i = 0; i < 6; i += 1) one.socket.pong();
      expect(await one.closed).toBe(4004);
    }
    for (let i = 0; i < 500; i += 1) free.send('x');
    await vi.waitUntil(() => free.received.length === 500, 60_000);
    expect(held).toHaveLength(1);
  });

  it('HTTP-153 of one socket a message is handled in a turn, however many came at once', async () => {
    const { sockets, http, reader } = await start();
    let turn = 0;
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    const turns: number[] = [];
    const noted = () => ({ message: () => void turns.push(turn), closed: () => undefined });
    http.onUpgrade('/noted', sockets.upgrade(noted, { free: true }));
    const { socket } = await reader('/noted');
    const { _socket: wire } = socket as unknown as { _socket: net.Socket };
    wire.cork();
    for (let i = 0; i < 20; i += 1) socket.send('x');
    wire.uncork();
    await vi.waitUntil(() => turns.length === 20, 60_000);
    clearImmediate(counting);
    expect(new Set(turns).size).toBe(20);
  });

  it('TAPI-240 long messages and binary messages close a socket', async () => {
    const { reader } = await start();
    const long = await reader();
    long.send('x'.repeat(65_537));
    expect(await long.closed).toBe(1009);
    const bytes = await reader();
    bytes.socket.send(Buffer.from('{}'), { binary: true });
    expect(await bytes.closed).toBe(1003);
  });

  it('TAPI-240 connections are counted by network, at once and in ten seconds', async () => {
    const limits = { connectionsPerNetwork: 3, opensPerNetwork: 5 };
    const { clock, reader, left } = await start(limits);
    const first = await Promise.all([reader(), reader(), reader()]);
    await expect(reader()).rejects.toThrow('429');
    first[0]?.socket.terminate();
    await left(2);
    await reader();
    for (const one of first) one.socket.terminate();
    await left(1);
    await reader();
    await expect(reader()).rejects.toThrow('429');
    clock.advance(10_001);
    await reader();
  });

  it('TAPI-399 an address uses up neither its network nor who proves an account', async () => {
    const limits = { connectionsPerAddress: 2, opensPerAddress: 3 };
    const { clock, reader, from, left } = await start(limits);
    const first = await Promise.all([reader(), reader()]);
    await expect(reader()).rejects.toThrow('429');
    await from('127.0.0.2');
    for (const one of first) one.socket.terminate();
    await left(1);
    await reader();
    await expect(reader()).rejects.toThrow('429');
    await from('127.0.0.2');
    for (const path of ['/ws?anna', '/ws?anna']) await reader(path);
    await expect(reader('/ws?anna')).rejects.toThrow('429');
    await reader('/ws?bob');
    clock.advance(10_001);
    await reader();
  });

  it('TAPI-240 the number of all connections is limited', async () => {
    const { sockets, reader } = await start({ connections: 2 });
    await Promise.all([reader(), reader()]);
    await expect(reader()).rejects.toThrow('503');
    expect(sockets.count).toBe(2);
  });

  it('TAPI-241 a reader that falls behind is closed, and others notice nothing', async () => {
    const { held, reader } = await start();
    const slow = await reader();
    const good = await reader();
    slow.socket.pause();
    const frame = textFrame(JSON.stringify({ text: 'x'.repeat(50_000) }));
    let sent = 0;
    while (held.length === 2 && sent < 2_000) {
      for (const socket of [...held]) socket.send(frame);
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(held).toHaveLength(1);
    await vi.waitUntil(() => good.received.length === sent, { timeout: 60_000 });
    slow.socket.resume();
    expect([4008, 1006]).toContain(await slow.closed);
  });

  it('TAPI-164 when all together are too far behind, those furthest behind are closed', async () => {
    const { held, reader } = await start({ closeBytesOfAll: 1_000_000 });
    const readers = await Promise.all([reader(), reader(), reader()]);
    const order = [...held];
    for (const one of readers) one.socket.pause();
    // More than the buffers of a connection hold, and less than the limit of one connection.
    const text = textFrame(JSON.stringify({ text: 'x'.repeat(100_000) }));
    const behind = (socket: Socket) => socket.behind;
    for (const socket of order) {
      for (let full = 0; full < 3; full = behind(socket) > 0 ? full + 1 : 0) {
        if (behind(socket) === 0) socket.send(text);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    // In one turn: the look at them, which comes every second, finds all of them or none.
    for (const [i, socket] of order.entries()) {
      while (behind(socket) < 400_000 + i * 100_000) socket.send(text);
    }
    expect(held).toHaveLength(3);
    await vi.waitUntil(() => held.length < 3, { timeout: 60_000 });
    expect(held).toEqual(order.slice(0, 2));
    for (const one of readers) one.socket.resume();
    const codes = await Promise.race(readers.map(({ closed }) => closed));
    expect([4008, 1006]).toContain(codes);
    await sleep(1_200);
    expect(held).toHaveLength(2);
  });

  it('TAPI-242 peers are pinged; silent and old sockets are closed', async () => {
    const { clock, reader } = await start();
    const lives = await reader();
    const silent = await reader();
    const pings: number[] = [];
    lives.socket.on('ping', () => pings.push(clock.now()));
    silent.socket.pause();
    for (let i = 0; i < 3; i += 1) {
      clock.advance(20_000);
      await vi.waitUntil(() => pings.length === i + 1, { timeout: 60_000 });
      await sleep(50);
    }
    clock.advance(2_000);
    await sleep(1_200);
    silent.socket.resume();
    expect(await silent.closed).toBe(4005);
    expect(lives.socket.readyState).toBe(WebSocket.OPEN);
    // A day in steps short enough not to count as silence.
    for (let i = 0; i < 2; i += 1) {
      clock.advance(i === 0 ? 20_000 : 24 * 60 * 60 * 1000);
      lives.socket.pong();
      await sleep(1_100);
    }
    expect([1001, 4005]).toContain(await lives.closed);
  });

  it('TAPI-243 all sockets are closed with a code when the server stops, and none is accepted', async () => {
    const { sockets, reader } = await start();
    const one = await reader();
    sockets.close();
    expect(await one.closed).toBe(1001);
    await expect(reader()).rejects.toThrow('503');
  });

  it('TAPI-240 an aborted handshake no longer counts as a connection', async () => {
    const { origin, reader, left } = await start({ connectionsPerNetwork: 1 });
    const { port } = new URL(origin);
    const raw = net.connect(Number(port), '127.0.0.1');
    raw.write(
      'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await new Promise((resolve) => raw.once('data', resolve));
    raw.destroy();
    await left(0);
    await reader();
  });
});
