import { expect, it } from 'vitest';
import { CallError } from '../../../lib/api/errors.ts';
import { type Collecting, collectRecords } from './records.ts';

/** A server that has so many rows of each list and refuses every third request. */
function serverWith(rows: number, fault = new CallError('limit', 3, 'later')) {
  const asked: [string, object][] = [];
  const page = (key: string, input: { before?: number; limit: number }) => {
    const from = input.before ?? 0;
    const end = Math.min(rows, from + input.limit);
    const ids = Array.from({ length: end - from }, (_, at) => ({ id: from + at }));
    return { [key]: ids, next: end === rows ? null : end };
  };
  const call = async (name: string, input: { before?: number; limit: number }) => {
    asked.push([name, input]);
    if (asked.length % 3 === 0) throw fault;
    if (name === 'getOpenOrders') return { orders: [{ id: 'open' }] };
    const key = { getOrderHistory: 'orders', getFills: 'fills', getStatement: 'lines' }[name];
    return page(key ?? '', input);
  };
  return { asked, api: { call } as unknown as Collecting['api'] };
}

it('IDEN-170 the download has every order, fill and line of the statement, a page at a time', async () => {
  const { asked, api } = serverWith(1_201);
  const counts: number[] = [];
  const waits: number[] = [];
  const pieces = await collectRecords(
    { madeAt: 5, data: { profile: { userId: 1 } } },
    {
      api,
      progress: (count) => void counts.push(count),
      pause: async (ms) => void waits.push(ms),
    },
  );
  const file = JSON.parse(pieces.join(''));
  expect(file).toMatchObject({ madeAt: 5, data: { profile: { userId: 1 } } });
  expect(file.openOrders).toEqual([{ id: 'open' }]);
  const all = Array.from({ length: 1_201 }, (_, id) => ({ id }));
  expect([file.orders, file.fills, file.statement]).toEqual([all, all, all]);
  expect(counts.at(-1)).toBe(1 + 3 * 1_201);
  expect(waits.length).toBeGreaterThan(2);
  expect(asked.every(([name, input]) => name === 'getOpenOrders' || 'limit' in input)).toBe(true);
});

it('IDEN-170 what is refused for good ends it, and an empty account has empty lists', async () => {
  const { api } = serverWith(1_201, new CallError('session', 1000, 'gone'));
  const collecting = { api, progress: () => undefined, pause: async () => undefined };
  await expect(collectRecords({}, collecting)).rejects.toThrow('gone');
  const empty = await collectRecords({}, { ...collecting, api: serverWith(0).api });
  expect(JSON.parse(empty.join(''))).toEqual({
    openOrders: [{ id: 'open' }],
    ...{ orders: [], fills: [], statement: [] },
  });
});
