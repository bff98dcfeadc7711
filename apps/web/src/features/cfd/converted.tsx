import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Fixed, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from './cfd.module.css';
import { type Contract, useContract, useContractOn, useConversion } from './use-cfd.ts';

/** The price by which amounts become USDT now, as a line beside them; none: nothing converts. */
export function useConvertedLines(contract: Contract): readonly FigureLine[] {
  const { t } = useTranslation();
  const { conversionIndex } = contract.view.listing;
  if (conversionIndex === undefined) return [];
  return [
    {
      label: t(($) => $.cfd.converted.at, { pair: pairOf(conversionIndex) }),
      value: <PriceNow contract={contract} />,
      title: t(($) => $.cfd.converted.hint),
    },
  ];
}

/** The same with its pair, where no name stands beside it. */
export function ConvertedNow({ contract }: { contract: Contract }) {
  return (
    <>
      <Ltr>{pairOf(contract.view.listing.conversionIndex ?? '')}</Ltr>{' '}
      <PriceNow contract={contract} />
    </>
  );
}

/** An index by its pair, as a way to the contract on it. */
export function ConversionLink({ index }: { index: string }) {
  const by = useContractOn(index);
  const pair = <Ltr>{pairOf(index)}</Ltr>;
  if (by === undefined) return pair;
  return <Link to={`/preciousMetal?market=${by.terms.symbol}`}>{pair}</Link>;
}

function PriceNow({ contract }: { contract: Contract }) {
  const { price } = useConversion(contract);
  const { conversionIndex = '' } = contract.view.listing;
  const value = price === 0 ? undefined : formatSafe(price, SCALE);
  return (
    <span data-live="">
      <IndexPrice index={conversionIndex} value={value} />
    </span>
  );
}

interface IndexPriceProps {
  index: string;
  value: string | undefined;
}

/** A price of an index, as the contract on it writes its own. */
function IndexPrice({ index, value }: IndexPriceProps) {
  const by = useContractOn(index);
  if (by === undefined) return <Plain value={value} />;
  return <Fixed value={value} decimals={by.market.priceDecimals} />;
}

interface ConvertedAtProps {
  contract: string;
  /** The price that converted it; nothing did where there is none. */
  price: string | undefined;
  /** The tick that this is the price of. */
  tick?: number | undefined;
}

/** The price by which something became USDT, with its pair and its tick below. */
export function ConvertedAt({ contract, price, tick }: ConvertedAtProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const index = useContract(contract)?.view.listing.conversionIndex ?? '';
  if (price === undefined) return NO_VALUE;
  const pair = pairOf(index);
  return (
    <span className={css.priceAt}>
      <IndexPrice index={index} value={price} />
      <span className={css.at}>
        {tick === undefined
          ? pair
          : t(($) => $.cfd.converted.tick, { pair, n: format.integer(tick) })}
      </span>
    </span>
  );
}

/** An index as the pair that it prices. */
const pairOf = (index: string) => index.replace('-', '/');
