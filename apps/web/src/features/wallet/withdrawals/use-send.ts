import { useForm } from '@assay/kit/input/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import type { CallInput, CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { confirmed } from '../../../lib/data/step-up.ts';
import { TRANSFERABLE } from '../use-assets.ts';
import { WITHDRAWALS } from './use-withdrawals.ts';

const DIGITS = 6;

type Way = 'requestWithdrawal' | 'requestBankWithdrawal' | 'acceptExitPlan';
type Fields<W extends Way> = Omit<CallInput<W>, 'tradePassword' | 'stepUp'>;

interface Sending<W extends Way> {
  call: W;
  /** All that is asked for, as it was shown. */
  fields: Fields<W>;
  /** What the server refused, for the form behind this. */
  refused(error: CallError): void;
  onDone(done: CallOutput<W>): void;
}

/** The six digits, then the proof of exactly this request, which is made once, whatever is lost. */
export function useSend<W extends Way>({ call, fields, refused, onDone }: Sending<W>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // One for all tries: an answer that was lost is asked for again, and the money held once.
  const [commandId] = useState(() => crypto.randomUUID());
  return useForm({
    first: { tradePassword: '' },
    rules: {
      tradePassword: (pin) => (pin.length === DIGITS ? '' : t(($) => $.wallet.out.pinMissing)),
    },
    send: async ({ tradePassword }) => {
      const wanted = { ...fields, tradePassword };
      try {
        const done = await confirmed(call, wanted, (proof) =>
          api.call(call, { ...wanted, ...proof } as CallInput<W>, { quiet: true, commandId }),
        );
        if (done === null) return {};
        await queries.invalidateQueries({ queryKey: [WITHDRAWALS] });
        await queries.invalidateQueries({ queryKey: [TRANSFERABLE] });
        onDone(done);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.refusal.startsWith('tradePassword')) return { tradePassword: error.message };
        if (error.kind === 'network') return { form: t(($) => $.kit.failed) };
        refused(error);
        return undefined;
      }
    },
  });
}
