import { type Endpoint, readParams } from '../endpoint.ts';
import answers from './answers.json' with { type: 'json' };

/** What signed endpoints answered to somebody; a test holds their shapes against real ones. */
const RECORDED: Readonly<Record<string, unknown>> = answers;

/** Entries of a list that are shown. */
const SHOWN = 2;
/** Lists within lists are rows; they are shown whole. */
const ROW_MAX = 12;

/**
 * What a public endpoint answers now, shortened: an example cannot be out of date that way; of
 * others what was recorded. Undefined where there is none, such as before the first price.
 */
export async function exampleOf(endpoint: Endpoint, symbol: string, now: number): Promise<unknown> {
  const { method, path, security } = endpoint;
  if (security !== 'none' || method !== 'GET') return RECORDED[`${method} ${path}`];
  const samples: Readonly<Record<string, string>> = { symbol, interval: '1h', limit: '2' };
  const sent = Object.keys(endpoint.params.shape).filter((name) => name in samples);
  try {
    const params = readParams(endpoint, new Map(sent.map((name) => [name, samples[name]!])));
    const answer = await endpoint.answer(params as never, { ip: '', now } as never);
    return shorten(answer);
  } catch {
    return undefined;
  }
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isRow = value.every((entry) => typeof entry !== 'object');
    return value.slice(0, isRow ? ROW_MAX : SHOWN).map(shorten);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]));
}
