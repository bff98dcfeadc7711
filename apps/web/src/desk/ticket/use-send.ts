import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { queries } from '../../lib/data/services.ts';
import { useDesk } from '../context.tsx';
import { useOrderWords } from '../order-words.ts';
import type { Sending } from '../orders.ts';
import { playSound } from '../sound.ts';
import { OrderSender } from './submit.ts';

/** Sends orders of this page one at a time and says what became of each. */
export function useSend() {
  const { t } = useTranslation();
  const { ticket, product } = useDesk();
  const words = useOrderWords();
  const { refusal } = product.useWords();
  const [busy, setBusy] = useState(false);
  const [sender] = useState(() => new OrderSender(product.calls.place));
  const failed = (error: unknown) => {
    playSound('refused');
    if (!(error instanceof CallError)) throw error;
    if (error.kind === 'session') return;
    if (error.kind === 'network') return toastWarning(t(($) => $.desk.toast.unanswered));
    if (error.refusal === 'marketHalted') void queries.invalidateQueries({ queryKey: ['markets'] });
    const reason = error.message || refusal(error.refusal, error.detail);
    toastWarning(t(($) => $.desk.toast.refused, { reason }));
  };
  const send = async (order: Sending) => {
    setBusy(true);
    try {
      const placed = await sender.send(order);
      if (placed === null) return;
      ticket.getState().clearAmounts();
      const oco = 'stop' in placed;
      toastSuccess(oco ? words.ocoPlaced(placed) : words.placed(placed.order));
      playSound(!oco && placed.fills.length > 0 ? 'filled' : 'accepted');
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
}
