import type { Api } from '../../../lib/api/client.ts';
import { CallError } from '../../../lib/api/errors.ts';

/** One page of a list, and where the next one begins; null after the last. */
type ReadPage = (
  api: Pick<Api, 'call'>,
  before: never,
) => Promise<{ readonly rows: readonly object[]; readonly next: string | number | null }>;

/** What trading and money left behind, a page at a time: no request holds the server up. */
const LISTS: Readonly<Record<string, ReadPage>> = {
  orders: async (api, before: number | undefined) => {
    const { orders, next } = await api.call('getOrderHistory', { before, limit: PAGE }, QUIET);
    return { rows: orders, next };
  },
  fills: async (api, before: string | undefined) => {
    const { fills, next } = await api.call('getFills', { before, limit: PAGE }, QUIET);
    return { rows: fills, next };
  },
  statement: async (api, before: string | undefined) => {
    const { lines, next } = await api.call('getStatement', { before, limit: PAGE }, QUIET);
    return { rows: lines, next };
  },
};

const PAGE = 500;
const QUIET = { quiet: true } as const;
/** A page that the server has no room for now, or that got lost, is asked for again. */
const TRIES = 20;
const PAUSE_MS = 3_000;

export interface Collecting {
  readonly api: Pick<Api, 'call'>;
  /** How many rows there are so far. */
  progress(rows: number): void;
  pause?(ms: number): Promise<unknown>;
}

/** The file: what the account itself has, then each list, as pieces of one JSON text. */
export async function collectRecords(data: object, collecting: Collecting): Promise<string[]> {
  const { api, progress } = collecting;
  const { orders: open } = await patiently(collecting, () => api.call('getOpenOrders', {}, QUIET));
  const pieces = [JSON.stringify({ ...data, openOrders: open }).slice(0, -1)];
  let count = open.length;
  for (const [name, read] of Object.entries(LISTS)) {
    pieces.push(`,"${name}":[`);
    let isFirst = true;
    for (let before: string | number | undefined; ; ) {
      const { rows, next } = await patiently(collecting, () => read(api, before as never));
      for (const row of rows) {
        pieces.push(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`);
        isFirst = false;
      }
      count += rows.length;
      progress(count);
      if (next === null) break;
      before = next;
    }
    pieces.push(']');
  }
  return [...pieces, '}'];
}

async function patiently<T>(
  { pause = (ms) => new Promise((done) => setTimeout(done, ms)) }: Collecting,
  read: () => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await read();
    } catch (error) {
      const passes =
        error instanceof CallError && (error.kind === 'limit' || error.kind === 'network');
      if (!passes || left === 1) throw error;
      await pause(PAUSE_MS);
    }
  }
}
