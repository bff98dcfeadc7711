import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { DateRange, type Days } from '@assay/kit/data/date-range.tsx';
import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Fixed, Instant } from '@assay/kit/display/figures.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { SearchField } from '@assay/kit/input/search-field.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import css from './kit-screen.module.css';
import { NOW, ROWS, type SampleRow, type SampleState, useWords, type Words } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => undefined;

export function DataParts() {
  const w = useWords();
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  return (
    <Stack>
      <Table />
      <OtherTables />
      <Specimen title={w.range}>
        <DateRange
          value={days}
          onChange={setDays}
          today={new Date(NOW).toISOString().slice(0, 10)}
        />
      </Specimen>
      <Grid least="24rem">
        <Specimen title={w.values} flush>
          <KeyValues items={itemsOf(ROWS[0], w)} />
        </Specimen>
        <Specimen title={w.timeline} flush>
          <Timeline
            label={w.timeline}
            events={[
              { id: 'a', title: w.done, when: <Instant at={NOW} />, state: 'done' },
              { id: 'b', title: w.current, text: w.sentence, state: 'current' },
              { id: 'c', title: w.failed, when: <Instant at={NOW} />, state: 'failed' },
              { id: 'd', title: w.ahead, state: 'ahead' },
            ]}
          />
        </Specimen>
      </Grid>
      <Specimen title={w.list} flush>
        <Lists />
        <div className={css.panel}>
          <Lists fills />
        </div>
      </Specimen>
      <Specimen title={w.received}>
        <FigureLines
          lines={[
            { label: w.amount, value: '1,000.00 USDT' },
            { label: w.fee, value: '1.00 USDT', quiet: true },
            { label: w.received, value: '999.00 USDT', strong: true },
          ]}
        />
      </Specimen>
      <Specimen title={w.values} flush>
        <KeyValues columns={4} items={itemsOf(ROWS[1], w)} />
      </Specimen>
    </Stack>
  );
}

/** How the states of the samples are shown. */
const states = (w: Words): StatusMap<SampleState> => ({
  pending: { tone: 'neutral', label: () => w.pending },
  review: { tone: 'warning', label: () => w.warned },
  completed: { tone: 'good', label: () => w.good },
  rejected: { tone: 'bad', label: () => w.bad },
});

function columnsOf(w: Words): Column<SampleRow>[] {
  const map = states(w);
  return [
    {
      name: 'at',
      head: w.time,
      cell: (row) => <Instant at={row.at} />,
      sort: (row) => row.at,
      csv: (row) => new Date(row.at).toISOString(),
      width: '11rem',
    },
    {
      name: 'asset',
      head: w.asset,
      cell: (row) => row.asset,
      sort: (row) => row.asset,
      card: 'title',
    },
    {
      name: 'amount',
      head: w.amount,
      cell: (row) => <Fixed value={row.amount} decimals={2} />,
      sort: (row) => row.amount,
      csv: (row) => row.amount,
      figure: true,
      card: 'value',
    },
    {
      name: 'fee',
      head: w.fee,
      cell: (row) => <Fixed value={row.fee} decimals={2} />,
      figure: true,
      optional: true,
    },
    { name: 'network', head: w.network, cell: (row) => row.network, optional: true },
    {
      name: 'state',
      head: w.state,
      cell: (row) => <StatusBadge map={map} state={row.state} />,
      sort: (row) => row.state,
    },
    {
      name: 'actions',
      head: w.actions,
      cell: () => (
        <Button size="xs" variant="default">
          {w.cancel}
        </Button>
      ),
      actions: true,
    },
  ];
}

function itemsOf(row: SampleRow | undefined, w: Words) {
  if (row === undefined) return [];
  return [
    { label: w.record, value: row.id },
    { label: w.asset, value: row.asset },
    { label: w.amount, value: <Fixed value={row.amount} decimals={2} unit={row.asset} /> },
    { label: w.state, value: <StatusBadge map={states(w)} state={row.state} /> },
    { label: w.note, value: w.sentence, wide: true },
  ];
}

function Table() {
  const w = useWords();
  const state = useTableState('sample');
  const [opened, setOpened] = useState<SampleRow | null>(null);
  const text = state.filter('q');
  const asset = state.filter('asset');
  const rows = ROWS.filter(
    (row) => row.network.toLowerCase().includes(text.toLowerCase()) && row.asset.includes(asset),
  );
  const assets = ['', 'USDT', 'BTC'].map((value) => ({ value, text: value || w.all }));
  return (
    <Specimen title={w.table} flush>
      <DataTable
        caption={w.table}
        columns={columnsOf(w)}
        rows={rows}
        keyOf={(row) => row.id}
        state={state}
        pageRows={8}
        file="sample"
        onOpen={setOpened}
        isOver={(row) => row.state === 'rejected'}
        empty={<EmptyState compact title={w.none} />}
        filters={
          <>
            <SearchField
              label={w.search}
              value={text}
              onChange={(value) => state.setFilter('q', value)}
            />
            <Select
              label={w.asset}
              options={assets}
              value={asset}
              onChange={(value) => state.setFilter('asset', value)}
            />
          </>
        }
      />
      <RecordDrawer
        opened={opened !== null}
        title={w.record}
        onClose={() => setOpened(null)}
        actions={<Button variant="default">{w.cancel}</Button>}
      >
        <KeyValues items={itemsOf(opened ?? undefined, w)} />
      </RecordDrawer>
    </Specimen>
  );
}

/** A list, and one whose rows are on their way: on a page, and filling a panel of the desk. */
function Lists({ fills = false }) {
  const w = useWords();
  const heads = [
    { head: w.time, width: '8.5rem' },
    { head: w.asset },
    { head: w.amount, figure: true },
    { head: w.actions, actions: true },
  ];
  const rows = ROWS.slice(0, 8).map((row) => (
    <TableRow
      key={row.id}
      cells={[
        <Instant key="at" at={row.at} />,
        row.asset,
        <Fixed key="amount" value={row.amount} decimals={2} />,
        <Button key="cancel" size="xs" variant="default">
          {w.cancel}
        </Button>,
      ]}
    />
  ));
  return (
    <>
      <ListTable fills={fills} caption={w.list} columns={heads}>
        {rows}
      </ListTable>
      <ListTable fills={fills} caption={w.tableLoading} columns={heads}>
        {undefined}
      </ListTable>
    </>
  );
}

function OtherTables() {
  const w = useWords();
  const state = useTableState('other');
  const shared = {
    columns: columnsOf(w).slice(0, 3),
    keyOf: (row: SampleRow) => row.id,
    state,
  };
  const empty = (
    <EmptyState
      compact
      title={w.none}
      text={w.noneText}
      action={<Button variant="default">{w.deposit}</Button>}
    />
  );
  return (
    <Grid least="24rem">
      <Specimen title={w.tableLoading} flush>
        <DataTable {...shared} dense caption={w.tableLoading} rows={undefined} empty={empty} />
      </Specimen>
      <Specimen title={w.tableEmpty} flush>
        <DataTable {...shared} caption={w.tableEmpty} rows={[]} empty={empty} />
        <OlderRows query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: nothing }}>
          {w.other}
        </OlderRows>
      </Specimen>
      <Specimen title={w.tableFailed} flush>
        <div className={css.flush}>
          <DataTable {...shared} caption={w.tableFailed} rows={undefined} failed empty={empty} />
        </div>
      </Specimen>
    </Grid>
  );
}
