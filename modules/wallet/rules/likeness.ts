/** How many characters people compare at either end. */
const ENDS = 4;
const PREFIX = /^0x/i;

/**
 * Whether somebody could take one address for the other: its first and last characters are alike
 * and it is another one. Such addresses are made to be copied from a list of payments by mistake.
 */
export function resembles(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (a === b || a.length < 2 * ENDS || b.length < 2 * ENDS) return false;
  return a.slice(0, ENDS) === b.slice(0, ENDS) && a.slice(-ENDS) === b.slice(-ENDS);
}

const bare = (address: string) => address.trim().replace(PREFIX, '').toLowerCase();
