import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { useAvailable } from '../../lib/data/available.ts';
import { api } from '../../lib/data/services.ts';
import { useRenew } from './use-loans.ts';
import type { Secured } from './use-secured.ts';

type Step = 'repayCollateralLoan' | 'addCollateral' | 'releaseCollateral';

/** What its person can do at any time: repay, add collateral, release what is not needed. */
export function SecuredSteps({ loan }: { loan: Secured }) {
  const { t } = useTranslation();
  const { asset, lentAsset, owed, releasable } = loan;
  const free = useAvailable(asset, 'currency');
  return (
    <Stack>
      <OneStep
        loan={loan}
        step="repayCollateralLoan"
        title={t(($) => $.secured.repay)}
        action={t(($) => $.secured.repayDo)}
        hint={t(($) => $.secured.repayHint)}
        unit={lentAsset}
        most={owed}
      />
      <OneStep
        loan={loan}
        step="addCollateral"
        title={t(($) => $.secured.add)}
        action={t(($) => $.secured.addDo)}
        unit={asset}
        most={free}
      />
      <OneStep
        loan={loan}
        step="releaseCollateral"
        title={t(($) => $.secured.release)}
        action={t(($) => $.secured.releaseDo)}
        hint={t(($) => $.secured.releaseHint)}
        unit={asset}
        most={releasable}
      />
    </Stack>
  );
}

interface OneStepProps {
  loan: Secured;
  step: Step;
  title: string;
  action: string;
  hint?: string;
  unit: string;
  most: string | undefined;
}

function OneStep({ loan, step, title, action, hint, unit, most }: OneStepProps) {
  const { t } = useTranslation();
  const renew = useRenew();
  const [isDone, done] = useState(false);
  // One step, however often it is pressed: what was asked for gets one id.
  const sent = useRef({ key: '', commandId: '' });
  const isAmount = (amount: string) => (parseDecimal(amount, SCALE) ?? 0n) > 0n;
  const form = useForm({
    first: { amount: '' },
    rules: { amount: (amount) => (isAmount(amount) ? '' : t(($) => $.loans.amountMissing)) },
    send: async ({ amount }) => {
      const key = `${amount} ${loan.paid} ${loan.collateral}`;
      if (sent.current.key !== key) sent.current = { key, commandId: crypto.randomUUID() };
      const { commandId } = sent.current;
      try {
        await api.call(step, { loanId: loan.loanId, amount }, { quiet: true, commandId });
        done(true);
        await renew();
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const isLost = error.kind === 'network';
        // What was refused may be possible later: the next press asks again.
        if (!isLost) sent.current = { key: '', commandId: '' };
        return { form: isLost ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  return (
    <Panel title={title}>
      <PanelBody>
        <Stack>
          {isDone ? (
            <Callout live tone="success">
              {t(($) => $.secured.done)}
            </Callout>
          ) : null}
          <StateForm form={form} action={action}>
            <AmountField
              label={title}
              unit={unit}
              {...(most === undefined ? {} : { most })}
              {...(hint === undefined ? {} : { hint })}
              {...textOf(form, 'amount')}
              onBlur={() => form.left('amount')}
            />
          </StateForm>
        </Stack>
      </PanelBody>
    </Panel>
  );
}
