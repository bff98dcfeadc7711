import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { BadBarFile, readBarFile } from './bar-file.ts';
import { ReplaySource } from './replay.ts';
import type { FeedIndex } from './source.ts';

const INDICES: FeedIndex[] = [{ name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 }];
const DAY_MS = 86_400_000;
const NOW = 1_763_640_000_000;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function fileWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bars-'));
  folders.push(folder);
  const file = path.join(folder, name);
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return file;
}

/** Four weeks of minutes from 2025-06-01, whose open is the number of the minute. */
function plainBars(count = 28 * 1_440): string {
  const start = Date.UTC(2025, 5, 1);
  const lines = Array.from({ length: count }, (_, i) => {
    const time = new Date(start + i * 60_000).toISOString();
    const open = 1_000 + i;
    const [low, high, close] = [open - 5, open + 5, i % 2 === 0 ? open + 2 : open - 2];
    return `${time.slice(0, 10)} ${time.slice(11, 19)},${open},${high},${low},${close},${i}.5`;
  });
  return `time,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

async function replayOf(text: string, options: { speed?: number } = {}): Promise<ReplaySource> {
  const folder = path.dirname(await fileWith('BTCUSDT_1m.csv', text));
  const source = new ReplaySource({ folder, speed: options.speed ?? 1, anchorAt: NOW });
  await source.start(INDICES);
  return source;
}

describe('files of bars', () => {
  const rest = '100.5,101,99,100,7';
  const forms: [string, string, string][] = [
    [
      'a header with timestamp and zone',
      'BTCUSDT_1m.csv',
      'timestamp,open,high,low,close,volume\n2025-05-29 19:00:00+00:00',
    ],
    [
      'a header with tick_volume',
      'XAUUSD_M1.csv',
      'time,open,high,low,close,tick_volume\n2025-05-29 19:00:00',
    ],
    ['no header', 'EURUSD_M1.csv', '2025-05-29 19:00'],
    ['ISO time', 'BTCUSDT_1m.csv', '2025-05-29T19:00:00Z'],
    ['another zone', 'BTCUSDT_1m.csv', '2025-05-29 21:00:00+02:00'],
    ['seconds since the epoch', 'BTCUSDT_1m.csv', '1748545200'],
    ['milliseconds since the epoch', 'BTCUSDT_1m.csv', '1748545200000'],
    ['gzip', 'BTCUSDT_1m.csv.gz', '2025-05-29 19:00'],
    ['Windows line ends and a byte order mark', 'BTCUSDT_1m.csv', '\uFEFF2025-05-29 19:00'],
  ];
  it.each(forms)('FEED-034 are read with %s', async (_what, name, start) => {
    const bars = await readBarFile(await fileWith(name, `${start},${rest}\r\n`));
    expect(bars.minute).toEqual([Date.UTC(2025, 4, 29, 19) / 60_000]);
    expect(bars).toMatchObject({ open: [100.5e8], high: [101e8], low: [99e8], close: [100e8] });
    expect(bars.volume).toEqual([700_000_000n]);
  });

  it('FEED-034 have their columns found by name, in any order', async () => {
    const text = 'volume,close,low,high,open,time\n7,100,99,101,100.5,2025-05-29 19:00';
    const bars = await readBarFile(await fileWith('BTCUSDT_M15.csv', text));
    expect(bars).toMatchObject({ length: 15, open: [100.5e8], close: [100e8] });
  });

  const bad: [string, string][] = [
    ['no bars', ''],
    ['a time that is none', '2025-13-29 19:00,1,1,1,1,1'],
    ['a time within a minute', '2025-05-29 19:00:30,1,1,1,1,1'],
    ['a negative price', '2025-05-29 19:00,-1,1,1,1,1'],
    ['a zero price', '2025-05-29 19:00,1,1,0,1,1'],
    ['an exponent', '2025-05-29 19:00,1e3,1,1,1,1'],
    ['a missing column', '2025-05-29 19:00,1,1,1'],
    ['a close above its high', '2025-05-29 19:00,1,1,1,2,1'],
    ['a low above its open', '2025-05-29 19:00,1,3,2,2,1'],
    ['a volume that is none', '2025-05-29 19:00,1,1,1,1,many'],
    ['a repeated time', '2025-05-29 19:00,1,1,1,1,1\n2025-05-29 19:00,1,1,1,1,1'],
    ['a time that goes back', '2025-05-29 19:01,1,1,1,1,1\n2025-05-29 19:00,1,1,1,1,1'],
    ['a header without prices', 'time,price\n2025-05-29 19:00,1'],
  ];
  it.each(bad)('FEED-035 are refused with %s, by their line', async (_what, text) => {
    const reading = readBarFile(await fileWith('BTCUSDT_1m.csv', text));
    await expect(reading).rejects.toThrow(BadBarFile);
  });

  it('FEED-035 must be there', async () => {
    const none = new ReplaySource({ folder: '/nowhere/at/all', speed: 1, anchorAt: NOW });
    await expect(none.start(INDICES)).rejects.toThrow('cannot be read');
    const folder = path.dirname(await fileWith('notes.txt', 'nothing'));
    const empty = new ReplaySource({ folder, speed: 1, anchorAt: NOW });
    await expect(empty.start(INDICES)).rejects.toThrow('no files like');
  });
});

describe('a replay', () => {
  it('FEED-036 moves the recording by whole weeks into now, near its middle', async () => {
    const source = await replayOf(plainBars());
    const first = Date.UTC(2025, 5, 1) / 60_000;
    const moved = source.wallTime('BTC-USDT', first) - first * 60_000;
    expect(moved % (7 * DAY_MS)).toBe(0);
    const history = await source.history('BTC-USDT', 1, 0, NOW / 60_000);
    expect(history.length).toBeGreaterThan(7 * 1_440);
    expect(history.length).toBeLessThan(21 * 1_440);
    expect(history[0]).toMatchObject({ minute: first + moved / 60_000, open: 1_000e8 });
  });

  it('FEED-037 goes open, low, high, close in a rising bar, high first in a falling one', async () => {
    const source = await replayOf(plainBars());
    const [bar, next] = await source.history('BTC-USDT', 1, NOW / 60_000, NOW / 60_000 + 2);
    const path = (at: number) =>
      [0, 14, 15, 30, 45, 59].map((second) => {
        const [quote] = source.quotes('BTC-USDT', at + second * 1_000);
        return Number(quote?.last) / 1e8 - 1_000;
      });
    const offset = (bar?.open as number) / 1e8 - 1_000;
    const rises = (bar?.close as number) > (bar?.open as number);
    const up = (from: number) => [0, 0, -5, 5, 2, 2].map((one) => from + one);
    const down = (from: number) => [0, 0, 5, -5, -2, -2].map((one) => from + one);
    expect(path(NOW)).toEqual(rises ? up(offset) : down(offset));
    expect(path(NOW + 60_000)).toEqual(rises ? down(offset + 1) : up(offset + 1));
    expect(next?.open).toBe((bar?.open as number) + 1e8);
  });

  it('FEED-037 trades exactly the volume of the bar, however it is cut', async () => {
    const source = await replayOf(plainBars());
    const [bar] = await source.history('BTC-USDT', 1, NOW / 60_000, NOW / 60_000 + 1);
    let sum = 0n;
    let at = NOW;
    for (const step of [1, 999, 7_000, 13, 51_987]) {
      sum += source.volume('BTC-USDT', at, at + step);
      at += step;
    }
    expect(at).toBe(NOW + 60_000);
    expect(sum).toBe(bar?.referenceVolume);
  });

  it('FEED-038 plays faster when asked, and starts over at the end', async () => {
    const source = await replayOf(plainBars(), { speed: 60 });
    const [now] = source.quotes('BTC-USDT', NOW);
    const [later] = source.quotes('BTC-USDT', NOW + 60_000);
    expect(Number(later?.last) - Number(now?.last)).toBe(60e8);
    const opens = Array.from({ length: 800 }, (_, hour) =>
      Number(source.quotes('BTC-USDT', NOW + hour * 60_000)[0]?.last),
    );
    expect(opens.some((open, i) => i > 0 && open < (opens[i - 1] as number))).toBe(true);
    const future = await source.history('BTC-USDT', 1, NOW / 60_000, NOW / 60_000 + 60);
    expect(future).toEqual([]);
  });

  it('FEED-038 has no price where the recording has a gap', async () => {
    const lines = plainBars(2_880).split('\n');
    const source = await replayOf([...lines.slice(0, 1_400), ...lines.slice(1_500)].join('\n'));
    const start = source.wallTime('BTC-USDT', Date.UTC(2025, 5, 1) / 60_000);
    const silent = Array.from({ length: 2_880 }, (_, i) => i).filter(
      (i) => source.quotes('BTC-USDT', start + i * 60_000).length === 0,
    );
    expect(silent).toHaveLength(100);
    expect(source.volume('BTC-USDT', start, start + 2_880 * 60_000)).toBeGreaterThan(0n);
  });
});
