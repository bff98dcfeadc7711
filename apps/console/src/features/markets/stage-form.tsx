import { REALMS } from '@assay/core/ledger/realm';
import { DAY, HOUR } from '@assay/core/time';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { MarketView } from '@assay/modules/markets/schema';
import { PARAMETERS, STAGES } from '@assay/modules/parameters/rules';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { StopEffect } from './stop-effect.tsx';

interface StageFormProps {
  market: MarketView;
  to: 'open' | 'delisted';
  close(): void;
}

const HOURS_MOST = 2_000;

/** Proposes that a market opens or is delisted, and when; says first what that meets. */
export function StageForm({ market: { market, stage }, to, close }: StageFormProps) {
  const { t } = useTranslation();
  const isAgainst = to === 'delisted' && stage === 'open';
  const least = isAgainst ? PARAMETERS.marketStage.noticeMs / DAY : 0;
  const unit = isAgainst ? DAY : HOUR;
  const most = isAgainst ? HOURS_MOST / 24 : HOURS_MOST;
  const isFit = (text: string) => /^\d{1,4}$/.test(text.trim()) && +text >= least && +text <= most;
  const form = useForm({
    first: { after: String(least), reason: '' },
    rules: {
      after: (after) =>
        isFit(after) ? '' : t(($) => $.markets.listing.whole, { least, most: Math.floor(most) }),
      reason: (reason) => (reason.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async ({ after, reason }) => {
      // As soon as the notice allows, unless it is to be later.
      const takesEffectAt = +after === least ? null : Date.now() + +after * unit;
      const value = STAGES.indexOf(to);
      const body = { parameter: 'marketStage', subject: market, value, takesEffectAt };
      const wanted = { proposalId: crypto.randomUUID(), type: 'changeParameter', body, reason };
      const refused = await refusalOf(
        call('prepareProposal', wanted),
        t(($) => $.approvals.failed),
      );
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.parameters.prepared));
      close();
      return undefined;
    },
  });
  const action = t(($) => $.markets.listing.to[to]);
  return (
    <FormDialog title={`${action}: ${market}`} close={close} form={form} action={action}>
      <Callout tone={isAgainst ? 'danger' : 'information'}>
        {t(($) => $.markets.listing.doesTo[to])}
      </Callout>
      {isAgainst
        ? REALMS.map((realm) => <StopEffect key={realm} realm={realm} market={market} />)
        : null}
      <NumberField
        label={t(($) => $.markets.listing.after)}
        unit={isAgainst ? t(($) => $.markets.listing.days) : t(($) => $.parameters.units.hours)}
        {...textOf(form, 'after')}
      />
      <TextArea label={t(($) => $.parameters.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
