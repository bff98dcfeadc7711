import type { ChainRows } from '@assay/platform/chain/rows';
import type { Handlers } from '@assay/platform/http/context';
import type { KnownChain } from '../deposits/chains.ts';
import type { Filter } from '../deposits/store/deposits.ts';
import { stepsOf, tokenView } from '../deposits/view.ts';
import type { depositStaffCalls } from '../schema/deposits.ts';
import { type DepositCallsOptions, listDeposits } from './deposits.ts';

interface StaffOptions extends Pick<DepositCallsOptions, 'chains' | 'store' | 'tree'> {
  readonly rows: ChainRows;
}

export function depositStaffHandlers(options: StaffOptions): Handlers<typeof depositStaffCalls> {
  const { chains, rows, tree } = options;
  return {
    getChains: async () => ({
      hasKey: tree !== null,
      chains: await Promise.all(chains.list().map((known) => staffView(rows, known))),
    }),
    findDeposits: async ({ query, state, before, limit }) => {
      const filter = { ...meant(query.trim()), states: stepsOf(state), before, limit };
      const found = await listDeposits(options, filter);
      const deposits = found.slice(0, limit);
      const next = found.length > limit ? (deposits.at(-1)?.depositId ?? null) : null;
      return { deposits, next };
    },
  };
}

/** Digits are the number of a customer; anything else names a transaction or an address. */
function meant(query: string): Partial<Filter> {
  if (query === '') return {};
  if (/^#?[1-9][0-9]{0,14}$/.test(query)) return { userId: Number(query.replace('#', '')) };
  return { named: query.toLowerCase() };
}

async function staffView(rows: ChainRows, { chain, status }: KnownChain) {
  const { chainId, name, isTest, isOpen, confirmations, explorer, minutes, tokens } = chain;
  const { withdrawalConfirmations } = chain;
  return {
    ...{ chainId, name, isTest, isOpen, confirmations, withdrawalConfirmations, minutes },
    explorer,
    tokens: tokens.map((token) => ({ ...tokenView(token), isOpen: token.isOpen })),
    status: status && {
      hosts: [...status.hosts],
      ...{ head: status.head, read: status.read, final: status.final, readAt: status.readAt },
      trouble: status.trouble && { text: status.trouble.text, since: status.trouble.since },
      contradiction: status.contradiction,
      contradicted: (await rows.contradicted(chainId)).length,
    },
  };
}
