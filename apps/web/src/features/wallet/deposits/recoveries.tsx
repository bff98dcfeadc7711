import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRealm } from '../../../lib/data/session.ts';
import { RecoveryForm } from './recovery-form.tsx';
import { type Recovery, useRecoveries } from './use-deposits.ts';

const STATES: StatusMap<Recovery['state']> = {
  noticed: { tone: 'neutral', label: (t) => t(($) => $.deposits.recovery.states.noticed) },
  review: { tone: 'warning', label: (t) => t(($) => $.deposits.recovery.states.review) },
  crediting: { tone: 'accent', label: (t) => t(($) => $.deposits.recovery.states.crediting) },
  credited: { tone: 'good', label: (t) => t(($) => $.deposits.recovery.states.credited) },
  returned: { tone: 'good', label: (t) => t(($) => $.deposits.recovery.states.returned) },
  refused: { tone: 'bad', label: (t) => t(($) => $.deposits.recovery.states.refused) },
};

/** What came on a wrong network or of an unknown token: to report, to ask for, and to follow. */
export function Recoveries() {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const query = useRecoveries();
  const state = useTableState('recoveries');
  const columns = useColumns();
  const [isReporting, report] = useState(false);
  const [seen, see] = useState<number | null>(null);
  if (useRealm() === 'demo') return null;
  const { recoveries, terms } = query.data ?? {};
  const open = recoveries?.find(({ recoveryId }) => recoveryId === seen);
  return (
    <Panel title={t(($) => $.deposits.recovery.title)}>
      <PanelBody>
        <Stack>
          <p>
            {t(($) => $.deposits.recovery.lead)}{' '}
            {terms === undefined
              ? null
              : t(($) => $.deposits.recovery.terms, {
                  ...{ least: terms.least, fee: ppm(terms.feePpm), days: terms.days },
                })}
          </p>
          <div>
            <Button variant="default" onClick={() => report(true)}>
              {t(($) => $.deposits.recovery.report)}
            </Button>
          </div>
        </Stack>
      </PanelBody>
      {recoveries === undefined || recoveries.length === 0 ? null : (
        <DataTable
          caption={t(($) => $.deposits.recovery.title)}
          columns={columns}
          rows={recoveries}
          keyOf={({ recoveryId }) => String(recoveryId)}
          state={state}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          file="recoveries"
          onOpen={({ recoveryId }) => see(recoveryId)}
          empty={<EmptyState compact title={t(($) => $.deposits.none)} />}
        />
      )}
      {isReporting ? <RecoveryForm close={() => report(false)} /> : null}
      <RecordDrawer
        opened={open !== undefined}
        title={t(($) => $.deposits.recovery.one, { id: seen ?? 0 })}
        onClose={() => see(null)}
      >
        {open === undefined ? null : <One recovery={open} />}
      </RecordDrawer>
    </Panel>
  );
}

/** One with its terms and each step; what was noticed is asked for here. */
function One({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const [isAsking, ask] = useState(false);
  const { state, reason, law, dueAt, feePpm, creditAsset, least } = recovery;
  const items = [
    { label: t(($) => $.deposits.network), value: recovery.network },
    { label: t(($) => $.deposits.transaction), value: <Ltr>{recovery.transaction}</Ltr> },
    ...(recovery.returnTo === ''
      ? []
      : [
          {
            label: t(($) => $.deposits.recovery.returnTo),
            value: <Ltr>{recovery.returnTo}</Ltr>,
          },
        ]),
    ...(feePpm === null
      ? []
      : [
          {
            label: t(($) => $.deposits.recovery.conditions),
            value: t(($) => $.deposits.recovery.held, { least, fee: ppm(feePpm) }),
          },
        ]),
    ...(state === 'review' && dueAt !== null
      ? [{ label: t(($) => $.deposits.recovery.due), value: <Instant at={dueAt} /> }]
      : []),
    ...(creditAsset === ''
      ? []
      : [
          {
            label: t(($) => $.deposits.recovery.credited),
            value: <Amount value={recovery.credited} asset={creditAsset} named />,
          },
          {
            label: t(($) => $.deposits.recovery.fee),
            value: <Amount value={recovery.fee} asset={creditAsset} named />,
          },
        ]),
    ...(recovery.returnTransaction === ''
      ? []
      : [
          {
            label: t(($) => $.deposits.recovery.returnHash),
            value: <Ltr>{recovery.returnTransaction}</Ltr>,
          },
        ]),
  ];
  return (
    <Stack>
      <KeyValues items={items} />
      <Timeline label={t(($) => $.deposits.recovery.steps)} events={useEvents(recovery)} />
      {reason === '' ? null : (
        <PanelBody>
          <p>
            {t(($) => $.deposits.recovery.reasons[reason])} {law}{' '}
            <TextLink to="/service">{t(($) => $.deposits.proof.appeal)}</TextLink>
          </p>
        </PanelBody>
      )}
      {state === 'noticed' ? (
        <PanelBody>
          <Button onClick={() => ask(true)}>{t(($) => $.deposits.recovery.ask)}</Button>
        </PanelBody>
      ) : null}
      {isAsking ? <RecoveryForm recovery={recovery} close={() => ask(false)} /> : null}
    </Stack>
  );
}

function useEvents({ events, state, recoveryId }: Recovery) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const past = events.map(({ what, at }) => ({
    id: `${recoveryId} ${what}`,
    title: t(($) => $.deposits.recovery.events[what]),
    when: dateTime(at),
    state: what === 'refused' ? ('failed' as const) : ('done' as const),
  }));
  const isOpen = state === 'review' || state === 'crediting';
  const next = { id: 'next', title: t(($) => $.deposits.recovery.states[state]) };
  return isOpen ? [...past, { ...next, state: 'current' as const }] : past;
}

function useColumns(): readonly Column<Recovery>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'at', head: t(($) => $.deposits.at) },
      cell: ({ events }) => <Instant at={events[0]?.at ?? 0} />,
      csv: ({ events }) => isoOf(events[0]?.at ?? 0),
    },
    {
      ...{ name: 'network', head: t(($) => $.deposits.network), card: 'title' },
      cell: ({ network }) => network,
      csv: ({ network }) => network,
    },
    {
      ...{ name: 'quantity', head: t(($) => $.deposits.quantity), figure: true, card: 'value' },
      cell: ({ amount, asset }) =>
        asset === '' ? (
          t(($) => $.deposits.unknown)
        ) : (
          <Amount {...{ value: amount, asset }} named />
        ),
      csv: ({ amount, asset }) => `${amount} ${asset}`.trim(),
    },
    {
      ...{ name: 'state', head: t(($) => $.deposits.state) },
      cell: ({ state }) => <StatusBadge map={STATES} state={state} />,
      csv: ({ state, reason }) => `${state} ${reason}`.trim(),
    },
    {
      ...{ name: 'due', head: t(($) => $.deposits.recovery.due), optional: true },
      cell: ({ dueAt, state }) =>
        dueAt === null || state !== 'review' ? '—' : <Instant at={dueAt} />,
      csv: ({ dueAt }) => (dueAt === null ? '' : isoOf(dueAt)),
    },
  ];
}
