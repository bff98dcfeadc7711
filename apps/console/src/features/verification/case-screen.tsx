import { KeyValues, Timeline } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Skeleton } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { DOCUMENT_TYPES } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useStaffNames } from '../../lib/operator.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Decision } from './decision.tsx';
import { Pictures } from './pictures.tsx';
import { type StaffCase, useCase, useForget } from './use-cases.ts';

interface CaseScreenProps {
  caseId: number;
  leave(): void;
}

/** One claimed case: its pictures beside its data, what is alike, and the decision. */
export function CaseScreen({ caseId, leave }: CaseScreenProps) {
  const { t } = useTranslation();
  const query = useCase(caseId);
  const forget = useForget();
  const done = async () => {
    await forget();
    leave();
  };
  const release = async () => {
    await call('releaseVerification', { caseId }).catch(() => undefined);
    await done();
  };
  useKeys({ Escape: release });
  return (
    <Page>
      <PageHead
        title={t(($) => $.verification.caseTitle, { id: caseId })}
        actions={
          <Button variant="default" onClick={release}>
            {t(($) => $.verification.release)}
          </Button>
        }
      />
      {query.isError ? <Callout tone="warning">{query.error.message}</Callout> : null}
      {query.isPending ? <Skeleton height="20rem" /> : null}
      {query.data === undefined ? null : <Content one={query.data} done={done} />}
    </Page>
  );
}

function Content({ one, done }: { one: StaffCase; done(): Promise<void> }) {
  return (
    <TwoColumns
      aside={
        <>
          <Data one={one} />
          <Decision one={one} done={done} />
          <Alike one={one} />
          <OutsideChecks one={one} />
        </>
      }
    >
      <Pictures one={one} />
      <Earlier one={one} />
      <History one={one} />
    </TwoColumns>
  );
}

function Data({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const type = DOCUMENT_TYPES.find(({ id }) => id === one.type)?.key ?? 'other';
  const items = [
    { label: t(($) => $.verification.fields.name), value: <bdi>{one.name}</bdi> },
    { label: t(($) => $.verification.fields.country), value: <Ltr>{one.country}</Ltr> },
    { label: t(($) => $.verification.fields.type), value: t(($) => $.verification.types[type]) },
    { label: t(($) => $.verification.fields.number), value: <Ltr>{one.number}</Ltr> },
    {
      label: t(($) => $.verification.fields.expiresOn),
      value: one.expiresOn ?? t(($) => $.none),
    },
    {
      label: t(($) => $.verification.fields.address),
      value: one.address === '' ? t(($) => $.none) : <bdi>{one.address}</bdi>,
      wide: true,
    },
    { label: t(($) => $.verification.customer), value: <Ltr>{one.userId}</Ltr> },
    { label: t(($) => $.verification.sent), value: <Instant at={one.submittedAt} /> },
  ];
  return (
    <Panel title={t(($) => $.verification.levels[one.level])}>
      <KeyValues columns={2} items={items} />
    </Panel>
  );
}

/** Other people's cases with the same number or a picture that is alike. */
function Alike({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  if (one.likes.length === 0) return null;
  return (
    <Callout tone="warning" title={t(($) => $.verification.alike)}>
      <Points>
        {one.likes.map(({ caseId, userId, because, slot }) => (
          <li key={`${caseId} ${because} ${slot}`}>
            {because === 'number' || slot === null
              ? t(($) => $.verification.sameNumber, { caseId, userId })
              : t(($) => $.verification.samePicture, {
                  ...{ caseId, userId },
                  slot: t(($) => $.verification.fields[slot]),
                })}
          </li>
        ))}
      </Points>
    </Callout>
  );
}

/** What an outside provider found, the latest first. */
function OutsideChecks({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const textOf = useReasonsText();
  if (one.checks.length === 0) return null;
  return (
    <Panel title={t(($) => $.verification.outside)}>
      <Timeline
        label={t(($) => $.verification.outside)}
        events={one.checks.map(({ result, reasons, agrees, occurredAt }, index) => ({
          id: `${one.checks.length - index}`,
          title: t(($) => $.verification.checkResults[result]),
          when: <Instant at={occurredAt} />,
          text: [t(($) => $.verification.agrees[`${agrees}`]), textOf(reasons)].join(' ').trim(),
          state: result === 'refused' || agrees === false ? ('failed' as const) : ('done' as const),
        }))}
      />
    </Panel>
  );
}

function useReasonsText() {
  const { t } = useTranslation();
  return (reasons: StaffCase['reasons']) =>
    reasons
      .map(({ field, reason }) =>
        [t(($) => $.verification.fields[field]), t(($) => $.verification.reasons[reason])].join(
          ': ',
        ),
      )
      .join(' · ');
}

function Earlier({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const textOf = useReasonsText();
  if (one.earlier.length === 0) return null;
  return (
    <Panel title={t(($) => $.verification.earlier)}>
      <Timeline
        label={t(($) => $.verification.earlier)}
        events={one.earlier.map(({ caseId, status, decidedAt, reasons }) => ({
          id: String(caseId),
          title: t(($) => $.verification.statuses[status]),
          when: decidedAt === null ? undefined : <Instant at={decidedAt} />,
          text: textOf(reasons),
          state: status === 'refused' ? ('failed' as const) : ('done' as const),
        }))}
      />
    </Panel>
  );
}

function History({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const named = useStaffNames();
  return (
    <Panel title={t(($) => $.verification.history)}>
      <Timeline
        label={t(($) => $.verification.history)}
        events={one.log.map(({ kind, by, at }, index) => ({
          id: `${one.log.length - index}`,
          title: t(($) => $.verification.kinds[kind as LogKind]),
          when: <Instant at={at} />,
          text: by === 'person' ? t(($) => $.verification.customer) : named(by),
          state: 'done' as const,
        }))}
      />
    </Panel>
  );
}

type LogKind =
  | 'submitted'
  | 'claimed'
  | 'released'
  | 'opened'
  | 'viewed'
  | 'prepared'
  | 'rejected'
  | 'withdrawn'
  | 'reopened'
  | 'checked';
