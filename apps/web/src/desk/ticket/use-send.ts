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

/** Refusals that tell of a market which is not as the list says. */
const CLOSED: ReadonlySet<string> = new Set(['marketHalted', 'marketNotOpen']);

/** Sends orders of this page one at a time and says what became of each. */
export function useSend() {
  const { t } = useTranslation();
  const { ticket, product } = useDesk();
  const words = useOrderWords();
  const { refusal } = product.useWords();
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState<Sending | null>(null);
  const [sender] = useState(() => new OrderSender(product.calls.place));
  const failed = (error: unknown) => {
    playSound('refused');
    if (!(error instanceof CallError)) throw error;
    if (error.kind === 'session') return;
    if (CLOSED.has(error.refusal ?? '')) void queries.invalidateQueries({ queryKey: ['markets'] });
    const reason = error.message || refusal(error.refusal, error.detail);
    toastWarning(t(($) => $.desk.toast.refused, { reason }));
  };
  const send = async (order: Sending) => {
    const isRepeat = sender.isRepeat(order);
    setBusy(true);
    try {
      const placed = await sender.send(order);
      if (placed === null) return;
      ticket.getState().clearAmounts();
      const oco = 'stop' in placed;
      setUnanswered(null);
      const said = oco ? words.ocoPlaced(placed) : words.placed(placed.order);
      toastSuccess(isRepeat ? t(($) => $.desk.toast.placedOnce, { placed: said }) : said);
      playSound(!oco && placed.fills.length > 0 ? 'filled' : 'accepted');
    } catch (error) {
      const isSilent = error instanceof CallError && error.kind === 'network';
      setUnanswered(isSilent ? order : null);
      if (!isSilent) failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, unanswered, forget: () => setUnanswered(null) };
}
