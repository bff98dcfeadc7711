const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);
const PPM = 1_000_000n;

/**
 * An amount as shown on the screen ("1,234.5 USDT") in units of 10⁻⁸. Amounts are computed here
 * without the product's own arithmetic, so that an error in it is found.
 */
export function units(shown: string): bigint {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(shown.replace(/[\u200e\u200f\u2066-\u2069]/g, ''));
  if (found === null) throw new Error(`no amount in ${JSON.stringify(shown)}`);
  const [whole = '', part = ''] = found[0].replace(/,/g, '').split('.');
  if (part.length > SCALE) throw new Error(`finer than 10⁻⁸: ${shown}`);
  const value = BigInt(whole.replace('-', '')) * UNIT + BigInt(part.padEnd(SCALE, '0'));
  return whole.startsWith('-') ? -value : value;
}

/** An amount as decimal text, as the calls and the fields take it. */
export function decimal(amount: bigint): string {
  const text = amount.toString().padStart(9, '0');
  return `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '');
}

/** price × quantity, which for prices and quantities of a market leaves no remainder. */
export function times(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / UNIT;
}

/** The fee on an amount at a shown rate in percent, rounded up in favour of the house. */
export function feeOn(amount: bigint, percent: string): bigint {
  const ppm = units(percent) / (UNIT / 10_000n);
  return (amount * ppm + PPM - 1n) / PPM;
}
