import { Timeline } from '@assay/kit/data/key-values.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { FREEZE_REASONS } from '@assay/modules/support/rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { CorrectForm } from './correct-form.tsx';
import { COMPARED, FREEZE_KINDS, FreezeForm, type FreezeKind } from './freeze-form.tsx';
import type { Customer } from './use-support.ts';

interface CustomerLimitsProps {
  customer: Customer;
  /** Something about the customer has changed. */
  changed(): void;
}

/** What limits a customer, and what staff may place and lift of it. */
export function CustomerLimits({ customer, changed }: CustomerLimitsProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<FreezeKind | 'correct' | null>(null);
  const { userId, restrictions } = customer;
  const stands = (...kinds: readonly string[]) =>
    restrictions.some(({ kind }) => kinds.includes(kind));
  const hasUse = (kind: FreezeKind) =>
    kind === 'unfreeze'
      ? stands('staffFreeze')
      : kind !== 'ownFreeze' || stands('selfFreeze', 'notMe');
  const isMine = (kind: FreezeKind) =>
    may(kind in COMPARED ? 'verification.decide' : 'users.freeze');
  const kinds = FREEZE_KINDS.filter((kind) => hasUse(kind) && isMine(kind));
  const reasonOf = (reason: string) => {
    const known = FREEZE_REASONS.find((one) => one === reason);
    return known === undefined ? '' : t(($) => $.support.limits.reasons[known]);
  };
  const close = (done?: boolean) => {
    ask(null);
    if (done === true) changed();
  };
  return (
    <Panel title={t(($) => $.support.limits.title)}>
      {restrictions.length === 0 ? null : (
        <Timeline
          label={t(($) => $.support.limits.title)}
          events={restrictions.map(({ restrictionId, kind, reason, expiresAt }) => ({
            id: String(restrictionId),
            title: t(($) => $.support.limits.kinds[kind]),
            when: expiresAt === null ? t(($) => $.support.limits.open) : <Instant at={expiresAt} />,
            text: reasonOf(reason),
            state: 'current' as const,
          }))}
        />
      )}
      <PanelBody>
        {restrictions.length === 0 ? <p>{t(($) => $.support.limits.none)}</p> : null}
        {kinds.length > 0 ? (
          <Buttons>
            {may('verification.decide') ? (
              <Button variant="default" onClick={() => ask('correct')}>
                {t(($) => $.support.limits.correct)}
              </Button>
            ) : null}
            {kinds.map((kind) => (
              <Button key={kind} variant="default" onClick={() => ask(kind)}>
                {t(($) => $.support.limits[kind])}
              </Button>
            ))}
          </Buttons>
        ) : null}
      </PanelBody>
      {asked === 'correct' ? <CorrectForm userId={userId} close={() => close()} /> : null}
      {asked === null || asked === 'correct' ? null : (
        <FreezeForm kind={asked} userId={userId} close={close} />
      )}
    </Panel>
  );
}
