/**
 * Where each command id was used: a hash table from the key of an id to the sequence number of its
 * command, for all ids ever given. 16 bytes an entry at half load, so that ids can be permanent
 * without a row of their own in the database. Keys may collide: whoever finds a candidate compares
 * the id in the log.
 */
export class CommandIndex {
  #keys: Float64Array;
  #seqs: Float64Array;
  #count = 0;

  constructor(capacity = 1 << 16) {
    this.#keys = new Float64Array(capacity);
    this.#seqs = new Float64Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  add(key: number, seq: number): void {
    if (this.#count * 2 >= this.#keys.length) this.#grow();
    this.#insert(key, seq);
    this.#count += 1;
  }

  /** Sequence numbers of the commands whose id may be the one with this key; mostly none. */
  candidates(key: number): number[] {
    const found: number[] = [];
    const mask = this.#keys.length - 1;
    for (let i = place(key, mask); this.#seqs[i] !== 0; i = (i + 1) & mask) {
      if (this.#keys[i] === key) found.push(this.#seqs[i] as number);
    }
    return found;
  }

  #insert(key: number, seq: number): void {
    const mask = this.#keys.length - 1;
    let i = place(key, mask);
    while (this.#seqs[i] !== 0) i = (i + 1) & mask;
    this.#keys[i] = key;
    this.#seqs[i] = seq;
  }

  #grow(): void {
    const keys = this.#keys;
    const seqs = this.#seqs;
    this.#keys = new Float64Array(keys.length * 2);
    this.#seqs = new Float64Array(keys.length * 2);
    for (let i = 0; i < keys.length; i += 1) {
      if (seqs[i] !== 0) this.#insert(keys[i] as number, seqs[i] as number);
    }
  }
}

function place(key: number, mask: number): number {
  const folded = (key / 0x100000000) ^ (key >>> 0);
  return (Math.imul(folded, 0x9e3779b1) >>> 7) & mask;
}

const LANE = 0x100000000;

/**
 * 53-bit key of an owner's command id: two independent 32-bit lanes, of which one is cut to 21
 * bits.
 */
export function commandKey(actor: number, id: string): number {
  let high = Math.imul(actor | 0, 0x85ebca6b) ^ 0x2545f491;
  let low = Math.imul((actor / LANE) | 0, 0xc2b2ae35) ^ actor ^ 0x9e3779b9;
  for (let i = 0; i < id.length; i += 1) {
    const code = id.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul((low << 5) ^ (low >>> 27) ^ code, 0x5bd1e995);
  }
  high ^= high >>> 15;
  low ^= low >>> 13;
  return ((high >>> 0) & 0x1fffff) * LANE + (low >>> 0);
}
