import { type ApiCall, type Endpoint, readParams, textOf } from '../endpoint.ts';
import answers from './answers.json' with { type: 'json' };
import { joined, type Shape, shapeOf } from './shape.ts';

/**
 * Recorded answers of signed endpoints, and a book with two sides; a test compares their shapes
 * with real answers.
 */
const RECORDED: Readonly<Record<string, unknown>> = answers;

/**
 * The shape of an endpoint's answers. A current one may be poorer than usual, such as the book of a
 * market whose feed is late: where one is recorded too, the shape is that of both.
 */
export function answerShapeOf({ method, path }: Endpoint, example: unknown): Shape {
  return [RECORDED[`${method} ${path}`] ?? example, example].map(shapeOf).reduce(joined);
}

/** The number of entries of a list that are shown. */
const SHOWN = 2;
/** Lists of plain values are rows, which are shown up to this length. */
const ROW_MAX = 12;

/**
 * The example of an endpoint: a public one is called, so that its example is never out of date; for
 * others it is the recorded answer. Undefined where there is none, such as before the first price.
 */
export async function exampleOf(endpoint: Endpoint, symbol: string, now: number): Promise<unknown> {
  const { method, path, security } = endpoint;
  if (security !== 'none' || method !== 'GET') return RECORDED[`${method} ${path}`];
  const samples: Readonly<Record<string, string>> = { symbol, interval: '1h', limit: '2' };
  const sent = Object.keys(endpoint.params.shape).filter((name) => name in samples);
  try {
    const params = readParams(endpoint, new Map(sent.map((name) => [name, samples[name]!])));
    const call: ApiCall = { ip: '', now, spendBytes: () => undefined };
    const answer = await endpoint.answer(params as never, call as never);
    return shorten(JSON.parse(textOf(answer)));
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
