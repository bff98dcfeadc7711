import type { TermSpecs } from '@assay/core/schema/terms';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import {
  CONTRACT_TERMS,
  type ContractListing,
  conversionOf,
  readTerms,
} from '@assay/modules/cfd/rules';
import { useTranslation } from 'react-i18next';
import { type ListedProduct, ListOnIndexButton } from '../../ui/list-on-index.tsx';
import { quoteOn } from './columns.tsx';
import { Converted } from './converted.tsx';

const { status: _, ...CHANGED } = CONTRACT_TERMS;
/** What is decided once, and what may change later. Whether it is open is its market's stage. */
const SPECS: TermSpecs = {
  ...{ contractSize: { unit: 'lots', against: 'any' }, lotStep: { unit: 'lots', against: 'any' } },
  ...CHANGED,
};

const symbolOn = (index: string) => `${index.replace('-', '')}-CFD`;

const PRODUCT: Omit<ListedProduct, 'factsOn'> = {
  ...{ kind: 'contract', specs: SPECS, assetOn: quoteOn, symbolOn },
  /** As the coins of a new installation have it (decision 0070); sizes and prices are to be set. */
  first: {
    ...{ contractSize: '1000', lotStep: '0.01', spread: '0.001', thinMs: 0, thinPercent: 100 },
    ...{ calmPpm: 2_500, maxLeverage: 25, minLots: '0.01', maxLots: '20', maxNetLots: '100' },
    ...{ stressPpm: 150_000, carry: 0, carryDays: 1, adminPpm: 109_500, nights: 'daily' },
    ...{ holidays: '', premiumPpm: 3_000, guaranteedPpm: 30_000, tickSize: '0.0001' },
  },
  signed: (terms) => ({ status: 'trading', ...terms }),
  faultOf: (index, terms) => {
    const conversion = conversionOf(index);
    if (conversion === null) return 'index';
    const fixed = { symbol: symbolOn(index), index, underlying: 'crypto', ...conversion };
    const named = { ...fixed, ...terms };
    const read = readTerms(named as unknown as ContractListing);
    return typeof read === 'string' ? read : null;
  },
  /** What the rules of markets call what is typed here. */
  called: {
    ...{ tickTimesStep: 'tickSize', maxTicks: 'tickSize', quotePerTick: 'tickSize' },
    ...{ basePerLot: 'contractSize', quotePerTickLot: 'contractSize', stepSize: 'contractSize' },
    ...{ minQuantity: 'minLots', maxQuantity: 'maxLots' },
  },
};

/** The way to a new contract. */
export function ListContract({ indices }: { indices: readonly string[] }) {
  const { t } = useTranslation();
  // By which price its amounts become USDT follows from the index.
  const factsOn = (index: string) => {
    const conversion = conversionOf(index);
    const value = conversion === null ? NO_VALUE : <Converted {...conversion} />;
    return [{ label: t(($) => $.contracts.converted), value }];
  };
  return (
    <ListOnIndexButton
      product={{ ...PRODUCT, factsOn }}
      title={t(($) => $.contracts.list.title)}
      does={t(($) => $.contracts.list.does)}
      indices={indices}
    />
  );
}
