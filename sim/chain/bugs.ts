import type { ChainNode } from '@assay/platform/chain/node';
import type { ChainRows } from '@assay/platform/chain/rows';
import type { ScannerOptions } from '@assay/platform/chain/scanner';
import { carefulBank, forgetfulBank } from './bank.ts';
import type { Bug } from './scripted.ts';
import { OURS, TOKENS, UNWATCHED } from './traffic.ts';

/** `target` with some methods of another kind. */
function instead<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (name in methods) return methods[name as keyof T];
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const withNode =
  (change: (node: ChainNode) => Partial<ChainNode>): NonNullable<Bug['options']> =>
  (options) => ({ ...options, node: instead(options.node, change(options.node)) });

const withWatch =
  (change: Partial<ScannerOptions['watch']>): NonNullable<Bug['options']> =>
  (options) => ({ ...options, watch: { ...options.watch, ...change } });

function withoutSecond({ second: _, ...options }: ScannerOptions): ScannerOptions {
  return options;
}

function deliversAtMostOnce(rows: ChainRows): ChainRows {
  return instead(rows, {
    undelivered: async (chainId, limit) => {
      const transfers = await rows.undelivered(chainId, limit);
      await rows.delivered(chainId, transfers, 1);
      return transfers;
    },
  });
}

/** Careless versions of a scanner, or of whoever receives what it finds. */
export const bugs: Readonly<Record<string, Bug>> = {
  'credits whatever is delivered': { bank: forgetfulBank },
  'credits a transaction once': { bank: () => carefulBank(({ transaction }) => transaction) },
  'takes the same amount for the same deposit': {
    bank: () => carefulBank(({ recipient, amount }) => `${recipient} ${amount}`),
  },
  'credits at the first confirmation': { options: (options) => ({ ...options, finality: 1 }) },
  'calls final what has a confirmation less': {
    options: (options) => {
      const { finality } = options;
      return finality === 'finalized' ? options : { ...options, finality: finality - 1 || 1 };
    },
  },
  'marks as delivered what it then delivers': { rows: deliversAtMostOnce },
  'does not ask the second node': { options: withoutSecond },
  'compares the first digits of an address': {
    options: withWatch({
      ours: async (addresses) => {
        const starts = new Set(OURS.map((address) => address.slice(0, 12)));
        return new Set(addresses.filter((one) => starts.has(one.slice(0, 12))));
      },
    }),
  },
  'takes any token': { options: withWatch({ tokens: [...TOKENS, UNWATCHED] }) },
  'does not look whether a transaction succeeded': {
    options: withNode((node) => ({
      receipt: async (transaction) => {
        const receipt = await node.receipt(transaction);
        return receipt && { ...receipt, succeeded: true };
      },
    })),
  },
};
