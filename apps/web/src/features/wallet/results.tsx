import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { directionClass, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { signOf } from '@assay/kit/format/compare.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';
import { Figure } from './own-figure.tsx';
import css from './wallet.module.css';

const KEY = 'results';
const USDT = 'USDT';
/** Values follow the index; a long history is added up piece by piece. */
const REVALUE_MS = 10_000;
const ADDING_MS = 1_000;

type Results = CallOutput<'getResults'>;
type Parts = Results['realised'];
type Holding = Results['holdings'][number];
type Arrival = Results['arrivals'][number];

/** What trading has made: realised, and not realised yet, and how both can be computed again. */
export function Results() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  useRenewed(KEY);
  const { data, isError, refetch } = useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getResults', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isAdding(state.data) ? ADDING_MS : REVALUE_MS),
  });
  return (
    <>
      <Panel title={t(($) => $.wallet.results.title)}>
        <PanelBody>
          <div className={css.results}>
            {data !== undefined ? (
              <Both results={data} />
            ) : isError ? (
              <Failure compact onRetry={() => void refetch()} />
            ) : (
              <Skeleton height="9rem" />
            )}
            <p className={css.result}>{t(($) => $.wallet.results.how)}</p>
          </div>
        </PanelBody>
      </Panel>
      {data === undefined || isAdding(data) ? null : (
        <>
          <Holdings holdings={data.holdings} />
          <Arrivals arrivals={data.arrivals} />
        </>
      )}
    </>
  );
}

const isAdding = (results: Results | undefined) =>
  results !== undefined && results.seq < results.last;

function Both({ results }: { results: Results }) {
  const { t } = useTranslation();
  const { integer } = useFormat();
  const { seq, last, realised, unrealised, holdings } = results;
  if (isAdding(results)) {
    const at = { seq: integer(seq), last: integer(last) };
    return <EmptyState compact title={t(($) => $.wallet.results.adding, at)} />;
  }
  const unknown = holdings.filter(({ cost }) => cost === '').map(({ asset }) => asset);
  return (
    <>
      <div className={css.sides}>
        <Side title={t(($) => $.wallet.results.realised)} parts={realised} />
        <Side title={t(($) => $.wallet.results.unrealised)} parts={unrealised} isOpen />
      </div>
      {unknown.length === 0 ? null : (
        <p className={css.result}>
          {t(($) => $.wallet.results.unknown, { assets: unknown.join(', ') })}
        </p>
      )}
    </>
  );
}

/** The sum, which names what follows, and what it is made of. */
function Side({ title, parts, isOpen = false }: { title: string; parts: Parts; isOpen?: boolean }) {
  const { t } = useTranslation();
  const lines = [
    { label: title, value: <Gain value={parts.total} named />, strong: true },
    { label: t(($) => $.wallet.results.spot), value: <Gain value={parts.spot} /> },
    { label: t(($) => $.wallet.results.contracts), value: <Gain value={parts.contracts} /> },
    // Of an option nothing is known before it ends.
    {
      label: t(($) => $.wallet.results.options),
      value: isOpen ? null : <Gain value={parts.options} />,
    },
  ];
  return <FigureLines lines={lines} />;
}

function Gain({ value, named = false }: { value: string; named?: boolean }) {
  const className = directionClass(signOf(value));
  return <Figure value={value} asset={USDT} named={named} className={className} />;
}

function Holdings({ holdings }: { holdings: readonly Holding[] }) {
  const { t } = useTranslation();
  const title = t(($) => $.wallet.results.holdings);
  const columns = useHoldingColumns();
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={columns}
        rows={holdings}
        keyOf={({ asset }) => asset}
        state={useTableState('held')}
        file="holdings"
        empty={<EmptyState compact title={t(($) => $.wallet.results.noHoldings)} />}
      />
    </Panel>
  );
}

function useHoldingColumns(): readonly Column<Holding>[] {
  const { t } = useTranslation();
  const figure = (
    name: 'average' | 'cost' | 'value',
    head: string,
    optional = false,
  ): Column<Holding> => ({
    ...{ name, head, figure: true, optional },
    cell: (row) => <Figure value={row[name]} asset={USDT} />,
    sort: (row) => row[name] || '0',
    csv: (row) => row[name],
  });
  return [
    {
      ...{ name: 'asset', head: t(($) => $.wallet.asset), card: 'title' },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'quantity', head: t(($) => $.wallet.quantity), figure: true },
      cell: ({ quantity, asset }) => <Figure value={quantity} asset={asset} />,
      csv: ({ quantity }) => quantity,
    },
    figure(
      'average',
      t(($) => $.wallet.results.average),
    ),
    figure(
      'cost',
      t(($) => $.wallet.results.cost),
      true,
    ),
    figure(
      'value',
      t(($) => $.wallet.value),
    ),
    {
      ...{ name: 'unrealised', head: t(($) => $.wallet.results.unrealised), figure: true },
      card: 'value',
      cell: ({ unrealised }) => <Gain value={unrealised} />,
      sort: ({ unrealised }) => unrealised || '0',
      csv: ({ unrealised }) => unrealised,
    },
  ];
}

/** At which price what came in was counted, which the statement does not say. */
function Arrivals({ arrivals }: { arrivals: readonly Arrival[] }) {
  const { t } = useTranslation();
  const title = t(($) => $.wallet.results.arrivals);
  const state = useTableState('arrivals');
  const columns: readonly Column<Arrival>[] = [
    {
      ...{ name: 'at', head: t(($) => $.wallet.at) },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
    {
      ...{ name: 'asset', head: t(($) => $.wallet.asset), card: 'title' },
      cell: ({ asset }) => <bdi dir="ltr">{asset}</bdi>,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'amount', head: t(($) => $.wallet.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Figure value={amount} asset={asset} />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'price', head: t(($) => $.wallet.results.price), figure: true },
      cell: ({ price }) => <Figure value={price} asset={USDT} />,
      csv: ({ price }) => price,
    },
    {
      ...{ name: 'seq', head: t(($) => $.wallet.entry), figure: true, optional: true },
      cell: ({ seq }) => <bdi dir="ltr">{seq}</bdi>,
      csv: ({ seq }) => String(seq),
    },
  ];
  if (arrivals.length === 0) return null;
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={columns}
        rows={arrivals}
        keyOf={({ seq, asset, amount }) => `${seq} ${asset} ${amount}`}
        state={state}
        file="arrivals"
        empty={null}
      />
    </Panel>
  );
}
