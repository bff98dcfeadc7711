import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { DayInput } from '@assay/kit/input/day-field.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import type { BalanceLine } from '@assay/modules/reports/schema';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutputOf } from '../../lib/call.ts';
import { RealmChoice } from './realm-choice.tsx';
import css from './reports.module.css';
import { dayText, realmOf, startOf, useTrialBalance } from './use-reports.ts';

type Balance = CallOutputOf<'getTrialBalance'>;

const DAY_MS = 86_400_000;

/** The sums of all journal entries by owner and asset, now or at the end of a day. */
export function TrialBalance() {
  const { t } = useTranslation();
  const state = useTableState('trial');
  const realm = realmOf(state);
  const day = state.filter('day');
  const query = useTrialBalance(realm, startOf(day));
  return (
    <Stack>
      <div className={css.choices}>
        <RealmChoice realm={realm} state={state} />
        <DayInput
          label={t(($) => $.reports.endOf)}
          max={dayText(Date.now() - DAY_MS)}
          value={day}
          onChange={(value) => state.setFilter('day', value)}
        />
        <Button size="xs" variant="default" onClick={() => state.setFilter('day', '')}>
          {t(($) => $.reports.now)}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t(($) => $.reports.again)}
        </Button>
      </div>
      <Loaded query={query}>{(balance) => <Proof balance={balance} />}</Loaded>
    </Stack>
  );
}

/** The sum of each asset, the lines that it is made of, and up to which command. */
function Proof({ balance }: { balance: Balance }) {
  const { t } = useTranslation();
  const { sums, lines, complete } = balance;
  const isWrong = (line: BalanceLine) => line.kept !== null && line.kept !== line.entries;
  const faults = lines.filter(isWrong).length + sums.filter(({ sum }) => sum !== '0').length;
  return (
    <>
      {complete ? null : <Callout tone="warning">{t(($) => $.reports.incomplete)}</Callout>}
      <Panel
        title={t(($) => $.reports.proof)}
        tools={
          <Badge tone={faults === 0 ? 'good' : 'bad'}>
            {faults === 0
              ? t(($) => $.reports.addsUp)
              : t(($) => $.reports.faults, { count: faults })}
          </Badge>
        }
      >
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.reports.upTo), value: <Plain value={balance.seq} /> },
            {
              label: t(($) => $.reports.asOf),
              value:
                balance.at === null ? t(($) => $.reports.now) : <Ltr>{dayText(balance.at)}</Ltr>,
            },
            { label: t(($) => $.reports.head), value: <Ltr>{balance.head}</Ltr>, wide: true },
            { label: t(($) => $.reports.how), value: t(($) => $.reports.howText), wide: true },
          ]}
        />
      </Panel>
      <Sums balance={balance} />
      <Lines balance={balance} />
    </>
  );
}

function Sums({ balance }: { balance: Balance }) {
  const { t } = useTranslation();
  const title = t(($) => $.house.sumsTitle);
  const columns: readonly Column<Balance['sums'][number]>[] = [
    { name: 'asset', head: t(($) => $.house.asset), cell: ({ asset }) => asset },
    {
      ...{ name: 'sum', head: t(($) => $.house.sum), figure: true, card: 'value' },
      cell: ({ sum }) => (
        <Badge tone={sum === '0' ? 'good' : 'bad'}>
          <Plain value={sum} />
        </Badge>
      ),
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={columns}
        rows={balance.sums}
        keyOf={({ asset }) => asset}
        state={useTableState('trialSums')}
        empty={<EmptyState compact title={t(($) => $.house.empty)} />}
      />
    </Panel>
  );
}

function Lines({ balance }: { balance: Balance }) {
  const { t } = useTranslation();
  const title = t(($) => $.reports.lines);
  const ownerText = ({ owner }: BalanceLine) =>
    owner === 'customers' ? t(($) => $.house.customers) : owner;
  const columns: readonly Column<BalanceLine>[] = [
    {
      name: 'owner',
      head: t(($) => $.house.account),
      cell: (line) => <Ltr>{ownerText(line)}</Ltr>,
      sort: ownerText,
      csv: ({ owner }) => owner,
    },
    {
      name: 'asset',
      head: t(($) => $.house.asset),
      cell: ({ asset }) => asset,
      sort: ({ asset }) => asset,
      csv: ({ asset }) => asset,
    },
    {
      ...{ name: 'entries', head: t(($) => $.reports.entries), figure: true, card: 'value' },
      cell: ({ entries }) => <Plain value={entries} />,
      sort: ({ entries }) => entries,
      csv: ({ entries }) => entries,
    },
    {
      ...{ name: 'kept', head: t(($) => $.reports.kept), figure: true },
      cell: ({ kept, entries }) =>
        kept === null ? (
          t(($) => $.none)
        ) : (
          <Badge tone={kept === entries ? 'good' : 'bad'}>
            <Plain value={kept} />
          </Badge>
        ),
      csv: ({ kept }) => kept ?? '',
    },
  ];
  return (
    <Panel title={title}>
      <DataTable
        dense
        caption={title}
        columns={columns}
        rows={balance.lines}
        keyOf={({ owner, asset }) => `${owner} ${asset}`}
        state={useTableState('trialLines')}
        file={`trial-balance-${balance.realm}`}
        empty={<EmptyState compact title={t(($) => $.house.empty)} />}
      />
    </Panel>
  );
}
