import type { Realm } from '@assay/core/ledger/realm';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { stoppedMarket } from '@assay/modules/emergency/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call, refusalOf } from '../../lib/call.ts';
import { StopEffect } from './stop-effect.tsx';

export type StopKind = 'stop' | 'extend' | 'reopen';

interface StopFormProps {
  kind: StopKind;
  /** What is stopped, as the server names it. */
  subject: string;
  realm: Realm;
  close(): void;
}

/** Stops something, proposes to go on with that, or ends it; says first what that does. */
export function StopForm({ kind, subject, realm, close }: StopFormProps) {
  const { t } = useTranslation();
  const market = stoppedMarket(subject);
  // What one person may not stop again so soon is proposed to another one.
  const [takesTwo, setTakesTwo] = useState(false);
  const doing = kind === 'stop' && takesTwo ? 'again' : kind;
  const send = async (reason: string): Promise<unknown> => {
    if (doing === 'reopen') return call('endEmergencyStop', { realm, subject });
    if (doing === 'stop') {
      return call('startEmergencyStop', { realm, subject, reason }).catch((error: unknown) => {
        setTakesTwo(error instanceof CallFailed && error.detail.takes === 'extendStop');
        throw error;
      });
    }
    const body = doing === 'again' ? { realm, subject, reason } : { realm, subject };
    const command = { realm, type: 'extendStop', body };
    return call('prepareProposal', { proposalId: crypto.randomUUID(), ...command, reason });
  };
  const form = useForm({
    first: { reason: '' },
    rules: {
      reason: (text) => (kind !== 'reopen' && text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async ({ reason }) => {
      const refused = await refusalOf(
        send(reason),
        t(($) => $.approvals.failed),
      );
      if (refused === undefined) close();
      return refused;
    },
  });
  return (
    <FormDialog
      title={`${t(($) => $.markets[kind])}: ${market ?? t(($) => $.markets.withdrawals)}`}
      close={close}
      form={form}
      action={t(($) => $.markets[doing])}
      danger={kind === 'stop'}
    >
      <Callout tone={kind === 'reopen' ? 'information' : 'danger'}>
        {market === null
          ? t(($) => $.markets.doesToWithdrawals[kind])
          : t(($) => $.markets.does[kind])}
      </Callout>
      {market === null ? null : <StopEffect realm={realm} market={market} />}
      {kind === 'reopen' ? null : (
        <TextArea label={t(($) => $.markets.reason)} {...textOf(form, 'reason')} />
      )}
    </FormDialog>
  );
}
