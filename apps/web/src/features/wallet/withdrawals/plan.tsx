import { type FigureLine, FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Goes, Reasons, RefusalText } from './reasons.tsx';
import { useSend } from './use-send.ts';
import type { Asked, ExitPlan, Planned } from './use-withdrawals.ts';

interface PlanProps {
  plan: ExitPlan;
  asset: string;
}

/** By which withdrawals an amount leaves whole: each with its day and its cost, and what stays. */
export function Plan({ plan, asset }: PlanProps) {
  const { t } = useTranslation();
  const { refusals, parts } = plan;
  if (refusals.length > 0) return <Reasons preview={{ refusals, accepted: null }} asset={asset} />;
  return (
    <>
      {parts.length === 0 ? null : (
        <Callout title={t(($) => $.wallet.out.plan.title)}>
          <p>{t(($) => $.wallet.out.plan.lead)}</p>
          <Parts plan={plan} asset={asset} />
        </Callout>
      )}
      <Remains plan={plan} asset={asset} />
    </>
  );
}

/** Two parts of a day may be alike in everything but their place. */
const placed = <T,>(list: readonly T[]) => list.map((one, place) => ({ one, place }));

function Parts({ plan: { parts }, asset }: PlanProps) {
  const { t } = useTranslation();
  return (
    <Points>
      {placed(parts).map(({ place, one: part }) => (
        <li key={place}>
          <Amount value={part.amount} asset={asset} named /> <Goes cost={part} />{' '}
          <span>
            <Sentence parts={{ fee: <Amount value={part.fee} asset={asset} named /> }}>
              {(put) => t(($) => $.wallet.out.itsFee, put)}
            </Sentence>
          </span>{' '}
          {part.holds.length === 0 ? null : (
            <span>
              {part.holds.map(({ reason }) => t(($) => $.wallet.out.holds[reason])).join(' ')}
            </span>
          )}
        </li>
      ))}
    </Points>
  );
}

function Remains({ plan: { remains }, asset }: PlanProps) {
  const { t } = useTranslation();
  if (remains.length === 0) return null;
  return (
    <Callout tone="warning" title={t(($) => $.wallet.out.plan.remains)}>
      <Points>
        {remains.map(({ code, amount, detail }) => (
          <li key={code}>
            <Amount value={amount} asset={asset} named />
            {': '}
            {code === 'held' ? (
              t(($) => $.wallet.out.plan.held)
            ) : code === 'tooManyWithdrawals' ? (
              t(($) => $.wallet.out.plan.many)
            ) : (
              <RefusalText code={code} detail={detail} asset={asset} />
            )}
          </li>
        ))}
      </Points>
    </Callout>
  );
}

/** What all parts come to. */
export function usePlanLines(plan: ExitPlan | undefined, asset: string): FigureLine[] {
  const { t } = useTranslation();
  const figure = (value: string | undefined) =>
    value === undefined ? '—' : <Amount value={value} asset={asset} named />;
  return [
    { label: t(($) => $.wallet.out.plan.leaves), value: figure(plan?.leaves) },
    { label: t(($) => $.wallet.out.fee), value: figure(plan?.fee) },
    { label: t(($) => $.wallet.out.arrives), value: figure(plan?.arrives), strong: true },
  ];
}

interface SendPlanProps {
  asked: Asked;
  chain: string;
  plan: ExitPlan;
  refused(fields: { form: string }): void;
  close(): void;
  onDone(planned: Planned): void;
}

/** All parts once more, the six digits, and then the proof of exactly this plan. */
export function SendPlan({ asked, chain, plan, refused, close, onDone }: SendPlanProps) {
  const { t } = useTranslation();
  const { kind: _, ...where } = asked;
  const form = useSend({
    call: 'acceptExitPlan',
    fields: { ...where, memo: '', digest: plan.digest },
    refused: ({ message }) => refused({ form: message }),
    onDone,
  });
  const { asset, address } = asked;
  const sums = usePlanLines(plan, asset);
  return (
    <FormDialog
      title={t(($) => $.wallet.out.plan.confirm)}
      form={form}
      action={t(($) => $.wallet.out.plan.do)}
      close={close}
    >
      <FigureLines
        lines={[
          { label: t(($) => $.wallet.out.address), value: <AddressText address={address} /> },
          { label: t(($) => $.wallet.out.network), value: chain },
          ...sums,
        ]}
      />
      <Parts plan={plan} asset={asset} />
      <p>{t(($) => $.wallet.out.final)}</p>
      <PinField label={t(($) => $.wallet.out.pin)} {...textOf(form, 'tradePassword')} />
    </FormDialog>
  );
}

/** What was asked for, and where its parts are followed. */
export function PlanRequested({ planned: { taken, refused } }: { planned: Planned }) {
  const { t } = useTranslation();
  const asset = taken[0]?.withdrawal.asset ?? '';
  return (
    <Callout
      live
      tone="success"
      title={t(($) => $.wallet.out.plan.done, { count: taken.length })}
      action={<Link to="/tbjl">{t(($) => $.wallet.out.follow)}</Link>}
    >
      <Points>
        {taken.map(({ withdrawal }) => (
          <li key={withdrawal.withdrawalId}>
            <Amount value={withdrawal.amount} asset={asset} named />{' '}
            <Instant at={withdrawal.queuedUntil} />
          </li>
        ))}
        {placed(refused).map(({ place, one: { amount } }) => (
          <li key={place}>
            <Amount value={amount} asset={asset} named />
            {': '}
            {t(($) => $.wallet.out.plan.notTaken)}
          </li>
        ))}
      </Points>
    </Callout>
  );
}
