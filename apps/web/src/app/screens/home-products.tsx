import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import '../locales/later/home-products.ts';
import css from './home-products.module.css';

/** What this server offers beside its markets, each with the way to it. */
export function HomeProducts() {
  const { t } = useTranslation();
  const products = [
    ['/preciousMetal', t(($) => $.homeProducts.contracts)],
    ['/deal_jg', t(($) => $.homeProducts.delivery)],
    ['/profit_index', t(($) => $.homeProducts.earn)],
    ['/subscription', t(($) => $.homeProducts.launch)],
    ['/currency', t(($) => $.homeProducts.loans)],
    ['/benefits', t(($) => $.homeProducts.benefits)],
  ] as const;
  return (
    <section className={css.products} aria-label={t(($) => $.homeProducts.title)}>
      <h2>{t(($) => $.homeProducts.title)}</h2>
      <ul className={css.list}>
        {products.map(([to, name]) => (
          <li key={to}>
            <Link to={to} className={css.product}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
