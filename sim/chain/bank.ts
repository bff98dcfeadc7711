import type { StoredTransfer } from '@assay/platform/chain/rows';
import type { Due } from './reference.ts';

/** Whoever receives final transfers. It outlives the scanner, as the ledger outlives a process. */
export interface Bank {
  readonly credited: readonly Due[];
  credit(transfer: StoredTransfer): void;
}

export const dueOf = ({ transaction, place, token, recipient, amount }: StoredTransfer): Due => ({
  name: `${transaction} ${place}`,
  what: `${token ?? 'coin'} ${recipient} ${amount}`,
});

/** Credits each transfer once, under its name for ever, as the engine does under a command's id. */
export function carefulBank(nameOf = (transfer: StoredTransfer) => dueOf(transfer).name): Bank {
  const known = new Set<string>();
  const credited: Due[] = [];
  return {
    credited,
    credit: (transfer) => {
      const name = nameOf(transfer);
      if (known.has(name)) return;
      known.add(name);
      credited.push(dueOf(transfer));
    },
  };
}

/** Credits whatever comes. */
export function forgetfulBank(): Bank {
  const credited: Due[] = [];
  return { credited, credit: (transfer) => void credited.push(dueOf(transfer)) };
}
