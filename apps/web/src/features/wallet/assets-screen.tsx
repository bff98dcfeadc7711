import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Donut } from '@assay/kit/display/donut.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Skeleton } from '@assay/kit/feedback/states.tsx';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconEye } from '@assay/kit/icons/eye.ts';
import { IconEyeOff } from '@assay/kit/icons/eye-off.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useHidesBalances } from '../../desk/account/own-amount.tsx';
import { SMALL_BALANCES, useDeskPreferences } from '../../desk/layout/preferences.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { Figure } from './own-figure.tsx';
import { Results } from './results.tsx';
import { SmallBalances } from './small-balances.tsx';
import { Totals } from './totals.tsx';
import { TurnoverPanel } from './turnover-panel.tsx';
import {
  type Assets,
  type Balance,
  rowsOf,
  shareOf,
  useAssets,
  type Wallet,
} from './use-assets.ts';
import css from './wallet.module.css';
import { WalletPage } from './wallet-page.tsx';
import { Ways } from './ways.tsx';
import { WorthPanel } from './worth-panel.tsx';

const WORTH_IN = 'USDT';

/** /table1 and /table2: what one has in a wallet, what it is worth, and what of it is held. */
export function AssetsScreen({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const query = useAssets();
  const hidden = useHidesBalances();
  const title = wallet === 'currency' ? t(($) => $.wallet.currency) : t(($) => $.wallet.contract);
  return (
    <WalletPage title={title} lead={t(($) => $.wallet.lead)}>
      <Stack>
        <Totals assets={query.data} failed={query.isError} />
        <Grid least="24rem">
          <WorthPanel assets={query.data} hidden={hidden} />
          {query.isError && query.data === undefined ? null : (
            <Shares assets={query.data} wallet={wallet} />
          )}
        </Grid>
        <TurnoverPanel />
        <Panel
          title={t(($) => $.wallet.balances)}
          tools={
            <>
              {wallet === 'currency' ? <SmallBalances /> : null}
              <HideAmounts />
            </>
          }
        >
          <Rows
            wallet={wallet}
            assets={query.data}
            failed={query.isError}
            onRetry={() => void query.refetch()}
          />
        </Panel>
        <Results />
      </Stack>
    </WalletPage>
  );
}

/** For when somebody else sees the screen; all others hide what one owns with it. */
function HideAmounts() {
  const { t } = useTranslation();
  const hidden = useHidesBalances();
  const change = useDeskPreferences((preferences) => preferences.change);
  const Eye = hidden ? IconEyeOff : IconEye;
  return (
    <IconButton
      label={hidden ? t(($) => $.wallet.show) : t(($) => $.wallet.hide)}
      aria-pressed={hidden}
      onClick={() => change({ hideBalances: !hidden })}
    >
      <Eye size={18} stroke={1.5} aria-hidden="true" />
    </IconButton>
  );
}

/** As many as there is room for beside the ring; the others are one. */
const SHARES = 5;

/** What the wallet consists of, by value. The panel has its height before it is known. */
function Shares({ assets, wallet }: { assets: Assets | undefined; wallet: Wallet }) {
  const { t } = useTranslation();
  if (useHidesBalances()) return null;
  const label = t(($) => $.wallet.shares);
  return (
    <Panel title={label}>
      <PanelBody>
        {assets === undefined ? (
          <Skeleton height="9rem" />
        ) : (
          <Ring {...{ label, assets, wallet }} />
        )}
      </PanelBody>
    </Panel>
  );
}

function Ring(props: { label: string; assets: Assets; wallet: Wallet }) {
  const { label, assets, wallet } = props;
  const { t } = useTranslation();
  const whole = wallet === 'currency' ? assets.currencyUsdt : assets.contractUsdt;
  const worth = rowsOf(assets, wallet, '0').filter(({ valueUsdt }) => Number(valueUsdt) > 0);
  const named = worth.length > SHARES + 1 ? worth.slice(0, SHARES) : worth;
  const parts = named.map(({ asset, valueUsdt }) => ({
    name: asset,
    share: shareOf(valueUsdt, whole),
    value: <Amount value={valueUsdt} asset={WORTH_IN} named />,
  }));
  const rest = worth
    .slice(named.length)
    .reduce((sum, row) => sum + shareOf(row.valueUsdt, whole), 0);
  const others = { name: t(($) => $.wallet.otherAssets), share: rest, value: null };
  return (
    <Donut label={label} parts={rest > 0 ? [...parts, others] : parts}>
      <Amount value={whole} asset={WORTH_IN} />
      <span className={css.unit}>{WORTH_IN}</span>
    </Donut>
  );
}

interface RowsProps {
  wallet: Wallet;
  assets: Assets | undefined;
  failed: boolean;
  onRetry(): void;
}

function Rows({ wallet, assets, failed, onRetry }: RowsProps) {
  const { t } = useTranslation();
  const hideBelow = useDeskPreferences((preferences) => preferences.hideBelow);
  const columns = useColumns(
    (wallet === 'currency' ? assets?.currencyUsdt : assets?.contractUsdt) ?? '0',
  );
  return (
    <DataTable
      caption={t(($) => $.wallet.balances)}
      columns={columns}
      rows={assets && rowsOf(assets, wallet, hideBelow)}
      keyOf={({ asset }) => asset}
      state={useTableState()}
      failed={failed}
      onRetry={onRetry}
      file={`assets-${wallet}`}
      filters={<HideSmall />}
      empty={
        <EmptyState
          compact
          title={t(($) => $.wallet.nothing)}
          text={
            wallet === 'contract'
              ? t(($) => $.wallet.contractEmpty)
              : t(($) => $.wallet.hiddenSmall)
          }
        />
      }
    />
  );
}

function HideSmall() {
  const { t } = useTranslation();
  const hideBelow = useDeskPreferences((preferences) => preferences.hideBelow);
  const change = useDeskPreferences((preferences) => preferences.change);
  return (
    <Select
      label={t(($) => $.wallet.small)}
      value={hideBelow}
      options={SMALL_BALANCES.map((value) => ({
        value,
        text: value === '0' ? t(($) => $.wallet.all) : t(($) => $.wallet.from, { value }),
      }))}
      onChange={(chosen) => change({ hideBelow: chosen })}
    />
  );
}

function useColumns(whole: string): readonly Column<Balance>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const hidden = useHidesBalances();
  const figure = (name: 'available' | 'held' | 'total', head: string): Column<Balance> => ({
    ...{ name, head, figure: true, width: '15%' },
    // What is available and what is held add up to the quantity, digit by digit.
    cell: (row) => (
      <Figure
        value={row[name]}
        asset={row.asset}
        digits={digitsOfSum([row.total, row.available, row.held])}
      />
    ),
    sort: (row) => row[name],
    csv: (row) => row[name],
  });
  return [
    {
      ...{ name: 'asset', head: t(($) => $.wallet.asset), card: 'title', width: '12%' },
      cell: ({ asset }) => (
        <span className={css.asset}>
          <AssetMark asset={asset} size={22} />
          <bdi dir="ltr">{asset}</bdi>
        </span>
      ),
      sort: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      ...figure(
        'total',
        t(($) => $.wallet.quantity),
      ),
      card: 'value',
    },
    figure(
      'available',
      t(($) => $.wallet.available),
    ),
    figure(
      'held',
      t(($) => $.wallet.held),
    ),
    {
      ...{ name: 'value', head: t(($) => $.wallet.value), figure: true, width: '13%' },
      cell: ({ valueUsdt }) => <Figure value={valueUsdt} asset={WORTH_IN} />,
      sort: ({ valueUsdt }) => valueUsdt || '0',
      csv: ({ valueUsdt }) => valueUsdt,
    },
    {
      ...{ name: 'share', head: t(($) => $.wallet.share), figure: true, optional: true },
      width: '9%',
      cell: ({ valueUsdt }) =>
        hidden ? <span className={css.dots}>••</span> : format.share(shareOf(valueUsdt, whole)),
    },
    {
      ...{ name: 'actions', head: t(($) => $.wallet.actions), actions: true },
      width: '32%',
      cell: (row) => <Ways row={row} />,
    },
  ];
}
