import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import css from './wallet.module.css';

type Reserves = CallOutput<'getReserves'>;

export const unitsOf = (text: string) => {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const units = parseDecimal(rest === '' ? whole : `${whole}.${rest.slice(0, SCALE)}`, SCALE) ?? 0n;
  return text.startsWith('-') ? -units : units;
};

/** A chain counts in more digits than the ledger: what is below a unit is cut off. */
export const shown = (text: string) => formatDecimal(unitsOf(text), SCALE);

const HOUSE = [
  ...([
    'cfd',
    'earnContracts',
    'earnPool',
    'earnStrategy',
    'earnWaiting',
    'fees',
    'insurance',
    'launch',
    'lending',
    'marketMaker',
  ] as const),
  ...(['optionsEscrow', 'promotions', 'purchases', 'rounding'] as const),
];
const OUTSIDE = ['capital', 'deposits', 'virtual', 'withdrawals'] as const;

/** What an account of the ledger is for, with its name there below. */
export function Owner({ name }: { name: string }) {
  const { t } = useTranslation();
  const [kind, id] = name.split(':');
  const house = kind === 'house' ? HOUSE.find((one) => one === id) : undefined;
  const outside = kind === 'outside' ? OUTSIDE.find((one) => one === id) : undefined;
  return (
    <span className={css.owner}>
      {house === undefined ? null : <span>{t(($) => $.transparency.owners.house[house])}</span>}
      {outside === undefined ? null : (
        <span>{t(($) => $.transparency.owners.outside[outside])}</span>
      )}
      <Ltr className={css.ownerName}>{name}</Ltr>
    </span>
  );
}

/** What the house has at banks, what of it is promised, and what nobody has explained yet. */
export function Banks({ banks }: { banks: Reserves['banks'] }) {
  const { t } = useTranslation();
  type Row = Reserves['banks'][number];
  const figure = (name: 'has' | 'owed' | 'own' | 'unassigned', head: string): Column<Row> => ({
    ...{ name, head, figure: true, ...(name === 'has' ? { card: 'value' as const } : {}) },
    cell: (row) => <Amount value={row[name]} asset={row.asset} />,
    csv: (row) => row[name],
  });
  return (
    <Panel title={t(($) => $.transparency.banks)}>
      <PanelBody>{t(($) => $.transparency.banksText)}</PanelBody>
      <DataTable
        caption={t(($) => $.transparency.banks)}
        columns={[
          {
            ...{ name: 'asset', head: t(($) => $.transparency.currency), card: 'title' },
            cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
            csv: ({ asset }) => asset,
          },
          figure(
            'has',
            t(($) => $.transparency.bankHas),
          ),
          figure(
            'owed',
            t(($) => $.transparency.bankOwed),
          ),
          figure(
            'own',
            t(($) => $.transparency.bankOwn),
          ),
          figure(
            'unassigned',
            t(($) => $.transparency.bankOpen),
          ),
        ]}
        rows={banks}
        keyOf={({ asset }) => asset}
        state={useTableState('banks')}
        file="bank-money"
        empty={<EmptyState compact title={t(($) => $.transparency.none)} />}
      />
    </Panel>
  );
}

/** Why what is the house's own is so much, and what changed it since. */
export function OwnChanges({ own }: { own: Reserves['own'] }) {
  const { t } = useTranslation();
  type Row = Reserves['own'][number];
  const title = t(($) => $.transparency.ownChanges);
  const columns: readonly Column<Row>[] = [
    {
      ...{ name: 'why', head: t(($) => $.transparency.why), card: 'title', wraps: true },
      cell: ({ why }) => t(($) => $.transparency.whys[why]),
      csv: ({ why }) => why,
    },
    {
      ...{ name: 'chain', head: t(($) => $.transparency.chain), wraps: true },
      cell: ({ chain }) => chain || t(($) => $.transparency.inLedger),
      csv: ({ chain }) => chain,
    },
    {
      ...{ name: 'change', head: t(($) => $.transparency.change), figure: true, card: 'value' },
      cell: ({ change, asset }) => <Amount value={shown(change)} asset={asset} named />,
      csv: ({ change, asset }) => `${change} ${asset}`,
    },
    {
      ...{ name: 'at', head: t(($) => $.transparency.when), optional: true },
      cell: ({ at }) => (at === null ? NO_VALUE : <Instant at={at} />),
    },
  ];
  return (
    <Panel title={title}>
      <PanelBody>{t(($) => $.transparency.ownText)}</PanelBody>
      <DataTable
        caption={title}
        columns={columns}
        rows={own}
        keyOf={({ chain, asset, why, at }) => `${chain} ${asset} ${why} ${at}`}
        state={useTableState('own')}
        file="house-own"
        empty={<EmptyState compact title={t(($) => $.transparency.none)} />}
      />
    </Panel>
  );
}
