import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { type ContractStep, type Strategy, useContracts } from './use-strategies.ts';

const ROWS = 10;

/** What an account has open by contract, and everything that it did with contracts. */
export function Contracts({ strategy }: { strategy: Strategy }) {
  return (
    <>
      <Open strategy={strategy} />
      <Steps strategy={strategy} />
    </>
  );
}

function Open({ strategy: { contracts, margin, asset } }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Panel title={t(($) => $.strategies.openContracts)}>
      <PanelBody>
        <KeyValues
          items={[
            {
              label: t(($) => $.strategies.margin),
              value: <Amount named value={margin ?? '0'} asset={asset} />,
            },
            ...contracts.map(({ contract, side, quantity, gain }) => ({
              label: `${contract} · ${t(($) => $.strategies.sides[side])}`,
              value: (
                <>
                  <bdi>{format.plain(quantity)}</bdi> · <Amount named value={gain} asset={asset} />
                </>
              ),
            })),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function Steps({ strategy: { product, asset } }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const query = useContracts(product);
  const columns = useColumns(asset);
  return (
    <Panel title={t(($) => $.strategies.contracts)}>
      <DataTable<ContractStep>
        caption={t(($) => $.strategies.contracts)}
        columns={columns}
        rows={query.data?.pages.flatMap(({ receipts }) => receipts)}
        keyOf={({ seq, n }) => `${seq}.${n}`}
        state={useTableState('strategyContracts')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        pageRows={ROWS}
        file="contracts"
        empty={
          <EmptyState
            compact
            title={t(($) => $.strategies.noContracts)}
            text={t(($) => $.strategies.noContractsText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.strategies.moreContracts)}</OlderRows>
    </Panel>
  );
}

function useColumns(asset: string): readonly Column<ContractStep>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = (value: string) =>
    value === '' ? NO_VALUE : <Amount value={value} asset={asset} />;
  return [
    {
      ...{ name: 'contract', head: t(($) => $.strategies.head.contract), card: 'title' },
      cell: ({ contract }) => <Ltr>{contract}</Ltr>,
      csv: ({ contract }) => contract,
    },
    {
      ...{ name: 'at', head: t(($) => $.strategies.head.at) },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'kind', head: t(($) => $.strategies.head.kind) },
      cell: ({ kind }) => t(($) => $.strategies.kinds[kind]),
      csv: ({ kind }) => kind,
    },
    {
      ...{ name: 'side', head: t(($) => $.strategies.head.side) },
      cell: ({ side }) => t(($) => $.strategies.sides[side]),
      csv: ({ side }) => side,
    },
    {
      ...{ name: 'lots', head: t(($) => $.strategies.head.lots), figure: true },
      cell: ({ lots }) => <bdi>{format.plain(lots)}</bdi>,
      csv: ({ lots }) => lots,
    },
    {
      ...{ name: 'price', head: t(($) => $.strategies.head.price), figure: true },
      cell: ({ price }) => amount(price),
      csv: ({ price }) => price,
    },
    {
      ...{ name: 'amount', head: t(($) => $.strategies.head.amount), figure: true, card: 'value' },
      cell: ({ amount: value }) => <Amount named value={value} asset={asset} />,
      csv: ({ amount: value }) => value,
    },
  ];
}
