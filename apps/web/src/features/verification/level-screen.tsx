import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TwoColumns } from '@assay/kit/page/page.tsx';
import { Stepper } from '@assay/kit/page/stepper.tsx';
import { DOCUMENT_TYPES, LEVELS, type Level } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { RealOnly } from '../../ui/real-only.tsx';
import { Advice } from './advice.tsx';
import { STATUS_MAP } from './statuses.ts';
import { useCountryName } from './use-nationalities.ts';
import { type OwnCase, type OwnData, useVerification } from './use-verification.ts';

interface LevelScreenProps {
  level: Level;
  /** Shown while it can be sent. */
  form: ComponentType<FormProps>;
}

/** What was sent before, of this level and of all. */
export interface FormProps {
  before: OwnCase | undefined;
  own: OwnData;
}

/** The screen of one level: where it stands, and the form while something can be sent. */
export function LevelScreen({ level, form }: LevelScreenProps) {
  const { t } = useTranslation();
  const title = t(($) => $.verification.title);
  const { data } = useVerification();
  return (
    <AccountPage
      width="page"
      title={t(($) => $.verification.levels[level])}
      lead={t(($) => $.verification.needs[level])}
      trail={[{ text: title, to: '/sfyz' }]}
    >
      <Stepper
        label={title}
        steps={LEVELS.map((name) => t(($) => $.verification.levels[name]))}
        at={LEVELS.indexOf(level)}
        isDone={(i) => data?.levels[LEVELS[i] ?? level] === 'approved'}
      />
      <TwoColumns aside={<Advice level={level} />}>
        <State level={level} form={form} />
      </TwoColumns>
    </AccountPage>
  );
}

function State({ level, form: FormOf }: LevelScreenProps) {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  const query = useVerification();
  const { data } = query;
  if (demo) return <RealOnly />;
  if (data === undefined) {
    return query.isError ? (
      <Failure onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height="16rem" />
    );
  }
  const { levels, own } = data;
  const before = own.cases.find((one) => one.level === level);
  const status = levels[level];
  if (level !== 'junior' && levels.junior !== 'approved') {
    return (
      <Callout
        tone="information"
        action={
          <Button component={Link} to="/smauth" variant="default" size="xs">
            {t(($) => $.verification.levels.junior)}
          </Button>
        }
      >
        {t(($) => $.verification.juniorFirst)}
      </Callout>
    );
  }
  if (before === undefined) return <FormOf before={undefined} own={own} />;
  return (
    <>
      <Outcome one={before} />
      {status === 'refused' || status === 'expired' ? <FormOf before={before} own={own} /> : null}
      <Sent one={before} />
    </>
  );
}

/** What became of what was sent. */
function Outcome({ one }: { one: OwnCase }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (one.status === 'approved') {
    return (
      <Callout tone="success" title={t(($) => $.verification.approvedTitle)}>
        {t(($) => $.verification.approvedText)}
      </Callout>
    );
  }
  if (one.status === 'review') {
    const when = one.deadlineAt === null ? '' : format.dateTime(one.deadlineAt);
    return (
      <Callout
        tone="information"
        title={t(($) => $.verification.reviewTitle)}
        action={<ToProvider outside={one.outside} />}
      >
        {t(($) => $.verification.reviewText, { when })}
        <Outside outside={one.outside} />
      </Callout>
    );
  }
  if (one.status === 'expired' && one.reasons.length === 0) {
    return <Callout tone="warning">{t(($) => $.verification.expiredText)}</Callout>;
  }
  return (
    <Callout
      tone={one.status === 'expired' ? 'warning' : 'danger'}
      title={t(($) => $.verification[one.status === 'expired' ? 'reopenedTitle' : 'refusedTitle'])}
    >
      <Points>
        {one.reasons.map(({ field, reason }) => (
          <li key={`${field} ${reason}`}>
            <strong>{t(($) => $.verification.fields[field])}</strong>
            {': '}
            {t(($) => $.verification.reasons[reason])}
          </li>
        ))}
      </Points>
      {t(($) => $.verification.refusedText)}
    </Callout>
  );
}

/** What an outside provider has to do with it, if there is one. */
function Outside({ outside }: Pick<OwnCase, 'outside'>) {
  const { t } = useTranslation();
  if (outside === null) return null;
  const { host } = outside;
  return (
    <p>
      {outside.checked
        ? t(($) => $.verification.outsideDone, { host })
        : t(($) => $.verification.outsideText, { host })}
    </p>
  );
}

function ToProvider({ outside }: Pick<OwnCase, 'outside'>) {
  const { t } = useTranslation();
  if (outside === null || outside.checked) return null;
  return (
    <Button
      component="a"
      href={outside.url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="xs"
    >
      {t(($) => $.verification.outside, { host: outside.host })}
    </Button>
  );
}

function Sent({ one }: { one: OwnCase }) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  const type = DOCUMENT_TYPES.find(({ id }) => id === one.type)?.key ?? 'other';
  const all = [
    { label: t(($) => $.verification.fields.name), value: <bdi>{one.name}</bdi> },
    { label: t(($) => $.verification.fields.country), value: countryName(one.country) },
    { label: t(($) => $.verification.fields.type), value: t(($) => $.verification.types[type]) },
    { label: t(($) => $.verification.fields.number), value: <Ltr>{one.number}</Ltr> },
    {
      label: t(($) => $.verification.fields.address),
      value: one.address === '' ? NO_VALUE : <bdi>{one.address}</bdi>,
      wide: true,
    },
    { label: t(($) => $.verification.sentAt), value: format.dateTime(one.submittedAt) },
  ];
  const shown = one.level === 'address' ? all : all.filter(({ wide }) => wide !== true);
  return (
    <Panel
      title={t(($) => $.verification.sent)}
      tools={<StatusBadge map={STATUS_MAP} state={one.status} />}
    >
      <KeyValues columns={2} items={shown} />
    </Panel>
  );
}
