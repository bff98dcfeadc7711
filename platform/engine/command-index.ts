/** Segments grow one by one, so that no growth delays commands for long. */
const SEGMENT_BITS = 8;
const SMALLEST_BITS = 3;
const EMPTY = 0;
const NONE: readonly number[] = [];

/**
 * Where each command id was used: a hash table from the key of an id to the sequence number of its
 * command, for all ids ever given. An entry takes 16 bytes at half load, so that ids can be
 * permanent without a row each in the database. Keys may collide: callers compare the id of each
 * candidate in the log.
 */
export class CommandIndex {
  readonly #segments = Array.from({ length: 1 << SEGMENT_BITS }, () => new Segment());
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(key: number, seq: number): void {
    const hash = hashOf(key);
    this.#segment(hash).add(hash, key, seq);
    this.#count += 1;
  }

  /** Sequence numbers of the commands whose ids have this key, in no order; mostly none. */
  candidates(key: number): readonly number[] {
    const hash = hashOf(key);
    return this.#segment(hash).candidates(hash, key);
  }

  #segment(hash: number): Segment {
    return this.#segments[hash >>> (32 - SEGMENT_BITS)] as Segment;
  }
}

/**
 * An open-addressed table, at most half full. Its slots go by the bits of the hash that do not
 * choose the segment.
 */
class Segment {
  #bits = SMALLEST_BITS;
  #keys = new Float64Array(1 << SMALLEST_BITS);
  #seqs = new Float64Array(1 << SMALLEST_BITS);
  #count = 0;

  add(hash: number, key: number, seq: number): void {
    if (this.#count * 2 >= this.#keys.length) this.#grow();
    this.#insert(hash, key, seq);
    this.#count += 1;
  }

  candidates(hash: number, key: number): readonly number[] {
    let found = NONE;
    const mask = this.#keys.length - 1;
    for (let i = slotOf(hash, this.#bits); this.#seqs[i] !== EMPTY; i = (i + 1) & mask) {
      if (this.#keys[i] === key) found = [...found, this.#seqs[i] as number];
    }
    return found;
  }

  #insert(hash: number, key: number, seq: number): void {
    const mask = this.#keys.length - 1;
    let i = slotOf(hash, this.#bits);
    while (this.#seqs[i] !== EMPTY) i = (i + 1) & mask;
    this.#keys[i] = key;
    this.#seqs[i] = seq;
  }

  #grow(): void {
    const keys = this.#keys;
    const seqs = this.#seqs;
    this.#bits += 1;
    this.#keys = new Float64Array(keys.length * 2);
    this.#seqs = new Float64Array(keys.length * 2);
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i] as number;
      if (seqs[i] !== EMPTY) this.#insert(hashOf(key), key, seqs[i] as number);
    }
  }
}

/** 32 well mixed bits of a key: both lanes, then the last rounds of MurmurHash3. */
export function hashOf(key: number): number {
  let hash = Math.imul(key / LANE, 0x9e3779b1) ^ (key >>> 0);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A slot among 2^bits: the bits of the hash next to those of the segment. */
export function slotOf(hash: number, bits: number): number {
  return (hash << SEGMENT_BITS) >>> (32 - bits);
}

/** The key of commands without an id. */
export const NO_KEY = 0;

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
