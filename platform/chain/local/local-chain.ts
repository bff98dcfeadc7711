import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fromCreate } from 'ox/ContractAddress';
import type { Hex } from 'ox/Hex';
import type { Log } from '../../log.ts';
import { amountOf } from '../amounts.ts';
import { type Anvil, type Ask, asking, killGroup, startAnvil } from './anvil.ts';
import { type Identity, Kept } from './kept.ts';
import { type Operator, openOperator } from './operator.ts';
import { type Sent, send } from './send.ts';
import { deployTestUsdt, mintTestUsdt, TEST_USDT_DECIMALS, transferTestUsdt } from './token.ts';

const SAVE_EVERY_MS = 1_000;
/** Blocks that are mined after the last transaction: more than anybody waits for. */
const BLOCKS_AFTER = 70;
/** While nothing happens there is a block as often as this, so that the state stays small. */
const REST_MS = 300_000;
/** Chain ids of trials: 13 digits, so that none is one of a public chain. */
const FIRST_ID = 1_337_000_000_000;
const IDS = 1_000_000_000;
const MAKERS_COIN: Hex = '0x204fce5e3e25026110000000';
/** Units of coin that whoever gets test money gets with it, for fees. */
const SOME_COIN = 10_000_000n;
const COIN_DECIMALS = 18;
const DEPLOY_GAS = 3_000_000;
/** Millionths of the test token that its maker makes for itself, and gives away. */
const STOCK = 10n ** 16n;

export interface LocalChainOptions {
  /** Where its state and its keys are; made if there is none. */
  readonly folder: string;
  /** Of the first chain in the folder. One that takes the place of a lost one has another. */
  readonly chainId?: number;
  /** Blocks come in this time; without it each transaction gets one at once. */
  readonly blockTimeMs?: number;
  readonly log: Log;
}

export interface LocalChain {
  readonly url: string;
  readonly chainId: number;
  readonly usdt: Hex;
  readonly operator: Operator;
  /**
   * Gives test USDT and some coin to an address, in units of 1e-8; answers with the transactions
   * as soon as the node has them.
   */
  faucet(address: Hex, amountUnits: bigint, coinUnits?: bigint): Promise<Hex[]>;
  /** Saves and ends it; the next start in the same folder goes on. */
  stop(): Promise<void>;
}

/**
 * Starts the chain in `folder`, or makes one with a test token. Whatever a process that was killed
 * has left running is ended first, with what it knew. A chain whose state is lost is named in the
 * log, and another one under another id takes its place: nothing of the two is ever mixed.
 * @throws StartError where this machine cannot run a node
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { log } = options;
  // The node may run elsewhere than we do.
  const folder = path.resolve(options.folder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = new Kept(folder);
  const port = kept.node()?.port ?? null;
  await endSurvivor(kept);
  const operator = openOperator(folder);
  const ground: Ground = { ...options, folder, kept, operator };
  const before = kept.chain();
  const opened = before?.identity ? await reopen(ground, before.identity, port) : null;
  if (opened && typeof opened !== 'string') return run(ground, opened.identity, opened.anvil);
  const lost = [...(before?.lost ?? [])];
  if (before?.identity) {
    const { chainId } = before.identity;
    log.warn({ chainId, why: opened }, 'the test chain is lost; another one takes its place');
    lost.push({ chainId, at: Date.now(), why: String(opened) });
  }
  kept.setAside();
  const made = await make(ground, new Set(lost.map(({ chainId }) => chainId)));
  kept.keepChain({ identity: made.identity, lost });
  return run(ground, made.identity, made.anvil);
}

interface Ground extends LocalChainOptions {
  readonly kept: Kept;
  readonly operator: Operator;
}

interface Opened {
  readonly identity: Identity;
  readonly anvil: Anvil;
}

/** Ends the node that a killed process has left, after it has said what it knows. */
async function endSurvivor(kept: Kept): Promise<void> {
  const [node, identity] = [kept.node(), kept.chain()?.identity];
  if (!node) return;
  const ask = asking(`http://127.0.0.1:${node.port}`);
  const answer = await ask<string>('eth_chainId').catch(() => null);
  // Whoever else has got the port since is another chain, or none.
  if (identity && answer !== null && BigInt(answer) === BigInt(identity.chainId)) {
    await kept.save(ask, identity.chainId).catch(() => undefined);
    killGroup(node.pid);
  }
  kept.forgetNode();
}

/** The chain that is kept, or why it is lost. */
async function reopen(
  ground: Ground,
  identity: Identity,
  port: number | null,
): Promise<Opened | string> {
  const { kept, operator } = ground;
  if (identity.maker !== operator.maker.address) return 'its keys are lost';
  const anvil = await spawnNode(ground, identity.chainId, port);
  const why = await kept.restore(anvil.ask, identity);
  if (why === null) return { identity, anvil };
  await anvil.kill();
  return why;
}

async function make(ground: Ground, lost: ReadonlySet<number>): Promise<Opened> {
  const { kept, operator } = ground;
  const { maker } = operator;
  let chainId = ground.chainId ?? newId();
  while (lost.has(chainId)) chainId = newId();
  const anvil = await spawnNode(ground, chainId, null);
  const { ask } = anvil;
  await ask('anvil_setBalance', maker.address, MAKERS_COIN);
  await send(ask, maker, chainId, { data: deployTestUsdt(), gas: DEPLOY_GAS });
  if (ground.blockTimeMs !== undefined) await ask('evm_mine');
  const usdt = fromCreate({ from: maker.address, nonce: 0n }).toLowerCase() as Hex;
  // A node that mines at once answers before it has.
  const deadline = Date.now() + MADE_TIMEOUT_MS;
  while ((await ask('eth_getCode', usdt, 'latest')) === '0x') {
    if (Date.now() > deadline) throw new Error('The test token was not made.');
    await pause(10);
  }
  await send(ask, maker, chainId, { to: usdt, data: mintTestUsdt(maker.address, STOCK) });
  if (ground.blockTimeMs !== undefined) await ask('evm_mine');
  await kept.save(ask, chainId);
  return { anvil, identity: { chainId, usdt, maker: maker.address } };
}

const MADE_TIMEOUT_MS = 10_000;

const newId = (): number => FIRST_ID + randomInt(IDS);

async function spawnNode(
  { folder, blockTimeMs, kept }: Ground,
  chainId: number,
  port: number | null,
): Promise<Anvil> {
  const minesAtOnce = blockTimeMs === undefined;
  const anvil = await startAnvil({ folder, chainId, minesAtOnce, port });
  kept.keepNode({ pid: anvil.pid, port: anvil.port });
  return anvil;
}

function run(ground: Ground, identity: Identity, first: Anvil): LocalChain {
  const { kept, operator, log } = ground;
  const { chainId, usdt } = identity;
  let anvil = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  const reviveIfEnded = async (): Promise<void> => {
    if (!anvil.hasEnded()) return;
    log.error({ chainId }, 'the node of the test chain went away; starting it again');
    const opened = await reopen(ground, identity, anvil.port);
    if (typeof opened === 'string') throw new Error(`The test chain is lost: ${opened}.`);
    anvil = opened.anvil;
    if (anvil.url !== first.url) throw new Error('The port of the test chain is taken.');
  };
  const pace = pacer(ground.blockTimeMs);
  const loop = (async () => {
    while (!signal.aborted) {
      const options = { signal, ref: false };
      await pause(tickOf(ground.blockTimeMs), null, options).catch(() => null);
      if (signal.aborted) return;
      try {
        await reviveIfEnded();
        await pace(anvil.ask);
        await kept.save(anvil.ask, chainId);
      } catch (err) {
        log.error({ err }, 'the test chain cannot go on; trying again');
      }
    }
  })();
  let turn: Promise<unknown> = Promise.resolve();
  const give = async (address: Hex, amount: bigint, coin: bigint): Promise<Hex[]> => {
    const gifts: Sent[] = [];
    if (coin > 0n) gifts.push({ to: address, value: coin });
    // It comes from somebody, so that it can go back there.
    if (amount > 0n && (await stockOf(anvil.ask, identity)) < amount)
      gifts.push({ to: usdt, data: mintTestUsdt(operator.maker.address, STOCK) });
    if (amount > 0n) gifts.push({ to: usdt, data: transferTestUsdt(address, amount) });
    const sent: Hex[] = [];
    for (const gift of gifts) sent.push(await send(anvil.ask, operator.maker, chainId, gift));
    return sent;
  };
  return {
    ...{ url: first.url, chainId, usdt, operator },
    faucet: async (address, amountUnits, coinUnits = SOME_COIN) => {
      const amount = amountOf(amountUnits, TEST_USDT_DECIMALS);
      const coin = amountOf(coinUnits, COIN_DECIMALS);
      if (amount === null || coin === null) {
        throw new RangeError('The test token has 6 decimals.');
      }
      // One after the other: each takes the next number of the maker.
      const given = turn.then(() => give(address, amount, coin));
      turn = given.catch(() => undefined);
      return given;
    },
    stop: async () => {
      stopping.abort();
      await loop;
      await kept.save(anvil.ask, chainId).catch((err) => log.error({ err }, 'not saved'));
      await anvil.kill();
      kept.forgetNode();
    },
  };
}

async function stockOf(ask: Ask, { usdt, maker }: Identity): Promise<bigint> {
  const data = `0x70a08231${maker.slice(2).padStart(64, '0')}`;
  return BigInt(await ask<string>('eth_call', { to: usdt, data }, 'latest'));
}

const tickOf = (blockTimeMs = SAVE_EVERY_MS): number => Math.min(blockTimeMs, SAVE_EVERY_MS);

/** Mines when there is something to mine, some blocks after it, and then now and then. */
function pacer(blockTimeMs: number | undefined): (ask: Ask) => Promise<void> {
  if (blockTimeMs === undefined) return async () => undefined;
  let minedAt = Date.now();
  let after = BLOCKS_AFTER;
  return async (ask) => {
    const idle = Date.now() - minedAt;
    // The next look comes up to a tick later.
    if (idle < blockTimeMs - tickOf(blockTimeMs) / 2) return;
    const { pending } = await ask<{ pending: string }>('txpool_status');
    if (BigInt(pending) > 0n) after = BLOCKS_AFTER;
    else if (after === 0 && idle < REST_MS) return;
    else after = Math.max(0, after - 1);
    await ask('evm_mine');
    minedAt = Date.now();
  };
}
