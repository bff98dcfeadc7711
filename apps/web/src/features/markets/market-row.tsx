import table from '@assay/kit/data/table.module.css';
import { Change, Compact, Fixed } from '@assay/kit/display/figures.tsx';
import { Sparkline } from '@assay/kit/display/sparkline.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MarketView } from '../../lib/api/wire.ts';
import { deskPath } from '../../lib/data/desk-path.ts';
import { useTicker } from '../../lib/data/markets.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { PairName } from '../../ui/pair-name.tsx';
import { TickingPrice } from '../../ui/ticking-price.tsx';
import { Traded } from '../../ui/traded.tsx';
import css from './market-table.module.css';
import { Star } from './star.tsx';

/** One market: its name and its live figures, in cells of fixed width. */
export function MarketRow({ market }: { market: MarketView }) {
  const figures = useTicker(market.market) ?? market;
  const { t } = useTranslation();
  const pair = `${market.base}/${market.quote}`;
  const desk = deskPath(market);
  return (
    <tr>
      <td className={css.star}>
        <Star market={market.market} pair={pair} />
      </td>
      <th scope="row">
        {desk === undefined ? (
          <span className={css.pair}>
            <Names market={market} />
          </span>
        ) : (
          <Link to={desk} className={css.pair}>
            <Names market={market} />
          </Link>
        )}
      </th>
      <td className={table.figure}>
        <TickingPrice value={figures.last} decimals={market.priceDecimals} className={css.last} />
      </td>
      <td className={table.figure}>
        <Change value={figures.change24h} className={css.change} />
      </td>
      <td className={table.figure}>
        <Fixed value={figures.high24h} decimals={market.priceDecimals} />
      </td>
      <td className={table.figure}>
        <Fixed value={figures.low24h} decimals={market.priceDecimals} />
      </td>
      <td className={table.figure}>
        <span className={css.volumes}>
          <Traded value={figures.quoteVolume24h} unit={market.quote} />
          <span className={css.name}>
            {t(($) => $.markets.reference)}{' '}
            <Compact value={figures.referenceVolume24h} unit={market.base} />
          </span>
        </span>
      </td>
      <td className={css.spark}>
        <Sparkline values={market.spark} change={figures.change24h} />
      </td>
      <td className={table.end}>
        <TradeLink market={market} pair={pair} desk={desk} />
      </td>
    </tr>
  );
}

function Names({ market }: { market: MarketView }) {
  return (
    <>
      <AssetMark asset={market.base} size={26} />
      <span className={css.names}>
        <PairName base={market.base} quote={market.quote} />
        <span className={css.name}>{market.name}</span>
      </span>
    </>
  );
}

function TradeLink(props: { market: MarketView; pair: string; desk: string | undefined }) {
  const { market, pair, desk } = props;
  const { t } = useTranslation();
  if (market.status === 'halted') {
    return <span className={css.halted}>{t(($) => $.markets.halted)}</span>;
  }
  if (desk === undefined) return null;
  return (
    <Button
      component={Link}
      to={desk}
      variant="default"
      size="xs"
      className={css.above ?? ''}
      aria-label={t(($) => $.markets.tradePair, { pair })}
    >
      {t(($) => $.markets.trade)}
    </Button>
  );
}
