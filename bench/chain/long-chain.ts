import { createDice } from '@assay/core/testing/dice';
import type { ScriptedTransaction } from '@assay/platform/chain/testing/scripted-chain';
import {
  accountOf,
  ScriptedChain,
  transferLog,
  wordOf,
} from '@assay/platform/chain/testing/scripted-chain';
import { honest, serve } from '@assay/platform/chain/testing/scripted-node';
import { addressOf, CHAIN_ID, TOKEN } from './named.ts';

/** A node with a long chain: `long-chain.ts BLOCKS DEPOSITS ADDRESSES`; prints its address. */
const [blocks = 0, deposits = 0, addresses = 0] = process.argv.slice(2).map(Number);
const dice = createDice(1);
const sender = accountOf('sender');
const byBlock = new Map<number, ScriptedTransaction[]>();
for (let at = 0; at < deposits; at += 1) {
  const to = addressOf(dice.int(0, addresses - 1));
  const logs = [transferLog(TOKEN, sender, to, BigInt(at + 1))];
  const hash = wordOf('deposit', at);
  const sent = { hash, from: sender, to: TOKEN, value: 0n, succeeds: true, logs };
  const block = dice.int(1, blocks);
  byBlock.set(block, [...(byBlock.get(block) ?? []), sent]);
}
const chain = new ScriptedChain(CHAIN_ID);
for (let block = 1; block <= blocks; block += 1) chain.mine(...(byBlock.get(block) ?? []));
const node = await serve(honest(chain.live()));
process.stdout.write(`${node.url}\n`);
