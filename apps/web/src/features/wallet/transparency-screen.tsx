import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useIsTrial } from '../../lib/data/settings.ts';
import { AssetMark } from '../../ui/asset-mark.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Banks, OwnChanges, Owner, shown, unitsOf } from './transparency-panels.tsx';
import css from './wallet.module.css';

type Reserves = CallOutput<'getReserves'>;
type House = CallOutput<'getHouseAccounts'>;

const RENEW_MS = 15_000;

function useReserves() {
  return useQuery({
    queryKey: ['reserves'],
    queryFn: ({ signal }) => api.call('getReserves', {}, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
  });
}

function useHouse() {
  return useQuery({
    queryKey: ['houseAccounts'],
    queryFn: ({ signal }) =>
      api.call('getHouseAccounts', { realm: 'real' }, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
  });
}

/** /transparency: custody on chains, what people have, and the accounts of the house. */
export default function TransparencyScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.transparency.title), t(($) => $.transparency.lead)];
  useTitle(title, lead);
  const reserves = useReserves();
  const house = useHouse();
  const isTrial = useIsTrial();
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      <Stack>
        {isTrial ? (
          <Callout tone="warning" title={t(($) => $.transparency.trial)}>
            {t(($) => $.transparency.trialText)}
          </Callout>
        ) : null}
        {reserves.data !== undefined ? (
          <>
            <Verdict reserves={reserves.data} />
            <Assets reserves={reserves.data} house={house} />
            <Addresses reserves={reserves.data} />
            {reserves.data.own.length === 0 ? null : <OwnChanges own={reserves.data.own} />}
            {reserves.data.banks.length === 0 ? null : <Banks banks={reserves.data.banks} />}
          </>
        ) : reserves.isError ? (
          <Failure onRetry={() => void reserves.refetch()} />
        ) : (
          <Skeleton height="24rem" />
        )}
        <HouseAccounts house={house} />
      </Stack>
    </Page>
  );
}

/** Whether custody is as it should be, in one sentence. */
function Verdict({ reserves: { chains, ledger } }: { reserves: Reserves }) {
  const { t } = useTranslation();
  const onChains = chains.flatMap(({ name: chain, lines }) =>
    lines
      .filter(({ difference }) => difference !== '0')
      .map(({ asset, difference: amount }) => ({ chain, asset, amount })),
  );
  const inLedger = ledger.map((one) => ({ ...one, chain: t(($) => $.transparency.ledger) }));
  const all = [...onChains, ...inLedger];
  if (all.length === 0) {
    if (chains.every(({ block }) => block === null)) return null;
    return (
      <Callout tone="success" title={t(($) => $.transparency.allWell)}>
        {t(($) => $.transparency.allWellText)}
      </Callout>
    );
  }
  const lacks = inLedger.length > 0 || onChains.some(({ amount }) => amount.startsWith('-'));
  return (
    <Callout
      tone={lacks ? 'danger' : 'warning'}
      title={lacks ? t(($) => $.transparency.lacks) : t(($) => $.transparency.more)}
    >
      {lacks ? t(($) => $.transparency.lacksText) : t(($) => $.transparency.moreText)}
      {all.map((one) => (
        <p key={`${one.chain} ${one.asset}`}>{t(($) => $.transparency.difference, one)}</p>
      ))}
    </Callout>
  );
}

interface AssetRow {
  readonly asset: string;
  readonly chain: string;
  readonly customers: string | undefined;
  readonly has: string;
  readonly own: string;
  readonly block: number | null;
  readonly at: number | null;
}

function rowsOf({ chains }: Reserves, house: House | undefined): AssetRow[] {
  return chains.flatMap(({ name: chain, block, at, lines }) =>
    lines.map(({ asset, has, own }) => ({
      ...{ asset, chain, has: shown(has), own: shown(own), block, at },
      customers: house?.sums.find((sum) => sum.asset === asset)?.customers,
    })),
  );
}

function Assets({ reserves, house }: { reserves: Reserves; house: ReturnType<typeof useHouse> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly Column<AssetRow>[] = [
    {
      ...{ name: 'asset', head: t(($) => $.transparency.asset), card: 'title', width: '12%' },
      cell: ({ asset }) => (
        <span className={css.asset}>
          <AssetMark asset={asset} size={22} />
          <bdi dir="ltr">{asset}</bdi>
        </span>
      ),
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'chain', head: t(($) => $.transparency.chain), wraps: true, width: '24%' },
      cell: ({ chain }) => chain,
      csv: ({ chain }) => chain,
    },
    {
      ...{ name: 'has', head: t(($) => $.transparency.custody), figure: true, card: 'value' },
      cell: ({ has, own, asset }) => (
        <Amount value={has} asset={asset} digits={digitsOfSum([has, own])} />
      ),
      sort: ({ has }) => String(unitsOf(has)),
      csv: ({ has }) => has,
    },
    {
      ...{ name: 'own', head: t(($) => $.transparency.own), figure: true },
      cell: ({ has, own, asset }) => (
        <Amount value={own} asset={asset} digits={digitsOfSum([has, own])} />
      ),
      csv: ({ own }) => own,
    },
    {
      ...{ name: 'customers', head: t(($) => $.transparency.customers), figure: true },
      cell: ({ customers, asset }) =>
        customers === undefined ? NO_VALUE : <Amount value={customers} asset={asset} />,
      csv: ({ customers }) => customers ?? '',
    },
    {
      ...{ name: 'block', head: t(($) => $.transparency.block), figure: true, optional: true },
      cell: ({ block }) => (block === null ? NO_VALUE : format.integer(block)),
      csv: ({ block }) => String(block ?? ''),
    },
    {
      ...{ name: 'at', head: t(($) => $.transparency.readAt), optional: true },
      cell: ({ at }) => (at === null ? t(($) => $.transparency.notRead) : <Instant at={at} />),
    },
  ];
  return (
    <Panel title={t(($) => $.transparency.assets)}>
      <DataTable
        caption={t(($) => $.transparency.assets)}
        columns={columns}
        rows={rowsOf(reserves, house.data)}
        keyOf={({ chain, asset }) => `${chain} ${asset}`}
        state={useTableState('assets')}
        file="custody"
        empty={<EmptyState compact title={t(($) => $.transparency.notRead)} />}
      />
    </Panel>
  );
}

type Kept = Reserves['chains'][number]['addresses'][number] & { readonly chain: string };

function Addresses({ reserves: { chains } }: { reserves: Reserves }) {
  const { t } = useTranslation();
  const rows = chains.flatMap(({ name: chain, addresses }) =>
    addresses.map((one): Kept => ({ ...one, chain })),
  );
  const columns: readonly Column<Kept>[] = [
    {
      ...{ name: 'address', head: t(($) => $.transparency.address), wraps: true, card: 'title' },
      width: '45%',
      cell: ({ address }) => <AddressText address={address} />,
      csv: ({ address }) => address,
    },
    {
      ...{ name: 'chain', head: t(($) => $.transparency.chain), wraps: true },
      cell: ({ chain }) => chain,
      csv: ({ chain }) => chain,
    },
    {
      ...{ name: 'kind', head: t(($) => $.transparency.kind), wraps: true },
      cell: ({ kind, name }) => name || t(($) => $.transparency.kinds[kind]),
      csv: ({ kind }) => kind,
    },
    {
      ...{ name: 'holds', head: t(($) => $.transparency.holds), figure: true, card: 'value' },
      cell: ({ holds }) =>
        holds.map(({ asset, amount }) => (
          <div key={asset}>
            <Amount value={amount} asset={asset} named />
          </div>
        )),
      csv: ({ holds }) => holds.map(({ asset, amount }) => `${amount} ${asset}`).join('; '),
    },
  ];
  return (
    <Panel title={t(($) => $.transparency.addresses)}>
      <PanelBody>{t(($) => $.transparency.addressesText)}</PanelBody>
      <DataTable
        caption={t(($) => $.transparency.addresses)}
        columns={columns}
        rows={rows}
        keyOf={({ chain, address }) => `${chain} ${address}`}
        state={useTableState('addresses')}
        file="custody-addresses"
        empty={
          <EmptyState
            compact
            title={t(($) => $.transparency.noAddresses)}
            text={t(($) => $.transparency.noAddressesText)}
          />
        }
      />
    </Panel>
  );
}

function HouseAccounts({ house }: { house: ReturnType<typeof useHouse> }) {
  const { t } = useTranslation();
  const format = useFormat();
  type Row = House['accounts'][number];
  const figure = (name: 'available' | 'held', head: string): Column<Row> => ({
    ...{ name, head, figure: true },
    cell: (row) => <Amount value={row[name]} asset={row.asset} />,
    csv: (row) => row[name],
  });
  const columns: readonly Column<Row>[] = [
    {
      ...{ name: 'owner', head: t(($) => $.transparency.account), card: 'title' },
      cell: ({ owner }) => <Owner name={owner} />,
      sort: ({ owner }) => owner,
      csv: ({ owner }) => owner,
    },
    {
      ...{ name: 'asset', head: t(($) => $.transparency.asset) },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      sort: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      ...figure(
        'available',
        t(($) => $.transparency.available),
      ),
      card: 'value',
    },
    figure(
      'held',
      t(($) => $.transparency.held),
    ),
  ];
  const seq = house.data?.seq;
  return (
    <Panel title={t(($) => $.transparency.house)}>
      <PanelBody>
        {t(($) => $.transparency.houseText)}{' '}
        {seq === undefined ? null : t(($) => $.transparency.asOf, { seq: format.integer(seq) })}
      </PanelBody>
      <DataTable
        caption={t(($) => $.transparency.house)}
        columns={columns}
        rows={house.data?.accounts}
        keyOf={({ owner, asset }) => `${owner} ${asset}`}
        state={useTableState('house')}
        failed={house.isError}
        onRetry={() => void house.refetch()}
        file="house-accounts"
        empty={<EmptyState compact title={t(($) => $.transparency.none)} />}
      />
    </Panel>
  );
}
