import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import type { OrderView } from '../../lib/api/wire.ts';
import { api, newCommandId } from '../../lib/data/services.ts';
import { partnerOf, useAccount } from '../account/account-store.ts';
import { useOrderWords } from '../order-words.ts';
import { isSpotRefusal } from '../refusals.ts';
import { toastSuccess, toastWarning } from '../toasts.ts';

/** What a person wants an order to be. */
export interface OrderChange {
  readonly limitPrice: string;
  readonly quantity: string;
}

/** Cancels and changes orders, one at a time, and says what became of it. */
export function useOrderActions() {
  const { t } = useTranslation();
  const words = useOrderWords();
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<string>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      toastSuccess(await act());
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.kind === 'session') return false;
      const known = isSpotRefusal(error.refusal) ? words.refusal(error.refusal, error.detail) : '';
      const reason = error.message || known;
      toastWarning(
        error.kind === 'network'
          ? t(($) => $.desk.toast.unanswered)
          : t(($) => $.desk.toast.refused, { reason }),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  const options = () => ({ commandId: newCommandId(), quiet: true });
  return {
    busy,
    cancel: (order: OrderView) =>
      run(async () => {
        const paired = partnerOf(order, useAccount.getState().orders) !== undefined;
        await api.call('cancelOrder', { orderId: order.id }, options());
        return paired ? t(($) => $.desk.toast.canceledBoth) : t(($) => $.desk.toast.canceled);
      }),
    /** Only what differs is sent: a smaller quantity alone keeps the order's place. */
    amend: (order: OrderView, change: OrderChange) =>
      run(async () => {
        const input = {
          orderId: order.id,
          ...(change.limitPrice === order.limitPrice ? {} : { limitPrice: change.limitPrice }),
          ...(change.quantity === order.quantity ? {} : { quantity: change.quantity }),
        };
        const answer = await api.call('amendOrder', input, options());
        return answer.fills.length > 0
          ? words.placed(answer.order)
          : t(($) => $.desk.toast.amended);
      }),
    cancelAll: (market: string) =>
      run(async () => {
        const input = market === '' ? {} : { market };
        const { canceled } = await api.call('cancelAllOrders', input, options());
        return t(($) => $.desk.toast.canceledAll, { count: canceled.length });
      }),
  };
}
