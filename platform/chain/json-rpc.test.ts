import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { http as viemHttp } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonRpc, type RpcAnswer, type RpcRequest } from './json-rpc.ts';

const LARGEST = 4_096;
const open: http.Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly text: string;
}

/** What came in, and where it comes in. */
async function serve(reply: (body: Asked | Asked[]) => Reply) {
  const bodies: (Asked | Asked[])[] = [];
  const heads: http.IncomingHttpHeaders[] = [];
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text) as Asked | Asked[];
    bodies.push(body);
    heads.push(request.headers);
    const { status = 200, type = 'application/json', text: answer } = reply(body);
    response.writeHead(status, { 'content-type': type }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, bodies, heads };
}

const echo = (body: Asked | Asked[]): Reply => {
  const one = ({ id, params }: Asked) => ({ jsonrpc: '2.0', id, result: params[0] });
  return { text: JSON.stringify(Array.isArray(body) ? body.map(one) : one(body)) };
};

const requestsOf = (url: string, batch?: number): RpcRequest =>
  jsonRpc(url, { timeoutMs: 5_000, largestAnswer: LARGEST, ...(batch ? { batch } : {}) });

function viemRequests(url: string, batch?: number): RpcRequest {
  const { request } = viemHttp(url, {
    ...(batch ? { batch: { batchSize: batch } } : {}),
    ...{ raw: true, retryCount: 0, maxResponseBodySize: LARGEST },
    fetchOptions: { redirect: 'error' },
  })({});
  return (method, params) => request({ method, params } as never) as Promise<RpcAnswer>;
}

/** What becomes of three requests of one turn: a result, a refusal, or nothing. */
async function outcomeOf(ask: RpcRequest): Promise<unknown[]> {
  const settled = await Promise.allSettled([0, 1, 2].map((each) => ask('echo', [each])));
  return settled.map((one) => {
    if (one.status === 'rejected') return 'no answer';
    const { error, result } = one.value;
    return error ? { refused: error.message } : { result: result ?? null };
  });
}

const reversed = (body: Asked | Asked[]): Reply => {
  const { text } = echo(body);
  const answers = JSON.parse(text) as unknown;
  return { text: JSON.stringify(Array.isArray(answers) ? answers.reverse() : answers) };
};
const error = { code: -32_005, message: 'too much at once' };
const refusal = { jsonrpc: '2.0', id: null, error };
const eachRefused = (body: Asked | Asked[]) =>
  JSON.stringify([body].flat().map(({ id }) => ({ jsonrpc: '2.0', id, error })));
const inText = (text: string, more: Partial<Reply> = {}) => [() => ({ text, ...more })] as const;

describe('JSON-RPC', () => {
  it('CHAN-014 sends the requests of one turn together, so many at most, and gives each its answer', async () => {
    const { url, bodies } = await serve(reversed);
    const ask = requestsOf(url, 50);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => ask('echo', [at])));
    expect(answers.map(({ result }) => result)).toEqual(answers.map((_, at) => at));
    expect(bodies.map((body) => [body].flat().length).sort()).toEqual([20, 50, 50]);
    expect(await ask('echo', ['later'])).toEqual({ result: 'later' });
    const ids = bodies.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(121);
    const alone = await serve(echo);
    expect(await requestsOf(alone.url)('echo', ['alone'])).toEqual({ result: 'alone' });
    expect(alone.bodies[0]).toMatchObject({ jsonrpc: '2.0', method: 'echo', params: ['alone'] });
  });

  it.each<[string, (body: Asked | Asked[]) => Reply]>([
    ['all answers', echo],
    ['all answers in another order', reversed],
    ['answers as plain text', (body) => ({ ...echo(body), type: 'text/plain' })],
    ['a refusal of each', (body) => ({ text: eachRefused(body) })],
    ['a refusal of each, with a bad status', (body) => ({ text: eachRefused(body), status: 400 })],
    ['one refusal of all', ...inText(JSON.stringify(refusal))],
    ['one refusal of all, in a list', ...inText(JSON.stringify([refusal]))],
    ['one refusal of all, with a bad status', ...inText(JSON.stringify(refusal), { status: 429 })],
    ['too few answers', (body) => ({ text: JSON.stringify([body].flat().slice(0, 2)) })],
    ['an empty list', ...inText('[]')],
    ['nothing', ...inText('')],
    ['null', ...inText('null')],
    ['a page', ...inText('<html>', { type: 'text/html' })],
    ['no JSON', ...inText('{"result":')],
    ['a bad status with a page', ...inText('<html>', { status: 502, type: 'text/html' })],
    ['a bad status with nothing', ...inText('', { status: 500 })],
    ['a bad status with an error in words', ...inText('{"error":"busy"}', { status: 503 })],
    ['a bad status with a result', ...inText('{"result":"0x1"}', { status: 404 })],
    ['too large an answer', (body) => ({ text: `${echo(body).text}${' '.repeat(LARGEST)}` })],
    ['as large an answer as may be', (body) => ({ text: echo(body).text.padEnd(LARGEST) })],
  ])('CHAN-014 makes of %s what another library makes of it', async (_, reply) => {
    for (const batch of [undefined, 2, 50]) {
      const { url } = await serve(reply);
      const [ours, theirs] = [requestsOf(url, batch), viemRequests(url, batch)];
      expect(await outcomeOf(ours), `${batch}`).toEqual(await outcomeOf(theirs));
    }
  });

  it('CHAN-014 does not take the answer of another request, and nothing that is no answer', async () => {
    const shifted = (body: Asked | Asked[]): Reply => ({
      text: JSON.stringify([body].flat().map(({ id }) => ({ id: id + 1, result: id }))),
    });
    const { url } = await serve(shifted);
    expect(await outcomeOf(requestsOf(url, 50))).toEqual(Array(3).fill('no answer'));
    const number = await serve(() => ({ text: '7' }));
    for (const batch of [undefined, 50]) {
      const outcome = await outcomeOf(requestsOf(number.url, batch));
      expect(outcome).toEqual(Array(3).fill('no answer'));
    }
  });

  it('CHAN-012 shows a name and a password to the node and to nobody else', async () => {
    const { port, heads } = await serve(() => ({ text: 'no', status: 401 }));
    const ask = requestsOf(`http://ann%40x:p%C3%A4ss@127.0.0.1:${port}/secret-key`, 50);
    const reason = await ask('echo', []).catch((caught: unknown) => caught);
    expect(heads[0]?.authorization).toBe(`Basic ${Buffer.from('ann@x:päss').toString('base64')}`);
    expect(reason).toMatchObject({ message: '401 "no"' });
    expect(`${(reason as Error).stack}`).not.toMatch(/secret-key|ann|päss/);
    const nameless = requestsOf(`http://:p%C3%A4ss@127.0.0.1:${port}/secret-key`, 50);
    const other = await nameless('echo', []).catch((caught: unknown) => caught);
    expect(heads[1]?.authorization).toBe(`Basic ${Buffer.from(':päss').toString('base64')}`);
    expect(`${(other as Error).stack}`).not.toMatch(/secret-key|p%C3|päss/);
  });
});
