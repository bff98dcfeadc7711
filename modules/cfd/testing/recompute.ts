/**
 * Recomputes the amounts of a receipt from what it says and the published terms, with arithmetic
 * of its own: names what differs.
 */

type Texts = Readonly<Record<string, unknown>>;

const ONE = 100_000_000n;

export function recomputed(receipt: Texts, terms: Texts, opened: Texts | undefined): string[] {
  const faults: string[] = [];
  const check = (what: string, got: unknown, wanted: bigint) => {
    if (units(got) !== wanted) faults.push(`${what} is ${got}`);
  };
  const side = receipt.side === 'buy' ? 1n : -1n;
  const quantity = (units(receipt.lots) * units(terms.contractSize)) / ONE;
  const index = units(receipt.indexPrice);
  const spread = spreadOf(receipt, terms);
  if (receipt.kind !== 'ended') check('the spread', receipt.spread, spread);
  const isConverted = receipt.conversionPrice !== undefined;
  if (isConverted !== (terms.conversionIndex !== undefined)) faults.push('what converts is named');
  const [of, per] = worthOf(receipt, terms);
  const bid = index - spread / 2n;
  const [buys, sells] = [bid + spread, bid];
  if (receipt.kind === 'opened') {
    const price = side > 0n ? buys : sells;
    check('the price', receipt.price, price);
    check(
      'the margin',
      receipt.margin,
      ceil(price * quantity * of, ONE * big(receipt.leverage) * per),
    );
    check('the amount', receipt.amount, 0n);
  } else if (receipt.kind === 'closed') {
    const price = side > 0n ? sells : buys;
    if (receipt.why !== 'guaranteedStop') check('the price', receipt.price, price);
    check('the entry', receipt.entry, units(opened?.price));
    const moved = side * (units(receipt.price) - units(receipt.entry));
    check('the amount', receipt.amount, floor(moved * quantity * of, ONE * per));
  } else if (receipt.kind === 'financed') {
    const carry = big(terms.carry) * big(receipt.carryNights) * 365n * 1_000_000n;
    const days = big(terms.carryDays);
    const admin = index * big(terms.adminPpm) * big(receipt.adminNights) * days;
    const each = -side * carry - admin;
    const divisor = days * 365n * 1_000_000n * ONE;
    check('the amount', receipt.amount, floor(each * quantity * of, divisor * per));
  }
  return faults;
}

/** What one of the currency of its prices is in USDT, as a fraction. */
function worthOf({ conversionPrice }: Texts, { conversionWay }: Texts): [bigint, bigint] {
  if (conversionPrice === undefined) return [1n, 1n];
  const price = units(conversionPrice);
  return conversionWay === 'times' ? [price, ONE] : [ONE, price];
}

/** Of a contract whose session never ends. */
function spreadOf(receipt: Texts, terms: Texts): bigint {
  const recent = (receipt.recent as readonly string[]).map(units);
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : 1));
  const [least = 1n, most = least] = [sorted[0], sorted.at(-1)];
  const range = ((most - least) * 1_000_000n) / least;
  const calm = big(terms.calmPpm);
  return units(terms.spread) * (range >= 4n * calm ? 4n : range >= calm ? 2n : 1n);
}

const big = (value: unknown) => BigInt(value as number);
const ceil = (a: bigint, d: bigint) => (a + d - 1n) / d;
const floor = (a: bigint, d: bigint) => (a < 0n ? -ceil(-a, d) : a / d);

function units(text: unknown): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  if (whole === undefined) return -1n;
  const value = BigInt(whole + fraction.padEnd(8, '0'));
  return sign === '-' ? -value : value;
}
