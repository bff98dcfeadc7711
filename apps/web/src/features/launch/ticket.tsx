import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import type { StatusMap } from '@assay/kit/display/badge.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { StatusCallout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { api } from '../../lib/data/services.ts';
import { Subscribe } from './subscribe.tsx';
import { ticketLines } from './ticket-lines.tsx';
import { type Info, type Mine, type Project, renewLaunches as renew } from './use-launch.ts';

/** What somebody has in a project, and taking part in it while it is open. */
export function Ticket({ info: { project, mine } }: { info: Info }) {
  const { t } = useTranslation();
  if (mine === null) {
    return (
      <Panel title={t(($) => $.launch.takePart)}>
        <PanelBody>
          <TextLink to="/login">{t(($) => $.launch.logIn)}</TextLink>
        </PanelBody>
      </Panel>
    );
  }
  const isOpen = project.phase === 'open';
  return (
    <>
      {mine.subscription === null ? null : <Own project={project} mine={mine} />}
      {isOpen || project.phase === 'announced' ? (
        <Panel title={t(($) => $.launch.takePart)}>
          <PanelBody>
            <Stack>
              <Standing project={project} mine={mine} />
              {isOpen && ['open', 'passed'].includes(mine.eligibility) ? (
                <Subscribe project={project} mine={mine} />
              ) : null}
              {project.phase === 'announced' ? <p>{t(($) => $.launch.notOpenYet)}</p> : null}
            </Stack>
          </PanelBody>
        </Panel>
      ) : null}
    </>
  );
}

/** How it is shown whether this person may take part. */
const ELIGIBILITY: StatusMap<Exclude<Mine['eligibility'], 'open'>> = {
  notAsked: { tone: 'neutral', label: (t) => t(($) => $.launch.eligibility.notAsked) },
  underReview: { tone: 'neutral', label: (t) => t(($) => $.launch.eligibility.underReview) },
  passed: { tone: 'good', label: (t) => t(($) => $.launch.eligibility.passed) },
  notPassed: { tone: 'warning', label: (t) => t(($) => $.launch.eligibility.notPassed) },
};

/** Whether this person may take part, and the way to it. */
function Standing({ project: { launchId }, mine }: { project: Project; mine: Mine }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { eligibility, ground, reason } = mine;
  const apply = async () => {
    setBusy(true);
    try {
      await api.call('applyNewcoins', { launchId });
      toastSuccess(t(($) => $.launch.applied));
    } catch {
      // The API client has already shown why the call failed.
    }
    setBusy(false);
    renew();
  };
  if (eligibility === 'open') return null;
  return (
    <StatusCallout
      live
      map={ELIGIBILITY}
      state={eligibility}
      action={
        eligibility === 'notAsked' ? (
          <Button size="xs" loading={busy} onClick={() => void apply()}>
            {t(($) => $.launch.apply)}
          </Button>
        ) : ground === 'tier' ? (
          <TextLink to="/sfyz">{t(($) => $.launch.verify)}</TextLink>
        ) : undefined
      }
    >
      {ground === ''
        ? t(($) => $.launch.eligibilityTexts[eligibility])
        : t(($) => $.launch.grounds[ground])}{' '}
      <bdi>{reason}</bdi>
    </StatusCallout>
  );
}

function Own({ project, mine }: { project: Project; mine: Mine }) {
  const { t } = useTranslation();
  const { symbol } = project;
  const own = mine.subscription;
  if (own === null) return null;
  const isOver = own.allotted !== '';
  const coins = (value: string) => <OwnAmount named value={value} asset={symbol} />;
  const cash = (value: string) => <OwnAmount named value={value} asset="USDT" />;
  return (
    <Panel title={t(($) => $.launch.own)}>
      <PanelBody>
        <Stack>
          <FigureLines
            lines={[
              { label: t(($) => $.launch.number), value: `${own.number}` },
              { label: t(($) => $.launch.asked), value: coins(own.quantity) },
              ...ticketLines(t, own),
              { label: t(($) => $.launch.escrow), value: isOver ? null : cash(own.amount) },
              { label: t(($) => $.launch.allotted), value: isOver ? coins(own.allotted) : null },
              { label: t(($) => $.launch.paid), value: isOver ? cash(own.paid) : null },
              { label: t(($) => $.launch.refunded), value: isOver ? cash(own.refunded) : null },
              { label: t(($) => $.launch.released), value: isOver ? coins(own.released) : null },
            ]}
          />
          {project.phase === 'open' && project.withdrawable ? (
            <TakeBack project={project} quantity={own.quantity} />
          ) : null}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function TakeBack({ project: { launchId }, quantity }: { project: Project; quantity: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    try {
      await api.call('withdrawNewcoins', { launchId, quantity });
      toastSuccess(t(($) => $.launch.takenBack));
    } catch {
      // The API client has already shown why the call failed.
    }
    setBusy(false);
    renew();
  };
  return (
    <Button fullWidth variant="default" loading={busy} onClick={() => void takeBack()}>
      {t(($) => $.launch.takeAllBack)}
    </Button>
  );
}
