import { randomBytes } from 'node:crypto';
import type { BankOffer, BankWay } from '@assay/modules/wallet';
import type { Parts } from '../parts.ts';
import { CURRENCIES, plainName, proceedsOf, referenceOf } from '../rules.ts';
import { payeesOf } from '../store/payees.ts';
import { freshOf } from '../views.ts';

/** The way out by banks, for withdrawals: currencies with an account of the house and a rate. */
export function bankWay(parts: Parts): BankWay {
  const { realm, database } = parts;
  return {
    offers: async (now) => {
      const payees = await payeesOf(database.pool);
      const spreadPpm = parts.spreadPpm(now);
      return CURRENCIES.flatMap((currency): BankOffer[] => {
        const isPaid = payees.some((one) => one.isOpen && one.currency === currency);
        const rate = isPaid ? freshOf(parts.rate(currency, now), now) : null;
        if (rate === null) return [];
        const { units, at, source, tick } = rate;
        const fixed = { rate: units, rateAt: at, rateSource: source, rateTick: tick };
        return [{ currency, ...fixed, spreadPpm, most: realm.money(currency) }];
      });
    },
    proceeds: (amount, { rate, spreadPpm }) => proceedsOf(amount, { units: rate }, spreadPpm),
    reference: () => referenceOf(randomBytes(16), 'BW'),
    isOwnName: async (userId, name) => {
      const own = await parts.nameOf(userId);
      return own !== null && plainName(own) === plainName(name);
    },
  };
}
