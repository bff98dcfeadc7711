import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import type { OrderView } from '../../lib/api/wire.ts';
import { newCommandId } from '../../lib/data/services.ts';
import { placeInList, useAccount } from '../account/account-store.ts';
import { differenceOf } from '../amend.ts';
import { useDesk } from '../context.tsx';
import { useOrderWords } from '../order-words.ts';
import type { OrderChange } from '../orders.ts';

/** Cancels and changes orders, one at a time, and says what became of it. */
export function useOrderActions() {
  const { t } = useTranslation();
  const { calls, useWords } = useDesk().product;
  const words = useOrderWords();
  const { refusal } = useWords();
  const [busy, setBusy] = useState(false);
  const run = async (
    act: () => Promise<string | null>,
    refused: (reason: string) => string,
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      const done = await act();
      if (done !== null) toastSuccess(done);
      return done !== null;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.kind === 'session') return false;
      const reason = error.message || refusal(error.refusal, error.detail);
      toastWarning(error.kind === 'network' ? t(($) => $.desk.toast.unanswered) : refused(reason));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const notCanceled = (reason: string) => t(($) => $.desk.toast.cancelRefused, { reason });
  return {
    busy,
    cancel: (order: OrderView) =>
      run(async () => {
        const place = placeInList(order, useAccount.getState().orders);
        await calls.cancel(order.id, newCommandId());
        if (place === 'alone') return t(($) => $.desk.toast.canceled);
        return place === 'pair'
          ? t(($) => $.desk.toast.canceledBoth)
          : t(($) => $.desk.toast.canceledList);
      }, notCanceled),
    amend: (order: OrderView, change: Partial<OrderChange>) =>
      run(
        async () => {
          const answer = await calls.amend(order.id, differenceOf(order, change), newCommandId());
          if (answer === null) return null;
          return answer.fills.length > 0
            ? words.placed(answer.order)
            : t(($) => $.desk.toast.amended);
        },
        (reason) => t(($) => $.desk.toast.changeRefused, { reason }),
      ),
    cancelAll: (market: string | undefined) =>
      run(async () => {
        const canceled = await calls.cancelAll(market, newCommandId());
        return t(($) => $.desk.toast.canceledAll, { count: canceled.length });
      }, notCanceled),
  };
}
