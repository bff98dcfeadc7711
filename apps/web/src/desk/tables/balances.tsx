import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { compareDecimals } from '@assay/kit/format/compare.ts';
import { Button } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BalanceView } from '../../lib/api/wire.ts';
import { useRealm } from '../../lib/data/session.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { dustOf } from '../dust.ts';
import { useDeskPreferences } from '../layout/preferences.ts';
import { useProductMarkets } from '../product-markets.ts';
import { columns } from './columns.ts';
import { useWayTo } from './order-cells.tsx';
import css from './tables.module.css';

/** Values of balances are in it. */
const WORTH_IN = 'USDT';

/** The balances of a wallet that the filter leaves, the most valuable first. */
export function shownBalances(
  balances: readonly BalanceView[],
  wallet: BalanceView['wallet'],
  /** In USDT; '0' lists all. */
  hideBelow: string,
): BalanceView[] {
  return balances
    .filter(({ wallet: where, total, valueUsdt }) => {
      if (where !== wallet || compareDecimals(total, '0') <= 0) return false;
      // Without a price nobody knows whether it is small.
      return valueUsdt === '' || compareDecimals(valueUsdt, hideBelow) >= 0;
    })
    .sort((a, b) => compareDecimals(b.valueUsdt || '0', a.valueUsdt || '0'));
}

/** What a wallet is worth in USDT, as decimal text; what has no price counts nothing. */
export function worthOf(balances: readonly BalanceView[], wallet: BalanceView['wallet']): string {
  const values = shownBalances(balances, wallet, '0').map(({ valueUsdt }) => valueUsdt);
  return formatDecimal(
    values.reduce((sum, value) => sum + (parseDecimal(value, SCALE) ?? 0n), 0n),
    SCALE,
  );
}

/** What one has in the wallet that the product's orders are paid from. */
export function Balances() {
  const { t } = useTranslation();
  const ready = useAccount((account) => account.ready);
  const balances = useAccount((account) => account.balances);
  const hideBelow = useDeskPreferences((preferences) => preferences.hideBelow);
  const { wallet } = useDesk().product;
  const rows = useMemo(
    () => shownBalances(balances, wallet, hideBelow),
    [balances, wallet, hideBelow],
  );
  const heads = columns([
    [t(($) => $.desk.table.asset), 'pair'],
    [t(($) => $.desk.table.total), 'value'],
    [t(($) => $.desk.table.available), 'figure'],
    [t(($) => $.desk.table.held), 'figure'],
    [t(($) => $.desk.table.worth), 'figure'],
    [t(($) => $.desk.table.actions), 'actions'],
  ]);
  const caption = t(($) => $.desk.tabs.balances);
  if (ready && rows.length === 0) return <NoBalance />;
  return (
    <ListTable fills caption={caption} columns={heads}>
      {ready
        ? rows.map((balance) => <BalanceRow key={balance.asset} balance={balance} />)
        : undefined}
    </ListTable>
  );
}

function BalanceRow({ balance }: { balance: BalanceView }) {
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const figure = (value: string, asset = balance.asset) =>
    hidden ? <Dots /> : <Amount value={value} asset={asset} />;
  return (
    <TableRow
      cells={[
        <span key="asset" className={css.asset}>
          <AssetMark asset={balance.asset} size={20} />
          <bdi dir="ltr">{balance.asset}</bdi>
        </span>,
        figure(balance.total),
        <Fragment key="available">
          {figure(balance.available)}
          {hidden ? null : <BelowLot balance={balance} />}
        </Fragment>,
        figure(balance.held),
        figure(balance.valueUsdt, WORTH_IN),
        <TradeLink key="trade" asset={balance.asset} />,
      ]}
    />
  );
}

/** The part of what is available that no order can sell. */
function BelowLot({ balance: { asset, available } }: { balance: BalanceView }) {
  const { t } = useTranslation();
  const { product } = useDesk();
  const markets = useProductMarkets(product) ?? [];
  const selling = markets.filter((market) => {
    return market.base === asset && product.heldIn(market, 'sell') === asset;
  });
  const dust = dustOf(
    available,
    selling.map(({ stepSize }) => stepSize),
  );
  if (dust === '') return null;
  return (
    <span className={css.belowLot} title={t(($) => $.desk.table.belowLotHint)}>
      <Sentence parts={{ amount: <Amount value={dust} asset={asset} /> }}>
        {(put) => t(($) => $.desk.table.belowLot, put)}
      </Sentence>
    </span>
  );
}

function Dots() {
  return <span className={css.soft}>••••</span>;
}

/** The way to the market of an asset; none for what the markets are priced in. */
function TradeLink({ asset }: { asset: string }) {
  const { t } = useTranslation();
  const markets = useProductMarkets(useDesk().product);
  const market = markets?.find(({ base }) => base === asset);
  const way = useWayTo(market?.market ?? '');
  if (market === undefined) return null;
  const pair = `${market.base}/${market.quote}`;
  return (
    <Link to={way} className={css.tool} aria-label={t(($) => $.markets.tradePair, { pair })}>
      {t(($) => $.markets.trade)}
    </Link>
  );
}

/** What the whole wallet is worth. */
export function TotalWorth() {
  const { t } = useTranslation();
  const balances = useAccount((account) => account.balances);
  const hidden = useDeskPreferences((preferences) => preferences.hideBalances);
  const { wallet } = useDesk().product;
  const worth = useMemo(() => worthOf(balances, wallet), [balances, wallet]);
  return (
    <span className={css.worth}>
      {t(($) => $.desk.table.totalWorth)}
      {hidden ? <Dots /> : <Amount value={worth} asset={WORTH_IN} named />}
    </span>
  );
}

/** Nothing to trade with: a deposit is the next step, except where money cannot be sent to. */
function NoBalance() {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  return (
    <EmptyState
      compact
      title={t(($) => $.desk.empty.balances)}
      action={
        demo ? null : (
          <Button component={Link} to="/recharge" size="xs" variant="default">
            {t(($) => $.desk.table.deposit)}
          </Button>
        )
      }
    />
  );
}
