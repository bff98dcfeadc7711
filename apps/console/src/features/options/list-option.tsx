import { TERMS_MS } from '@assay/core/option/window';
import {
  CASH,
  LISTED_OPTION_TERMS,
  marketOn,
  optionMarketOn,
  optionTermsOf,
} from '@assay/modules/options/rules';
import { useTranslation } from 'react-i18next';
import { useMarketIndices } from '../../lib/markets.ts';
import { type ListedProduct, ListOnIndexButton } from '../../ui/list-on-index.tsx';

const UNIT = 100_000_000;

/** As the coins of a new installation have it; which is why its volatility is a high one. */
const { status: _, ...FIRST } = optionTermsOf({
  ...{ status: 'closed', leastStake: UNIT, mostStake: 5_000 * UNIT },
  ...{ capacityExpiry: 20_000 * UNIT, capacityOpen: 500_000 * UNIT, feePpm: 0 },
  ...{ volatilityPpm: 800_000, saleFeePpm: 30_000, buyerSharePpm: 250_000, tickDelayMs: 3_000 },
  rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: 850_000 })),
});

const PRODUCT: ListedProduct = {
  ...{ kind: 'option', specs: LISTED_OPTION_TERMS, assetOn: () => CASH, symbolOn: marketOn },
  factsOn: () => [],
  ...{ first: FIRST, signed: (terms) => terms, called: {} },
  faultOf: (index, terms) => {
    const read = optionMarketOn(index, terms);
    return typeof read === 'string' ? read : null;
  },
};

/** The way to a market of options on an index that has none of `listed`. */
export function ListOption({ listed }: { listed: readonly { readonly index: string }[] }) {
  const { t } = useTranslation();
  const taken = new Set(listed.map(({ index }) => index));
  const indices = useMarketIndices().filter((index) => !taken.has(index));
  return (
    <ListOnIndexButton
      product={PRODUCT}
      title={t(($) => $.options.list.title)}
      does={t(($) => $.options.list.does)}
      indices={indices}
    />
  );
}
