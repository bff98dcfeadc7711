/**
 * IP addresses and ranges of them (CIDR, RFC 4632 and RFC 4291), read and written in one canonical
 * form (RFC 5952). An IPv4 address inside IPv6 (::ffff:1.2.3.4) is read as the IPv4 address.
 */

/** The addresses whose first `bits` bits are those of `bytes`: 4 bytes of IPv4, 16 of IPv6. */
export interface AddressRange {
  readonly bytes: readonly number[];
  readonly bits: number;
}

const IPV4_BYTES = 4;
const IPV6_BYTES = 16;
const IPV6_GROUPS = 8;
/** The beginning of an IPv6 address that stands for an IPv4 address. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** The bytes of an address; null for any other text. */
export function readAddress(text: string): readonly number[] | null {
  const bytes = text.includes(':') ? readIpv6(text) : readIpv4(text);
  const mapped = bytes?.length === IPV6_BYTES && MAPPED.every((byte, i) => bytes[i] === byte);
  return mapped ? bytes.slice(MAPPED.length) : bytes;
}

/**
 * An address, which is a range of one, or `address/bits`. Null for any other text, and for a range
 * that does not begin at its first address: 203.0.113.7/8 is probably a mistake.
 */
export function readRange(text: string): AddressRange | null {
  const [address = '', said, ...more] = text.split('/');
  const bytes = readAddress(address);
  if (bytes === null || more.length > 0) return null;
  const all = bytes.length * 8;
  if (said === undefined) return { bytes, bits: all };
  if (!/^(?:0|[1-9][0-9]{0,2})$/.test(said)) return null;
  const mapped = address.includes(':') && bytes.length === IPV4_BYTES ? MAPPED.length * 8 : 0;
  const bits = Number(said) - mapped;
  if (bits < 0 || bits > all) return null;
  const begins = masked(bytes, bits).every((byte, i) => byte === bytes[i]);
  return begins ? { bytes, bits } : null;
}

/** The canonical text: without `/bits` for a single address. */
export function rangeText({ bytes, bits }: AddressRange): string {
  const address = bytes.length === IPV4_BYTES ? bytes.join('.') : ipv6Text(bytes);
  return bits === bytes.length * 8 ? address : `${address}/${bits}`;
}

/** Whether every address of `inner` is one of `outer`. */
export function covers(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.bytes.length !== inner.bytes.length || outer.bits > inner.bits) return false;
  return masked(inner.bytes, outer.bits).every((byte, i) => byte === outer.bytes[i]);
}

/**
 * The network of an address, /24 of IPv4 and /56 of IPv6: enough for people to recognise their own.
 * Empty for a text that is not an address.
 */
export function networkText(ip: string): string {
  const bytes = readAddress(ip);
  if (bytes === null) return '';
  const bits = bytes.length === IPV4_BYTES ? 24 : 56;
  return rangeText({ bytes: masked(bytes, bits), bits });
}

/** The bytes with every bit after the first `bits` set to zero. */
function masked(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, i) => {
    const kept = Math.min(8, Math.max(0, bits - i * 8));
    return byte & (0xff00 >> kept) & 0xff;
  });
}

function readIpv4(text: string): readonly number[] | null {
  const parts = text.split('.');
  // Refuses leading zeros, which some parsers read as octal.
  const right = parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256);
  return right && parts.length === IPV4_BYTES ? parts.map(Number) : null;
}

function readIpv6(text: string): readonly number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = null, tail = null] = halves.map(readGroups);
  if (head === null) return null;
  if (halves.length === 1) return head.length === IPV6_BYTES ? head : null;
  if (tail === null) return null;
  const missing = IPV6_BYTES - head.length - tail.length;
  return missing >= 2 ? [...head, ...new Array<number>(missing).fill(0), ...tail] : null;
}

/** The bytes of `2001:db8:1`, whose last group may be a dotted IPv4 address; null for others. */
function readGroups(text: string, half: number, halves: readonly string[]): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    const isEnd = i === groups.length - 1 && half === halves.length - 1;
    const dotted = isEnd && group.includes('.') ? readIpv4(group) : null;
    if (dotted !== null) bytes.push(...dotted);
    else if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    else bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
  }
  return bytes;
}

/** RFC 5952: lower case, no leading zeros, the first of the longest runs of zeros as `::`. */
function ipv6Text(bytes: readonly number[]): string {
  const groups = Array.from({ length: IPV6_GROUPS }, (_, i) => {
    return ((bytes[i * 2]! << 8) | bytes[i * 2 + 1]!).toString(16);
  });
  let start = 0;
  let length = 0;
  for (let i = 0; i < IPV6_GROUPS; i++) {
    let end = i;
    while (groups[end] === '0') end += 1;
    if (end - i > length) [start, length] = [i, end - i];
  }
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}
