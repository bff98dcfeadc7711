import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import '../locales/later/home-products.ts';
import css from './home-products.module.css';

/** What this server offers beside its markets, each with the way to it. */
export default function HomeProducts() {
  const { t } = useTranslation();
  const products = [
    ['/preciousMetal', t(($) => $.homeProducts.contracts), t(($) => $.homeProducts.contractsText)],
    ['/deal_jg', t(($) => $.homeProducts.delivery), t(($) => $.homeProducts.deliveryText)],
    ['/profit_index', t(($) => $.homeProducts.earn), t(($) => $.homeProducts.earnText)],
    ['/subscription', t(($) => $.homeProducts.launch), t(($) => $.homeProducts.launchText)],
    ['/currency', t(($) => $.homeProducts.loans), t(($) => $.homeProducts.loansText)],
    ['/benefits', t(($) => $.homeProducts.benefits), t(($) => $.homeProducts.benefitsText)],
  ] as const;
  return (
    <section className={css.products} aria-label={t(($) => $.homeProducts.title)}>
      <h2>{t(($) => $.homeProducts.title)}</h2>
      <ul className={css.list}>
        {products.map(([to, name, text]) => (
          <li key={to}>
            <Link to={to} className={css.product}>
              <strong>{name}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
