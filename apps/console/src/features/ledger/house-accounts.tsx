import type { Realm } from '@assay/core/ledger/realm';
import type { CallOutput } from '@assay/core/schema/call';
import type { calls } from '@assay/modules/ledger/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { amount } from '../../lib/format.ts';
import css from '../../ui/sheet.module.css';
import { Loaded, Panel } from '../../ui/sheet.tsx';

type House = CallOutput<(typeof calls)['getHouseAccounts']>;

const POLL_MS = 5000;

/** The house's accounts in one realm, and the proof that all accounts sum to zero. */
export function HouseAccounts({ realm }: { realm: Realm }) {
  const { t } = useTranslation();
  const name = t(($) => $.engines[realm]);
  const query = useQuery({
    queryKey: ['house', realm],
    queryFn: ({ signal }) => call('getHouseAccounts', { realm }, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded query={query}>
      {({ accounts, sums }) => (
        <>
          <Panel title={t(($) => $.house.sumsTitle, { realm: name })}>
            {sums.length === 0 ? <Nothing /> : <Sums sums={sums} />}
          </Panel>
          <Panel title={t(($) => $.house.title, { realm: name })}>
            {accounts.length === 0 ? <Nothing /> : <Accounts accounts={accounts} />}
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return <p className={css.empty}>{t(($) => $.house.empty)}</p>;
}

function Sums({ sums }: { sums: House['sums'] }) {
  const { t } = useTranslation();
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.house.asset)}</th>
            <Head>{t(($) => $.house.house)}</Head>
            <Head>{t(($) => $.house.outside)}</Head>
            <Head>{t(($) => $.house.customers)}</Head>
            <Head>{t(($) => $.house.sum)}</Head>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ asset, house, outside, customers, sum }) => (
            <tr key={asset}>
              <td>{asset}</td>
              <Figure value={house} />
              <Figure value={outside} />
              <Figure value={customers} />
              <Figure value={sum} tone={sum === '0' ? css.good : css.bad} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.note}>{t(($) => $.house.note)}</p>
    </>
  );
}

function Accounts({ accounts }: { accounts: House['accounts'] }) {
  const { t } = useTranslation();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.house.account)}</th>
          <th scope="col">{t(($) => $.house.asset)}</th>
          <Head>{t(($) => $.house.available)}</Head>
          <Head>{t(($) => $.house.held)}</Head>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ owner, asset, available, held }) => (
          <tr key={`${owner} ${asset}`}>
            <td>
              <bdi dir="ltr">{owner}</bdi>
            </td>
            <td>{asset}</td>
            <Figure value={available} />
            <Figure value={held} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className={css.figure}>
      {children}
    </th>
  );
}

function Figure({ value, tone = '' }: { value: string; tone?: string | undefined }) {
  return (
    <td className={`${css.figure} ${tone}`}>
      <bdi dir="ltr">{amount(value)}</bdi>
    </td>
  );
}
