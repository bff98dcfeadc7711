import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '../../e2e/harness/browser.ts';
import { startBenchServer } from '../server.ts';
import { startFastBook } from './fast-book.ts';
import { startTraders } from './traders.ts';

/**
 * The cost of the trading page: the bytes of scripts and styles that it loads, and the browser's
 * time per second while its book changes. Measured twice: as the server publishes the book, which
 * collects the changes of 100 ms in one message, and with every change as a message of its own.
 * Each on this processor and on one that is four times slower. Needs a built tree and a Chromium.
 */
const MARKET = 'BTCUSDT';
const CHANGES_PER_SECOND = 100;
const WARM_MS = 4_000;
const LAYOUT = { width: 1366, height: 768 };

/**
 * The limits: for the bytes what the page may weigh, for the rest a prototype of it with the same
 * technique, at 100 messages a second.
 */
const LIMIT = {
  scriptKbGz: 350,
  main: { scriptMs: 21.8, taskMs: 138, fps: 60 },
  slower: { scriptMs: 72.2, taskMs: 422.6, fps: 59.3 },
};

type Launched = Awaited<ReturnType<typeof launchBrowser>>;

interface Sizes {
  readonly files: number;
  readonly kb: number;
  readonly kbGz: number;
}

interface Cost {
  readonly scriptMs: number;
  readonly styleAndLayoutMs: number;
  readonly taskMs: number;
  readonly fps: number;
  /** Messages of the book that reached the page per second. */
  readonly messages: number;
}

/** Opens the page with a virtual account and waits until book and chart are shown. */
async function openPage(browser: Launched, address: string) {
  const context = await browser.newContext({ viewport: LAYOUT });
  const page = await context.newPage();
  const files = new Map<string, Buffer>();
  page.on('response', async (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    files.set(response.url(), await response.body().catch(() => Buffer.alloc(0)));
  });
  let messages = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes(`"book.${MARKET}"`)) messages += 1;
    }),
  );
  await page.goto(`${address}/`);
  await page.evaluate(`fetch('/web/tempLogin', { method: 'POST' })
    .then((answer) => answer.json())
    .then(({ data }) => localStorage.setItem('assay.token', data.token))`);
  files.clear();
  await page.goto(`${address}/deal?market=${MARKET}`);
  await page.locator('[role=option]:not([data-empty])').nth(10).waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForTimeout(WARM_MS);
  return { context, page, files, messages: () => messages };
}

function sizesOf(files: ReadonlyMap<string, Buffer>, kind: string): Sizes {
  const bodies = [...files].filter(([url]) => url.endsWith(kind)).map(([, body]) => body);
  const sum = (of: (body: Buffer) => number) => bodies.reduce((all, body) => all + of(body), 0);
  return {
    files: bodies.length,
    kb: kilo(sum((body) => body.length)),
    kbGz: kilo(sum((body) => gzipSync(body, { level: 9 }).length)),
  };
}

const kilo = (bytes: number) => Math.round(bytes / 100) / 10;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** The chunks with their sizes, the largest first. */
function chunksOf(files: ReadonlyMap<string, Buffer>): Record<string, string> {
  const rows = [...files].map(([url, body]) => {
    const name = (url.split('/').at(-1) ?? '').replace(/-[\w-]{8}\./, '.');
    return [name, body.length, gzipSync(body, { level: 9 }).length] as const;
  });
  rows.sort((a, b) => b[2] - a[2]);
  return Object.fromEntries(rows.map(([name, raw, gz]) => [name, `${kilo(raw)}/${kilo(gz)}`]));
}

type TradingPage = Awaited<ReturnType<typeof openPage>>;

/** The browser's own measurements of its main thread over some seconds, per second. */
async function costOf({ context, page, messages }: TradingPage, rate: number, seconds: number) {
  const devtools = await context.newCDPSession(page);
  // The thread's processor time, because elapsed time would include other work of the machine.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.waitForTimeout(1000);
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  await page.evaluate(`globalThis.frames = 0; globalThis.count ??= () => {
    globalThis.frames += 1; requestAnimationFrame(globalThis.count);
  }; if (!globalThis.counting) { globalThis.counting = true; globalThis.count(); }`);
  const [before, seen, began] = [await read(), messages(), performance.now()];
  await page.waitForTimeout(seconds * 1000);
  const after = await read();
  const took = (performance.now() - began) / 1000;
  const frames = await page.evaluate<number>('globalThis.frames');
  const perSecond = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / took;
  const cost: Cost = {
    scriptMs: tenth(perSecond('ScriptDuration')),
    styleAndLayoutMs: tenth(perSecond('LayoutDuration') + perSecond('RecalcStyleDuration')),
    taskMs: tenth(perSecond('TaskDuration')),
    fps: tenth(frames / took),
    messages: tenth((messages() - seen) / took),
  };
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return cost;
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const seconds = Number(values.seconds);
const server = await startBenchServer();
const browser = await launchBrowser();
try {
  const asServed = await openPage(browser, server.address);
  const scripts = sizesOf(asServed.files, '.js');
  const styles = sizesOf(asServed.files, '.css');
  const size = { scripts, styles, chunks: chunksOf(asServed.files) };
  console.log(JSON.stringify({ bench: 'web-size', ...size, limitKbGz: LIMIT.scriptKbGz }));

  const traders = await startTraders(server.address, MARKET, CHANGES_PER_SECOND);
  const began = { at: performance.now(), changes: traders.changes() };
  const main = await costOf(asServed, 1, seconds);
  const slower = await costOf(asServed, 4, seconds);
  const changes = ((traders.changes() - began.changes) * 1000) / (performance.now() - began.at);
  traders.stop();
  await asServed.context.close();
  const served = { changes: tenth(changes), main, slower };

  const fast = await startFastBook(server.address, `book.${MARKET}`, CHANGES_PER_SECOND);
  const direct = await openPage(browser, fast.address);
  const each = { main: await costOf(direct, 1, seconds), slower: await costOf(direct, 4, seconds) };
  await direct.context.close();
  fast.stop();
  const limit = { main: LIMIT.main, slower: LIMIT.slower };
  console.log(JSON.stringify({ bench: 'web-cost', served, eachItsMessage: each, limit }));
} finally {
  await browser.close();
  await server.stop();
}
