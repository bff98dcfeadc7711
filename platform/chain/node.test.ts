import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ChainNode } from './node.ts';
import { NodeError } from './node-error.ts';
import { accountOf, ScriptedChain, transferLog, wordOf } from './testing/scripted-chain.ts';
import { type Answer, fetchFrom, honest, Refusal, serve } from './testing/scripted-node.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const transaction = {
  hash: wordOf('transaction'),
  from: accountOf('somebody'),
  to: accountOf('token'),
  value: 7n,
  succeeds: true,
  logs: [transferLog(accountOf('token'), accountOf('somebody'), accountOf('us'), 5n)],
};

function chain(): ScriptedChain {
  const made = new ScriptedChain(7);
  made.mine(transaction);
  made.mineEmpty(3);
  return made;
}

async function nodeOf(answer: Answer): Promise<ChainNode> {
  const served = await serve(answer);
  open.push(served);
  return new ChainNode(`${served.url}/secret-key`, { timeoutMs: 2_000 });
}

/** A server that answers each request as it likes. */
async function rawServer(listener: http.RequestListener): Promise<string> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`;
}

async function faultOf(promise: Promise<unknown>): Promise<NodeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw new Error(`no fault: ${String(error)}`);
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('secret-key');
  return error;
}

describe('a node', () => {
  it('CHAN-010 is read over HTTP', async () => {
    const scripted = chain();
    const node = await nodeOf(honest(scripted.live()));
    expect(await node.chainId()).toBe(7);
    const head = await node.head();
    expect(head).toMatchObject({ number: 4, hash: scripted.blocks[4]!.hash });
    expect(await node.header(5)).toBeNull();
    const block = await node.block(1);
    expect(block?.transactions[0]).toMatchObject({ hash: transaction.hash, value: 7n });
    const { topics } = transaction.logs[0]!;
    const [log] = await node.logs({ topics: [topics[0]!], from: 0, to: 4 });
    expect(log).toMatchObject({ blockNumber: 1, logIndex: 0, transactionHash: transaction.hash });
    const receipt = await node.receipt(transaction.hash);
    expect(receipt).toMatchObject({ succeeded: true, blockHash: block!.hash });
    expect(await node.receipts(block!.hash)).toEqual([receipt]);
    expect(await node.receipt(wordOf('other'))).toBeNull();
    expect(await node.receipts(wordOf('other'))).toBeNull();
  });

  it('CHAN-011 is asked again each time', async () => {
    const scripted = chain();
    const node = await nodeOf(honest(scripted.live()));
    expect((await node.head()).number).toBe(4);
    scripted.mine();
    expect((await node.head()).number).toBe(5);
  });

  it('CHAN-012 that is not there, does not answer in time, or breaks off, is down', async () => {
    const url = await rawServer(() => undefined);
    const silent = new ChainNode(url, { timeoutMs: 100 });
    expect((await faultOf(silent.head())).message).toContain('it took too long');
    const broken = await rawServer((_, response) => response.socket?.destroy());
    expect((await faultOf(new ChainNode(broken).head())).fault).toBe('down');
    const trickling = await rawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":');
    });
    expect((await faultOf(new ChainNode(trickling, { timeoutMs: 100 }).head())).fault).toBe('down');
    const busy = await rawServer((_, response) => response.writeHead(503).end('busy'));
    expect((await faultOf(new ChainNode(busy).head())).message).toContain('503');
    const nobody = new ChainNode('http://127.0.0.1:1/secret-key');
    expect((await faultOf(nobody.head())).fault).toBe('down');
  });

  it('CHAN-012 is asked once, however it fails', async () => {
    let asked = 0;
    const url = await rawServer((_, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    await faultOf(new ChainNode(url).head());
    expect(asked).toBe(1);
  });

  it('CHAN-012 that sends us elsewhere is not followed', async () => {
    let visits = 0;
    const elsewhere = await rawServer((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const url = await rawServer((_, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    expect((await faultOf(new ChainNode(url).head())).fault).toBe('down');
    expect(visits).toBe(0);
  });

  it('CHAN-013 that refuses says so in its own words', async () => {
    const node = await nodeOf(() => {
      throw new Refusal('query returned more than 10000 results');
    });
    const { fault, message } = await faultOf(node.head());
    expect(fault).toBe('refused');
    expect(message).toContain('more than 10000 results');
  });

  it.each<[string, Answer, (node: ChainNode) => Promise<unknown>]>([
    ['a number instead of a block', () => '0x1', (node) => node.header(1)],
    ['no head', () => null, (node) => node.head()],
    ['a word for a number', () => 'latest', (node) => node.chainId()],
    ['a number beyond all', () => `0x1${'0'.repeat(20)}`, (node) => node.chainId()],
    [
      'another block',
      (method, params) => honest(chain().live())(method, ['0x2', params[1]]),
      (node) => node.header(1),
    ],
    [
      'another transaction',
      () => honest(chain().live())('eth_getTransactionReceipt', [transaction.hash]),
      (node) => node.receipt(wordOf('other')),
    ],
    [
      'logs that are none',
      () => [{ address: '0x12' }],
      (node) => node.logs({ topics: [], from: 0, to: 1 }),
    ],
  ])('CHAN-013 that answers with %s is lying', async (_, answer, ask) => {
    const node = new ChainNode('http://node.test/secret-key', { fetch: fetchFrom(answer) });
    expect((await faultOf(ask(node))).fault).toBe('lying');
  });
});
