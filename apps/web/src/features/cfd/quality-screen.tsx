import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import {
  type QualityRow,
  shareOf,
  useFillColumns,
  useRejectionColumns,
  useSeconds,
} from './quality-columns.tsx';

const SPANS = ['1', '12'] as const;
type Span = (typeof SPANS)[number];
const RENEW_MS = 60_000;
const keyOf = ({ month, contract, ending, reason }: QualityRow) =>
  [month, contract, ending, reason].join(' ');

/** /quality: how contracts were executed, of everybody, and of the reader (`?own=1`). */
export default function QualityScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.quality.title), t(($) => $.quality.lead)];
  useTitle(title, lead);
  const [address, setAddress] = useSearchParams();
  const token = useSession((session) => session.token);
  const isOwn = address.get('own') === '1' && token !== null;
  const isVirtual = useRealm() === 'demo';
  const [span, setSpan] = useState<Span>('12');
  const { data, isError, refetch } = useQuery({
    queryKey: ['executionQuality', isOwn, span, token],
    queryFn: ({ signal }) => {
      const months = { months: Number(span) };
      return isOwn
        ? api.call('getMyExecutionQuality', months, { signal, quiet: true })
        : api.call('getExecutionQuality', months, { signal, quiet: true });
    },
    refetchInterval: RENEW_MS,
  });
  const of = (isFill: boolean) =>
    data?.rows.filter(({ ending }) => (ending === 'filled') === isFill);
  const shared = { keyOf, failed: isError, onRetry: () => void refetch() };
  return (
    <Page width="table">
      <PageHead title={title} lead={lead} />
      <Stack>
        {isVirtual ? <Callout tone="demo">{t(($) => $.quality.virtual)}</Callout> : null}
        {token === null ? null : (
          <Segments
            label={t(($) => $.quality.whose)}
            options={[
              { value: 'all', text: t(($) => $.quality.all) },
              { value: 'own', text: t(($) => $.quality.mine) },
            ]}
            value={isOwn ? 'own' : 'all'}
            onChange={(value) => setAddress(value === 'own' ? { own: '1' } : {})}
          />
        )}
        <Panel>
          <Summary rows={data?.rows ?? []} />
        </Panel>
        <Panel
          title={t(($) => $.quality.fills)}
          tools={
            <Segments
              label={t(($) => $.quality.span)}
              options={SPANS.map((value) => ({ value, text: t(($) => $.quality.spans[value]) }))}
              value={span}
              onChange={setSpan}
            />
          }
        >
          <DataTable
            {...shared}
            caption={t(($) => $.quality.fills)}
            columns={useFillColumns()}
            rows={of(true)}
            state={useTableState('fills')}
            file="execution-quality"
            empty={<EmptyState compact title={t(($) => $.quality.noFills)} />}
          />
          <PanelBody>{t(($) => $.quality.fillsText)}</PanelBody>
        </Panel>
        <Panel title={t(($) => $.quality.rejections)}>
          <DataTable
            {...shared}
            caption={t(($) => $.quality.rejections)}
            columns={useRejectionColumns()}
            rows={of(false)}
            state={useTableState('rejections')}
            file="rejections"
            empty={<EmptyState compact title={t(($) => $.quality.noRejections)} />}
          />
        </Panel>
      </Stack>
    </Page>
  );
}

/** All rows in six figures. */
function Summary({ rows }: { rows: readonly QualityRow[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const seconds = useSeconds();
  const sum = (of: (row: QualityRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const measured = sum((row) => row.measured);
  const [better, worse] = [sum((row) => row.better), sum((row) => row.worse)];
  const timed = sum((row) => row.timed);
  const waited = sum((row) => row.averageMs * row.timed);
  const isFill = ({ ending }: QualityRow) => ending === 'filled';
  const share = (part: number) => (measured === 0 ? NO_VALUE : format.ppm(shareOf(part, measured)));
  return (
    <KeyValues
      columns={3}
      items={[
        {
          label: t(($) => $.quality.executed),
          value: format.integer(sum((row) => (isFill(row) ? row.count : 0))),
        },
        { label: t(($) => $.quality.better), value: share(better) },
        { label: t(($) => $.quality.same), value: share(measured - better - worse) },
        { label: t(($) => $.quality.worse), value: share(worse) },
        {
          label: t(($) => $.quality.average),
          value: timed === 0 ? NO_VALUE : seconds(waited / timed),
        },
        {
          label: t(($) => $.quality.rejected),
          value: format.integer(sum((row) => (isFill(row) ? 0 : row.count))),
        },
      ]}
    />
  );
}
