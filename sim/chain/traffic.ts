import type { Dice } from '@assay/core/testing/dice';
import {
  accountOf,
  type ScriptedLog,
  type ScriptedTransaction,
  transferLog,
  wordOf,
} from '@assay/platform/chain/testing/scripted-chain';
import type { Hex } from 'viem';

export const TOKENS = [accountOf('one token'), accountOf('another token')] as const;
export const UNWATCHED = accountOf('a token that nobody watches');
/** Ours; people pay to the same address again and again. */
export const OURS = Array.from({ length: 6 }, (_, at) => accountOf('ours', at));
const OTHERS = Array.from({ length: 6 }, (_, at) => accountOf('others', at));
const COLLECTOR = accountOf('takes a fee of each transfer');
const AMOUNTS = [1n, 999_999n, 1_000_000n, 25_000_000n, 10n ** 18n, 2n ** 256n - 1n];

/** What people and contracts send: what is for us, what only looks so, and what is for others. */
export class Traffic {
  readonly #dice: Dice;
  readonly #name: number;
  #sent = 0;

  constructor(dice: Dice, name: number) {
    this.#dice = dice;
    this.#name = name;
  }

  block(): ScriptedTransaction[] {
    const count = this.#dice.pick([0, 0, 0, 1, 1, 2, 3]);
    return Array.from({ length: count }, () => this.transaction());
  }

  transaction(): ScriptedTransaction {
    this.#sent += 1;
    const [hash, from] = [wordOf('sent', this.#name, this.#sent), this.#dice.pick(OTHERS)];
    const base = { hash, from, to: TOKENS[0], value: 0n, succeeds: true, logs: [] };
    switch (this.#dice.int(0, 9)) {
      case 0:
        return { ...base, to: this.#dice.pick(OURS), value: this.#amount() };
      case 1:
        return { ...base, to: this.#dice.pick(OURS), value: this.#amount(), succeeds: false };
      case 2:
        return { ...base, to: this.#dice.pick([null, ...OTHERS]), value: this.#amount() };
      default: {
        const count = this.#dice.pick([1, 1, 1, 2, 3, 5]);
        return { ...base, logs: Array.from({ length: count }, () => this.#logs()).flat() };
      }
    }
  }

  /** The same transaction as it ends on another block, where a contract may do something else. */
  again(transaction: ScriptedTransaction): ScriptedTransaction {
    if (transaction.logs.length === 0 || this.#dice.int(0, 3) > 0) return transaction;
    return { ...transaction, logs: this.#logs() };
  }

  #logs(): ScriptedLog[] {
    const [token, to] = [this.#dice.pick(TOKENS), this.#dice.pick(OURS)];
    const [from, amount] = [this.#dice.pick(OTHERS), this.#amount()];
    switch (this.#dice.int(0, 9)) {
      case 0:
        return [transferLog(UNWATCHED, from, to, amount)];
      case 1:
        return [transferLog(token, from, this.#dice.pick(OTHERS), amount)];
      case 2:
        return [{ ...transferLog(token, from, to, amount), topics: [wordOf('approved')] }];
      case 3:
        // A token that is not counted but named has the number among the topics.
        return [{ address: token, topics: [...topics(token, from, to), wordOf(1)], data: '0x' }];
      case 4:
        return [transferLog(token, from, to, 0n)];
      case 5:
        // A fee on the transfer: less arrives than was sent.
        return [
          transferLog(token, from, COLLECTOR, 1n),
          transferLog(token, from, to, 99n),
          transferLog(token, from, neighbour(to), 1n),
        ];
      default:
        return [transferLog(token, from, to, amount)];
    }
  }

  #amount(): bigint {
    return this.#dice.pick(AMOUNTS);
  }
}

const topics = (token: Hex, from: Hex, to: Hex): readonly Hex[] =>
  transferLog(token, from, to, 1n).topics;
/** An address that differs from one of ours in its last digit. */
const neighbour = (address: Hex): Hex =>
  `${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}` as Hex;
