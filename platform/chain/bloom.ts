import * as Hash from 'ox/Hash';
import type { Hex } from 'ox/Hex';

const BITS = 2_047;
const BYTES = 256;

/** The three bits of a header's logs bloom that an address or a topic of a log sets. */
function bitsOf(item: Hex): number[] {
  const hash = Hash.keccak256(item, { as: 'Bytes' });
  return [0, 2, 4].map((at) => ((hash[at]! << 8) | hash[at + 1]!) & BITS);
}

const known = new Map<Hex, readonly number[]>();
/** Tokens and the topic that are asked for again and again; others pass through. */
const MOST_KNOWN = 1_024;

function knownBits(item: Hex): readonly number[] {
  const found = known.get(item);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const bits = bitsOf(item);
  known.set(item, bits);
  return bits;
}

/**
 * Whether a block may have a log of `items` (its address and topics), by the bloom in its header:
 * a no is certain, a yes is not.
 */
export function mayHave(bloom: Hex, ...items: Hex[]): boolean {
  return items.every((item) =>
    knownBits(item).every((bit) => {
      const digits = bloom.slice(-2 * ((bit >> 3) + 1)).slice(0, 2);
      return (Number.parseInt(digits, 16) >> (bit & 7)) & 1;
    }),
  );
}

/** The bloom of a block with these logs. A block whose header has another one has other logs. */
export function bloomOf(logs: readonly { address: Hex; topics: readonly Hex[] }[]): Hex {
  const bytes = Buffer.alloc(BYTES);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) {
      for (const bit of knownBits(item)) bytes[BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7);
    }
  }
  return `0x${bytes.toString('hex')}`;
}
