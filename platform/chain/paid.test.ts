import { expect, it } from 'vitest';
import { ChainNode } from './node.ts';
import { type Payment, paidAs } from './paid.ts';
import {
  accountOf,
  ScriptedChain,
  type ScriptedTransaction,
  transferLog,
  wordOf,
} from './testing/scripted-chain.ts';
import { fetchFrom, honest } from './testing/scripted-node.ts';

const TOKEN = accountOf('token');
const [OURS, THEIRS, OTHER] = [accountOf('ours'), accountOf('theirs'), accountOf('other')];
const AMOUNT = 148_000_000n;

let made = 0;
function sent(change: Partial<ScriptedTransaction>): ScriptedTransaction {
  made += 1;
  const hash = wordOf('paid', made);
  return { hash, from: OURS, to: TOKEN, value: 0n, succeeds: true, logs: [], ...change };
}

const nodeOf = (chain: ScriptedChain) =>
  new ChainNode('http://node.test', { fetch: fetchFrom(honest(chain.live())) });
const ofToken = ({ hash: transaction }: ScriptedTransaction): Payment => ({
  ...{ transaction, token: TOKEN, recipient: THEIRS, amount: AMOUNT },
});
const paying = (to = THEIRS, amount = AMOUNT, token = TOKEN) =>
  transferLog(token, OURS, to, amount);

it('CHAN-030 a payment is what the chain has at a block that is final: the amount, at the address, by a transaction that succeeded', async () => {
  const chain = new ScriptedChain(1);
  const node = nodeOf(chain);
  const right = sent({ logs: [paying(OTHER), paying()] });
  const wrong = [
    sent({ logs: [paying(THEIRS, AMOUNT - 1n)] }),
    sent({ logs: [paying(THEIRS, AMOUNT + 1n)] }),
    sent({ logs: [paying(OTHER)] }),
    sent({ logs: [paying(THEIRS, AMOUNT, accountOf('another token'))] }),
    sent({ logs: [paying(), paying()] }),
    sent({ logs: [{ ...paying(), data: '0x' }] }),
    sent({ logs: [] }),
    sent({ succeeds: false }),
  ];
  const never = sent({ logs: [paying()] });
  chain.mine(right, ...wrong);
  const at = chain.head;
  chain.mineEmpty(3);
  expect(await paidAs([node], ofToken(right), at - 1)).toBe('early');
  expect(await paidAs([node], ofToken(right), at)).toBe('paid');
  for (const one of wrong) expect(await paidAs([node], ofToken(one), at)).toBe('other');
  expect(await paidAs([node], ofToken(never), at)).toBe('absent');
});

it('CHAN-030 of the coin it is what the transaction itself sent', async () => {
  const chain = new ScriptedChain(1);
  const node = nodeOf(chain);
  const [right, less, elsewhere] = [
    sent({ to: THEIRS, value: AMOUNT }),
    sent({ to: THEIRS, value: AMOUNT - 1n }),
    sent({ to: OTHER, value: AMOUNT }),
  ];
  chain.mine(right, less, elsewhere);
  const said = (one: ScriptedTransaction) =>
    paidAs([node], { ...ofToken(one), token: null }, chain.head);
  expect(await Promise.all([right, less, elsewhere].map(said))).toEqual(['paid', 'other', 'other']);
});

it('CHAN-030 of two nodes both must have it, and what is taken back is not there', async () => {
  const chain = new ScriptedChain(1);
  const one = sent({ logs: [paying()] });
  chain.mineEmpty(2);
  const other = chain.fork(1);
  chain.mine(one);
  other.mine();
  const nodes = [nodeOf(chain), nodeOf(other)];
  expect(await paidAs(nodes, ofToken(one), chain.head)).toBe('early');
  other.takeBack(1);
  other.mine(one);
  expect(await paidAs(nodes, ofToken(one), chain.head)).toBe('paid');
  chain.takeBack(1);
  other.takeBack(1);
  expect(await paidAs(nodes, ofToken(one), chain.head)).toBe('absent');
});
