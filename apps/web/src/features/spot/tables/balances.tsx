import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BalanceView } from '../../../lib/api/wire.ts';
import { useRealm } from '../../../lib/data/session.ts';
import { compareDecimals } from '../../../lib/format/compare.ts';
import { AssetMark } from '../../../ui/asset-mark.tsx';
import { Plain } from '../../../ui/figures.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import table from '../../../ui/table.module.css';
import { useAccount } from '../account-store.ts';
import { useDealPreferences } from '../preferences.ts';
import { TableBones } from './table-bones.tsx';
import css from './tables.module.css';

/** Balances worth less than this are small, in USDT. */
const SMALL = '1';

/** The balances that the filter leaves, the most valuable first. */
export function shownBalances(balances: readonly BalanceView[], hideSmall: boolean): BalanceView[] {
  return balances
    .filter(({ wallet, total, valueUsdt }) => {
      if (wallet !== 'currency' || compareDecimals(total, '0') <= 0) return false;
      // Without a price nobody knows whether it is small.
      return !hideSmall || valueUsdt === '' || compareDecimals(valueUsdt, SMALL) >= 0;
    })
    .sort((a, b) => compareDecimals(b.valueUsdt || '0', a.valueUsdt || '0'));
}

/** What one has on the wallet that spot trades from. */
export function Balances() {
  const { t } = useTranslation();
  const ready = useAccount((account) => account.ready);
  const balances = useAccount((account) => account.balances);
  const hideSmall = useDealPreferences((preferences) => preferences.hideSmall);
  const rows = useMemo(() => shownBalances(balances, hideSmall), [balances, hideSmall]);
  if (!ready) return <TableBones columns={5} />;
  if (rows.length === 0) return <NoBalance />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={css.scroll} tabIndex={0} aria-label={t(($) => $.spot.tabs.balances)}>
      <table className={`${table.table} ${table.dense} ${css.table}`}>
        <caption className="seen-by-ear">{t(($) => $.spot.tabs.balances)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.spot.table.asset)}</th>
            <th scope="col" className={table.end}>
              {t(($) => $.spot.table.total)}
            </th>
            <th scope="col" className={table.end}>
              {t(($) => $.spot.table.available)}
            </th>
            <th scope="col" className={table.end}>
              {t(($) => $.spot.table.held)}
            </th>
            <th scope="col" className={table.end}>
              {t(($) => $.spot.table.worth)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((balance) => (
            <BalanceRow key={balance.asset} balance={balance} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function BalanceRow({ balance }: { balance: BalanceView }) {
  const hidden = useDealPreferences((preferences) => preferences.hideBalances);
  const figure = (value: string, most?: number) => (
    <td className={table.end}>
      {hidden ? <span className={css.soft}>••••</span> : <Plain value={value} most={most ?? 8} />}
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <span className={css.asset}>
          <AssetMark asset={balance.asset} size={20} />
          <bdi dir="ltr">{balance.asset}</bdi>
        </span>
      </th>
      {figure(balance.total)}
      {figure(balance.available)}
      {figure(balance.held)}
      {figure(balance.valueUsdt, 2)}
    </tr>
  );
}

/** Nothing to trade with: a deposit is the next step, except where money cannot be sent to. */
function NoBalance() {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  return (
    <EmptyState
      compact
      title={t(($) => $.spot.empty.balances)}
      action={
        demo ? null : (
          <Button component={Link} to="/recharge" size="xs" variant="default">
            {t(($) => $.spot.table.deposit)}
          </Button>
        )
      }
    />
  );
}
