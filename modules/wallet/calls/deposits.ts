import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { Chains, KnownChain } from '../deposits/chains.ts';
import type { Deposits, NamedTree } from '../deposits/deposits.ts';
import type { DepositStore, Filter } from '../deposits/store/deposits.ts';
import { chainView, depositView, stepsOf } from '../deposits/view.ts';
import type { DepositRow, depositCalls } from '../schema/deposits.ts';

/** How often somebody may ask for test money on a day (UTC). */
const TEST_MONEY_A_DAY = 5;

/** Gives test money of a trial on one chain. */
export interface Faucet {
  readonly asset: string;
  /** Whole and decimal, as people read it. */
  readonly amount: string;
  give(address: string): Promise<void>;
}

export interface DepositCallsOptions {
  readonly chains: Chains;
  readonly deposits: Deposits;
  readonly store: DepositStore;
  /** Null: no addresses are given out. */
  readonly tree: NamedTree | null;
  /** Whether somebody has read how money leaves, which comes before their first deposit. */
  readonly hasReadRules: (userId: number) => Promise<boolean>;
  /** By chain, in a trial. */
  readonly faucets: ReadonlyMap<number, Faucet>;
}

export function depositHandlers(options: DepositCallsOptions): Handlers<typeof depositCalls> {
  const { chains, deposits, store, tree, faucets, hasReadRules } = options;
  return {
    getDepositChains: async (_input, { actor, now }) => {
      const offered = tree === null ? [] : chains.list().filter(isOffered);
      const asked = await store.askedTestMoney(actor.userId, dayOf(now));
      const left = Math.max(0, TEST_MONEY_A_DAY - asked);
      return {
        chains: offered.map((known) => {
          const faucet = faucets.get(known.chain.chainId);
          const { asset = '', amount = '' } = faucet ?? {};
          return chainView(known, faucet ? { asset, amount, left } : null);
        }),
      };
    },
    getDepositAddress: async ({ chainId }, { actor }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const known = chains.find(chainId);
      if (known === null) return refuse('unknownChain');
      if (tree === null || !isOffered(known)) return refuse('depositsClosed');
      if (!(await hasReadRules(actor.userId))) return refuse('rulesUnread');
      return { chainId, address: await deposits.address(actor.userId, chainId, tree) };
    },
    getDeposits: async ({ state, ...query }, { actor }) => {
      if (actor.realm !== 'real') return { deposits: [], next: null };
      const filter = { ...query, states: stepsOf(state), userId: actor.userId };
      return pageOf(await listDeposits(options, filter), query.limit);
    },
    askTestMoney: async ({ chainId }, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const known = chains.find(chainId);
      if (known === null) return refuse('unknownChain');
      if (tree === null || !isOffered(known)) return refuse('depositsClosed');
      const faucet = faucets.get(chainId);
      if (faucet === undefined) return refuse('noTestMoney');
      const { userId } = actor;
      if (!(await hasReadRules(userId))) return refuse('rulesUnread');
      const times = await store.askTestMoney(userId, dayOf(now), TEST_MONEY_A_DAY);
      if (times === null) return refuse('testMoneyUsed', { limit: String(TEST_MONEY_A_DAY) });
      try {
        await faucet.give(await deposits.address(userId, chainId, tree));
      } catch (error) {
        await store.giveBackAsking(userId, dayOf(now));
        throw error;
      }
      const { asset, amount } = faucet;
      return { asset, amount, left: TEST_MONEY_A_DAY - times };
    },
  };
}

/** One more than a page, which says whether there is a next one. */
export async function listDeposits(
  { chains, store }: Pick<DepositCallsOptions, 'chains' | 'store'>,
  filter: Filter,
): Promise<(DepositRow & { readonly userId: number })[]> {
  const rows = await store.list({ ...filter, limit: filter.limit + 1 });
  const people = [...new Set(rows.filter(isCollected).map(({ userId }) => userId))];
  const sums = new Map<number, ReadonlyMap<string, bigint>>();
  for (const userId of people) sums.set(userId, await store.collectedOf(userId));
  return rows.flatMap((row) => {
    const known = chains.find(row.chainId);
    const { userId } = row;
    return known === null ? [] : [{ ...depositView(row, known, sums.get(userId) ?? NONE), userId }];
  });
}

const NONE: ReadonlyMap<string, bigint> = new Map();
const isCollected = ({ state }: { readonly state: string }) => state === 'collected';

function pageOf(rows: readonly (DepositRow & { readonly userId: number })[], limit: number) {
  const deposits = rows.slice(0, limit).map(({ userId: _, ...row }) => row);
  return { deposits, next: rows.length > limit ? (deposits.at(-1)?.depositId ?? null) : null };
}

/** A chain without a node is not read: nobody is asked to send anything there. */
const isOffered = ({ chain, status }: KnownChain) =>
  chain.isOpen && status !== null && chain.tokens.some(({ isOpen }) => isOpen);

const dayOf = (now: number) => Math.floor(now / DAY);
