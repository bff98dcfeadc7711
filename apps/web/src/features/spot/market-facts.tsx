import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Ltr } from '../../ui/ltr.tsx';
import { useDeal } from './deal.tsx';
import css from './market-facts.module.css';

/** The rules of the market, where there is room: what the engine will check and charge. */
export function MarketFacts() {
  const { t } = useTranslation();
  const { market } = useDeal();
  const format = useFormat();
  const { base, quote } = market;
  const facts = [
    [t(($) => $.spot.facts.maker), format.ppm(market.makerFeePpm)],
    [t(($) => $.spot.facts.taker), format.ppm(market.takerFeePpm)],
    [t(($) => $.spot.facts.tick), `${format.plain(market.tickSize)} ${quote}`],
    [t(($) => $.spot.facts.step), `${format.plain(market.stepSize)} ${base}`],
    [t(($) => $.spot.facts.minNotional), `${format.plain(market.minNotional)} ${quote}`],
    [t(($) => $.spot.facts.maxNotional), `${format.plain(market.maxNotional)} ${quote}`],
  ];
  return (
    <section className={css.facts} aria-label={t(($) => $.spot.facts.title)}>
      <h2 className={css.title}>{t(($) => $.spot.facts.title)}</h2>
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
      <p className={css.note}>{t(($) => $.spot.facts.house)}</p>
    </section>
  );
}
