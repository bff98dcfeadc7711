import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import '../locales/later/home-products.ts';
import css from './home-products.module.css';

/** What is open changes by the day; whoever wants it to the second opens the page of it. */
const AGAIN_MS = 60_000;

/** What this server offers beside its markets, each with what is open of it and the way to it. */
export function HomeProducts() {
  const { t } = useTranslation();
  const contracts = useContractsNote();
  const earn = useEarnNote();
  const launch = useLaunchNote();
  const products = [
    ['/preciousMetal', t(($) => $.homeProducts.contracts), contracts],
    ['/deal_jg', t(($) => $.homeProducts.delivery), t(($) => $.homeProducts.deliveryNote)],
    ['/profit_index', t(($) => $.homeProducts.earn), earn],
    ['/subscription', t(($) => $.homeProducts.launch), launch],
    ['/currency', t(($) => $.homeProducts.loans), t(($) => $.homeProducts.loansNote)],
    ['/benefits', t(($) => $.homeProducts.benefits), t(($) => $.homeProducts.benefitsNote)],
  ] as const;
  return (
    <section className={css.products} aria-label={t(($) => $.homeProducts.title)}>
      <h2>{t(($) => $.homeProducts.title)}</h2>
      <ul className={css.list}>
        {products.map(([to, name, note]) => (
          <li key={to}>
            <Link to={to} className={css.product}>
              <span className={css.name}>{name}</span>
              <span className={css.note}>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a list offers to whoever is here; undefined until it is known. */
function useOffer<Name extends 'getCfdContracts' | 'getProfitList' | 'getNewcoinsList'>(
  name: Name,
): CallOutput<Name> | undefined {
  const token = useSession((session) => session.token);
  const { data } = useQuery<CallOutput<Name>>({
    queryKey: ['home', name, token],
    queryFn: ({ signal }) => api.call(name, {} as CallInput<Name>, { signal, quiet: true }),
    staleTime: AGAIN_MS,
  });
  return data;
}

/** The highest leverage that the policy of the visitor's country leaves of what is published. */
function useContractsNote(): string {
  const { t } = useTranslation();
  const data = useOffer('getCfdContracts');
  if (data === undefined) return t(($) => $.homeProducts.contractsNote);
  const n = Math.max(0, ...data.contracts.map(({ leverage }) => leverage));
  if (n === 0) return t(($) => $.homeProducts.contractsNotOffered);
  return t(($) => $.homeProducts.contractsUpTo, { n });
}

/** The fixed terms that still take something, and the highest rate of them. */
function useEarnNote(): string {
  const { t } = useTranslation();
  const format = useFormat();
  const data = useOffer('getProfitList');
  if (data === undefined) return t(($) => $.homeProducts.earnNote);
  if (!data.offered) return t(($) => $.homeProducts.earnNotOffered);
  const open = data.products.filter(({ status, left }) => status === 'open' && Number(left) > 0);
  if (open.length === 0) return t(($) => $.homeProducts.earnNone);
  const most = Math.max(...open.map(({ yearlyPpm }) => yearlyPpm));
  return t(($) => $.homeProducts.earnOpen, { rate: format.share(most / 1e6), count: open.length });
}

/** The sale that is open, else the one that opens next. */
function useLaunchNote(): string {
  const { t } = useTranslation();
  const format = useFormat();
  const data = useOffer('getNewcoinsList');
  if (data === undefined) return t(($) => $.homeProducts.launchNote);
  const open = data.projects.filter(({ phase, soldOut }) => phase === 'open' && !soldOut);
  const [first] = open.toSorted((one, other) => one.closesAt - other.closesAt);
  if (first !== undefined) {
    const at = format.date(first.closesAt);
    return t(($) => $.homeProducts.launchOpen, { symbol: first.symbol, at });
  }
  const announced = data.projects.filter(({ phase }) => phase === 'announced');
  const [next] = announced.toSorted((one, other) => one.opensAt - other.opensAt);
  if (next === undefined) return t(($) => $.homeProducts.launchNone);
  const at = format.date(next.opensAt);
  return t(($) => $.homeProducts.launchNext, { symbol: next.symbol, at });
}
