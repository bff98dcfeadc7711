import { times, units } from '../harness/money.ts';
import { CONTRACT } from './contract.ts';

export type Side = 'buy' | 'sell';

const CEILING = units(CONTRACT.maxPrice);
const PPM = 1_000_000n;
const up = (exact: bigint) => (exact + PPM - 1n) / PPM;

/** What a side can lose with a quantity at a price, in units of 10⁻⁸. */
export function stakeOf(side: Side, price: bigint, quantity: bigint): bigint {
  return times(side === 'buy' ? price : CEILING - price, quantity);
}

export interface Traded {
  readonly orderId: number;
  readonly side: Side;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly maker: boolean;
}

/** What one person has of the contract by what was traded alone: plain bigints. */
export class Reckoning {
  /** Above zero of the long side, below zero of the short side. */
  position = 0n;
  balance: bigint;
  /** Fees of each order before they are rounded up, in ppm of a unit. */
  readonly #exact = new Map<number, bigint>();

  constructor(balance: bigint) {
    this.balance = balance;
  }

  trade({ orderId, side, price, quantity, maker }: Traded): this {
    const rate = BigInt(maker ? CONTRACT.makerFeePpm : CONTRACT.takerFeePpm);
    const before = this.#exact.get(orderId) ?? 0n;
    const exact = before + times(price, quantity) * rate;
    this.#exact.set(orderId, exact);
    const against = side === 'buy' ? -this.position : this.position;
    const closed = against <= 0n ? 0n : against < quantity ? against : quantity;
    this.position += side === 'buy' ? quantity : -quantity;
    this.balance -= stakeOf(side, price, quantity) + up(exact) - up(before);
    this.balance += times(CEILING, closed);
    return this;
  }

  /** What an order that rests must hold: its stake, and what its fee may still become. */
  held(orderId: number, side: Side, price: bigint, quantity: bigint): bigint {
    const before = this.#exact.get(orderId) ?? 0n;
    const exact = before + times(price, quantity) * BigInt(CONTRACT.makerFeePpm);
    return stakeOf(side, price, quantity) + up(exact) - up(before);
  }
}
