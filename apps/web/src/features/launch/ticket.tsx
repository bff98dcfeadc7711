import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useOnline } from '../../lib/stream/use-online.ts';
import { costOf, leastOf } from './preview.ts';
import { CHANGING, type Info, type Mine, type Project, useCash } from './use-launch.ts';

const renew = () => {
  for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
};

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
  const tones = {
    notAsked: 'information',
    underReview: 'information',
    passed: 'success',
    notPassed: 'warning',
  } as const;
  return (
    <Callout
      live
      tone={tones[eligibility]}
      title={t(($) => $.launch.eligibility[eligibility])}
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
    </Callout>
  );
}

function Own({ project, mine }: { project: Project; mine: Mine }) {
  const { t } = useTranslation();
  const { symbol } = project;
  const own = mine.subscription;
  if (own === null) return null;
  const isOver = own.allotted !== '';
  const coins = (value: string) => <Amount named value={value} asset={symbol} />;
  const cash = (value: string) => <Amount named value={value} asset="USDT" />;
  return (
    <Panel title={t(($) => $.launch.own)}>
      <PanelBody>
        <Stack>
          <FigureLines
            lines={[
              { label: t(($) => $.launch.number), value: `${own.number}` },
              { label: t(($) => $.launch.asked), value: coins(own.quantity) },
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

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

function Subscribe({ project, mine }: { project: Project; mine: Mine }) {
  const { t } = useTranslation();
  const realm = useRealm();
  const online = useOnline();
  const refusals = useRefusals();
  const available = useCash();
  const { launchId, symbol, lot, most } = project;
  const left = formatDecimal(unitsOf(most) - unitsOf(mine.subscription?.quantity ?? '0'), SCALE);
  const problemOf = (text: string): string => {
    const units = unitsOf(text);
    if (units <= 0n) return t(($) => $.launch.problem.empty);
    if (units % unitsOf(lot) !== 0n) return t(($) => $.launch.problem.lot, { lot, symbol });
    if (units > unitsOf(left)) return t(($) => $.launch.problem.most, { most: left, symbol });
    const isCovered = available === undefined || costOf(project, units) <= unitsOf(available);
    return isCovered ? '' : t(($) => $.launch.problem.balance);
  };
  const form = useForm({
    first: { quantity: '' },
    rules: { quantity: problemOf },
    send: async ({ quantity }) => {
      try {
        const input = { launchId, quantity };
        const { receipt } = await api.call('subscribeNewcoins', input, { quiet: true });
        keepReceipt(realm, receipt);
      } catch (error) {
        const byRefusal = {
          ...{ invalidLots: 'quantity', aboveHardCap: 'quantity', insufficientUsdt: 'quantity' },
        } as const;
        return refusals(error, { names: ['quantity'], byRefusal });
      } finally {
        renew();
      }
      toastSuccess(t(($) => $.launch.done));
      return undefined;
    },
  });
  const asked = unitsOf(form.values.quantity);
  const text = (units: bigint) => formatDecimal(units, SCALE);
  return (
    <StateForm
      form={form}
      action={online ? t(($) => $.launch.subscribe) : t(($) => $.launch.offline)}
      disabled={!online}
    >
      <AmountField
        label={t(($) => $.launch.quantity)}
        unit={symbol}
        beside={
          <>
            {t(($) => $.launch.available)} <Amount named value={available} asset="USDT" />
          </>
        }
        lines={[
          {
            label: t(($) => $.launch.cost),
            value: <Amount named value={text(costOf(project, asked))} asset="USDT" />,
          },
          {
            label: t(($) => $.launch.least),
            value: (
              <Amount
                named
                value={text(leastOf(project, asked, unitsOf(mine.subscription?.quantity ?? '0')))}
                asset={symbol}
              />
            ),
          },
        ]}
        {...textOf(form, 'quantity')}
        onBlur={() => form.left('quantity')}
      />
      <p>{t(($) => $.launch.leastText)}</p>
    </StateForm>
  );
}
