import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';

type Statistics = CallOutput<'getOptionStatistics'>;
type Day = Statistics['days'][number];
type Voided = Statistics['voided'][number];

const DAY_MS = 86_400_000;
const SPANS = ['7', '31'] as const;
const RENEW_MS = 60_000;
/** Stakes are of this asset in every market. */
const ASSET = 'USDT';
/** Windows below which their results say nothing. */
const LEAST_WINDOWS = 30;

/** /statistics: what options took, paid and kept, and whether results know the choices. */
export default function StatisticsScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.optionStatistics.title), t(($) => $.optionStatistics.lead)];
  useTitle(title, lead);
  const isVirtual = useRealm() === 'demo';
  const [span, setSpan] = useState<(typeof SPANS)[number]>('7');
  const query = useQuery({
    queryKey: ['optionStatistics', span],
    queryFn: ({ signal }) =>
      api.call('getOptionStatistics', { days: Number(span) }, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
  });
  const { data, isError } = query;
  const retry = () => void query.refetch();
  return (
    <Page width="table">
      <PageHead title={title} lead={lead} />
      <Stack>
        {isVirtual ? <Callout tone="demo">{t(($) => $.optionStatistics.virtual)}</Callout> : null}
        <Verdict days={data?.days} />
        <Panel
          title={t(($) => $.optionStatistics.days)}
          tools={
            <Segments
              label={t(($) => $.optionStatistics.span)}
              options={SPANS.map((value) => ({
                value,
                text: t(($) => $.optionStatistics.spans[value]),
              }))}
              value={span}
              onChange={setSpan}
            />
          }
        >
          <DataTable
            caption={t(($) => $.optionStatistics.days)}
            columns={useDayColumns()}
            rows={data?.days}
            keyOf={({ market, day }) => `${market} ${day}`}
            state={useTableState('days')}
            failed={isError}
            onRetry={retry}
            file="option-statistics"
            empty={<EmptyState compact title={t(($) => $.optionStatistics.none)} />}
          />
          <PanelBody>{t(($) => $.optionStatistics.testText)}</PanelBody>
        </Panel>
        <Panel title={t(($) => $.optionStatistics.voidedWindows)}>
          <PanelBody>{t(($) => $.optionStatistics.voidedText)}</PanelBody>
          <DataTable
            caption={t(($) => $.optionStatistics.voidedWindows)}
            columns={useVoidedColumns()}
            rows={data?.voided}
            keyOf={({ index, from, at, asset }) => `${index} ${from} ${at} ${asset}`}
            state={useTableState('voided')}
            failed={isError}
            onRetry={retry}
            file="void-windows"
            empty={<EmptyState compact title={t(($) => $.optionStatistics.noVoided)} />}
          />
        </Panel>
      </Stack>
    </Page>
  );
}

/** Whether any day gives reason to doubt, said first. */
function Verdict({ days }: { days: readonly Day[] | undefined }) {
  const { t } = useTranslation();
  if (days === undefined || days.length === 0) return null;
  if (days.some(({ alarm }) => alarm)) {
    return (
      <Callout tone="danger" title={t(($) => $.optionStatistics.alarm)}>
        {t(($) => $.optionStatistics.alarmText)}
      </Callout>
    );
  }
  const windows = days.reduce((sum, day) => sum + day.crowdRight + day.crowdWrong, 0);
  if (windows < LEAST_WINDOWS) {
    return (
      <Callout tone="information" title={t(($) => $.optionStatistics.tooFew)}>
        {t(($) => $.optionStatistics.tooFewText, { count: windows, least: LEAST_WINDOWS })}
      </Callout>
    );
  }
  return (
    <Callout tone="success" title={t(($) => $.optionStatistics.noAlarm)}>
      {t(($) => $.optionStatistics.noAlarmText)}
    </Callout>
  );
}

function useDayColumns(): readonly Column<Day>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const count = (name: 'won' | 'lost' | 'tied' | 'voided' | 'sold'): Column<Day> => ({
    ...{ name, head: t(($) => $.optionStatistics[name]), figure: true },
    cell: (day) => format.integer(day[name]),
    sort: (day) => day[name],
    csv: (day) => String(day[name]),
  });
  const sum = (name: 'stakes' | 'paid' | 'realisedHold' | 'theoreticalHold'): Column<Day> => ({
    ...{ name, head: t(($) => $.optionStatistics[name]), figure: true },
    cell: (day) => <Amount value={day[name]} asset={ASSET} named />,
    csv: (day) => day[name],
  });
  return [
    {
      ...{ name: 'market', head: t(($) => $.optionStatistics.market), card: 'title' },
      cell: ({ market }) => <Ltr>{market}</Ltr>,
      sort: ({ market }) => market,
      csv: ({ market }) => market,
    },
    {
      ...{ name: 'day', head: t(($) => $.optionStatistics.day) },
      cell: ({ day }) => format.date(day * DAY_MS),
      sort: ({ day }) => day,
      csv: ({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10),
    },
    ...[count('won'), count('lost'), count('tied'), count('voided'), count('sold')],
    ...[sum('stakes'), sum('paid'), sum('realisedHold'), sum('theoreticalHold')],
    {
      ...{ name: 'sigma', head: t(($) => $.optionStatistics.sigma), figure: true, card: 'value' },
      cell: ({ milliSigma, alarm }) => (
        <Badge tone={alarm ? 'bad' : 'neutral'}>
          {t(($) => $.optionStatistics.sigmas, { value: format.fixed(milliSigma / 1_000, 2) })}
        </Badge>
      ),
      sort: ({ milliSigma }) => milliSigma,
      csv: ({ milliSigma }) => String(milliSigma / 1_000),
    },
  ];
}

function useVoidedColumns(): readonly Column<Voided>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      ...{ name: 'index', head: t(($) => $.optionStatistics.index), card: 'title' },
      cell: ({ index }) => <Ltr>{index}</Ltr>,
      csv: ({ index }) => index,
    },
    {
      ...{ name: 'from', head: t(($) => $.optionStatistics.from) },
      cell: ({ from }) => <Instant at={from} />,
      csv: ({ from }) => new Date(from).toISOString(),
    },
    {
      ...{ name: 'to', head: t(($) => $.optionStatistics.to) },
      cell: ({ to }) => <Instant at={to} />,
      csv: ({ to }) => new Date(to).toISOString(),
    },
    {
      ...{ name: 'windows', head: t(($) => $.optionStatistics.windows), figure: true },
      cell: ({ windows }) => format.integer(windows),
      csv: ({ windows }) => String(windows),
    },
    {
      ...{ name: 'what', head: t(($) => $.optionStatistics.what) },
      cell: ({ madeGood, asset }) =>
        madeGood === '' ? (
          t(($) => $.optionStatistics.void)
        ) : (
          <Sentence parts={{ amount: <Amount value={madeGood} asset={asset} named /> }}>
            {(put) => t(($) => $.optionStatistics.madeGood, put)}
          </Sentence>
        ),
      csv: ({ madeGood }) => (madeGood === '' ? 'void' : `made good ${madeGood}`),
    },
    {
      ...{ name: 'reason', head: t(($) => $.optionStatistics.reason), wraps: true, card: 'value' },
      cell: ({ reason }) => reason,
      csv: ({ reason }) => reason,
    },
  ];
}
