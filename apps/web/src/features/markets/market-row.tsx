import table from '@assay/kit/data/table.module.css';
import { Change, Compact, Fixed } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Sparkline } from '@assay/kit/display/sparkline.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconInfoCircle } from '@assay/kit/icons/info-circle.ts';
import { aboutKeyOf } from '@assay/modules/markets/rules';
import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MarketView } from '../../lib/api/wire.ts';
import { deskPath } from '../../lib/data/desk-path.ts';
import { contractOf, pairText } from '../../lib/data/pair-text.ts';
import { useFigures, useHeadline } from '../../lib/data/use-headline.ts';
import { useClosedUntil } from '../../lib/data/use-session.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { PairName } from '../../ui/pair-name.tsx';
import { TickingPrice } from '../../ui/ticking-price.tsx';
import { Traded } from '../../ui/traded.tsx';
import css from './market-table.module.css';
import { Star } from './star.tsx';

interface MarketProps {
  market: MarketView;
}

interface RowProps extends MarketProps {
  /** Only what a phone has room for; its style sheet hides the rest of the head. */
  brief: boolean;
}

/** One market: its name and its live figures, in cells of fixed width. */
export const MarketRow = memo(function MarketRow({ market, brief }: RowProps) {
  const { price, isMark, change24h } = useHeadline(market);
  const isClosed = useClosedUntil(market) !== null;
  const { t } = useTranslation();
  return (
    <tr>
      <Named market={market} />
      <td className={table.figure} data-live="">
        <span className={css.twoLines}>
          {/* From one kind of price to the other is no move. */}
          <TickingPrice
            key={isMark ? 'mark' : 'last'}
            value={price}
            decimals={market.priceDecimals}
            className={`${css.last} ${isClosed ? css.closed : ''}`}
          />
          <span className={css.name}>
            {isMark ? t(($) => $.markets.mark) : t(($) => $.markets.last)}
          </span>
        </span>
      </td>
      <td className={table.figure} data-live="">
        <Change value={change24h} className={css.change} />
      </td>
      {brief ? null : <MoreFigures market={market} change24h={change24h} />}
    </tr>
  );
});

/** What a wider screen has room for. */
function MoreFigures({ market, change24h }: MarketProps & { change24h: string }) {
  const { t } = useTranslation();
  const figures = useFigures(market);
  return (
    <>
      <td className={table.figure} data-live="">
        <Fixed value={figures.high24h} decimals={market.priceDecimals} />
      </td>
      <td className={table.figure} data-live="">
        <Fixed value={figures.low24h} decimals={market.priceDecimals} />
      </td>
      <td className={table.figure} data-live="">
        <span className={css.twoLines}>
          <Traded value={figures.quoteVolume24h} unit={market.quote} />
          <span className={css.name}>
            <Sentence
              parts={{ volume: <Compact value={figures.referenceVolume24h} unit={market.base} /> }}
            >
              {(put) => t(($) => $.markets.reference, put)}
            </Sentence>
          </span>
        </span>
      </td>
      <td className={css.spark} data-live="">
        <Sparkline values={market.spark} change={change24h} />
      </td>
      <TradeCell market={market} />
    </>
  );
}

/** What does not change with the figures is not drawn with them. */
const Named = memo(function Named({ market }: MarketProps) {
  const { t } = useTranslation();
  const desk = deskPath(market);
  return (
    <>
      <td className={css.star}>
        <Star market={market.market} pair={pairText(market)} />
      </td>
      <th scope="row">
        <span className={css.named}>
          <AssetMark asset={market.base} size={26} />
          {desk === undefined ? (
            <span className={css.names}>
              <Names market={market} />
            </span>
          ) : (
            <Link to={desk} className={`${css.names} ${css.pair}`}>
              <Names market={market} />
            </Link>
          )}
          {market.class === 'coin' && (
            <Link
              to={`/text?id=${aboutKeyOf(market.base)}`}
              className={css.about}
              aria-label={t(($) => $.markets.aboutCoin, { name: market.name })}
              title={t(($) => $.markets.aboutCoin, { name: market.name })}
            >
              <IconInfoCircle size={15} stroke={1.5} aria-hidden="true" />
            </Link>
          )}
        </span>
      </th>
    </>
  );
});

const TradeCell = memo(function TradeCell({ market }: MarketProps) {
  return (
    <td className={table.end}>
      <TradeLink market={market} />
    </td>
  );
});

function Names({ market }: MarketProps) {
  const contract = contractOf(market.market);
  return (
    <>
      <PairName base={market.base} quote={market.quote} />
      <span className={css.name}>
        {contract === undefined ? market.name : `${market.name} · ${contract}`}
      </span>
    </>
  );
}

function TradeLink({ market }: MarketProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const closedUntil = useClosedUntil(market);
  const desk = deskPath(market);
  const { stage } = market;
  if (stage !== 'open') {
    return <span className={css.halted}>{t(($) => $.markets[stage])}</span>;
  }
  if (market.status === 'halted') {
    return <span className={css.halted}>{t(($) => $.markets.halted)}</span>;
  }
  if (closedUntil !== null) {
    const opening = format.dateTime(closedUntil);
    return <span className={css.halted}>{t(($) => $.markets.closedUntil, { opening })}</span>;
  }
  if (desk === undefined) return null;
  return (
    <Button
      component={Link}
      to={desk}
      variant="default"
      size="xs"
      className={css.above ?? ''}
      aria-label={t(($) => $.markets.tradePair, { pair: pairText(market) })}
    >
      {t(($) => $.markets.trade)}
    </Button>
  );
}
