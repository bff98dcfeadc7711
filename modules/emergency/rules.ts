/** Withdrawals of everybody; they leave the real realm only. */
export const WITHDRAWALS = 'withdrawals';

const MARKET = 'market:';

/** A market as what is stopped. */
export const marketSubject = (symbol: string) => `${MARKET}${symbol}`;

/** The symbol of the market that is stopped; null when something else is. */
export function stoppedMarket(subject: string): string | null {
  return subject.startsWith(MARKET) ? subject.slice(MARKET.length) : null;
}
