import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { WITHDRAWALS } from '@assay/modules/emergency/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutputOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import type { StopKind } from './stop-form.tsx';

export type Stop = CallOutputOf<'getEmergencyStops'>['stops'][number];

export interface Asked {
  readonly kind: StopKind;
  readonly subject: string;
}

/** That staff have stopped something, why, and until when. */
export function StopState({ stop }: { stop: Stop }) {
  const { t } = useTranslation();
  return (
    <>
      <Badge tone="bad">{t(($) => $.markets.stopped)}</Badge>{' '}
      <Sentence parts={{ at: <Instant at={stop.until} />, reason: <bdi>{stop.reason}</bdi> }}>
        {(put) => t(($) => $.markets.until, put)}
      </Sentence>
    </>
  );
}

interface StopActionsProps {
  subject: string;
  stop: Stop | undefined;
  ask(wanted: Asked): void;
}

/** What this member of staff may do about it. */
export function StopActions({ subject, stop, ask }: StopActionsProps) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const kinds = (['stop', 'extend', 'reopen'] as const).filter(
    (kind) =>
      (kind === 'stop') === (stop === undefined) &&
      may(kind === 'extend' ? 'emergency.prepare' : 'emergency.stop'),
  );
  return (
    <Buttons>
      {kinds.map((kind) => (
        <Button key={kind} size="xs" variant="default" onClick={() => ask({ kind, subject })}>
          {t(($) => $.markets[kind])}
        </Button>
      ))}
    </Buttons>
  );
}

interface WithdrawalsProps {
  stops: readonly Stop[];
  ask(wanted: Asked): void;
}

/** Whether anybody can withdraw. */
export function Withdrawals({ stops, ask }: WithdrawalsProps) {
  const { t } = useTranslation();
  const stop = stops.find(({ subject }) => subject === WITHDRAWALS);
  return (
    <Panel
      title={t(($) => $.markets.withdrawals)}
      tools={<StopActions subject={WITHDRAWALS} stop={stop} ask={ask} />}
    >
      <PanelBody>
        <p>
          {stop === undefined ? (
            <Badge tone="good">{t(($) => $.markets.open)}</Badge>
          ) : (
            <StopState stop={stop} />
          )}
        </p>
      </PanelBody>
    </Panel>
  );
}
