import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { aboutKeyOf } from '@assay/modules/markets/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MarketView } from '../../lib/api/wire.ts';
import { useDesk } from '../context.tsx';
import css from './market-facts.module.css';

/** Whether orders at market have bounds of their own. */
function ownMarketLots(market: MarketView): boolean {
  const { minQuantity, maxQuantity, marketMinQuantity, marketMaxQuantity } = market;
  return minQuantity !== marketMinQuantity || maxQuantity !== marketMaxQuantity;
}

/** The rules of the market, where there is room: what the engine will check and charge. */
export function MarketFacts() {
  const { t } = useTranslation();
  const { market, product } = useDesk();
  const { note } = product.useWords();
  const format = useFormat();
  const { base, quote } = market;
  const { marketMinQuantity, marketMaxQuantity } = market;
  const bounds = [marketMinQuantity, marketMaxQuantity];
  const atMarket = bounds.map((quantity) => format.plain(quantity)).join(' – ');
  const facts = [
    [t(($) => $.desk.facts.maker), format.ppm(market.makerFeePpm)],
    [t(($) => $.desk.facts.taker), format.ppm(market.takerFeePpm)],
    [t(($) => $.desk.facts.tick), `${format.plain(market.tickSize)} ${quote}`],
    [t(($) => $.desk.facts.step), `${format.plain(market.stepSize)} ${base}`],
    ...(ownMarketLots(market)
      ? [[t(($) => $.desk.facts.atMarket), `${atMarket} ${base}`] as const]
      : []),
    [t(($) => $.desk.facts.minNotional), `${format.plain(market.minNotional)} ${quote}`],
    [t(($) => $.desk.facts.maxNotional), `${format.plain(market.maxNotional)} ${quote}`],
  ];
  return (
    <section className={css.facts} aria-label={t(($) => $.desk.facts.title)}>
      <h2 className={css.title}>{t(($) => $.desk.facts.title)}</h2>
      <dl className={css.list}>
        {facts.map(([name, value]) => (
          <div key={name} className={css.line}>
            <dt>{name}</dt>
            <dd>
              <Ltr>{value}</Ltr>
            </dd>
          </div>
        ))}
      </dl>
      <Link to={`/text?id=${aboutKeyOf(base)}`}>
        {t(($) => $.desk.facts.about, { name: market.name })}
      </Link>
      {note === undefined ? null : <p className={css.note}>{note}</p>}
    </section>
  );
}
