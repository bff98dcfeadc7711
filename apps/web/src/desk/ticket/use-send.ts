import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { CallError } from '../../lib/api/errors.ts';
import { queries } from '../../lib/data/services.ts';
import { useDesk } from '../context.tsx';
import { useOrderWords } from '../order-words.ts';
import type { Sending } from '../orders.ts';
import { playSound } from '../sound.ts';

/** Refusals that tell of a market which is not as the list says. */
const CLOSED: ReadonlySet<string> = new Set(['marketHalted', 'marketNotOpen']);

/**
 * Sends orders of this desk one at a time and says what became of each. What is on its way or has
 * no answer is the desk's: the button goes while nothing can be sent, when answers are lost.
 */
export function useSend() {
  const { t } = useTranslation();
  const { ticket, product, sender } = useDesk();
  const words = useOrderWords();
  const { refusal } = product.useWords();
  const busy = useStore(ticket, (state) => state.busy);
  const unanswered = useStore(ticket, (state) => state.unanswered);
  const { setSending } = ticket.getState();
  const failed = (error: unknown) => {
    playSound('refused');
    if (!(error instanceof CallError)) throw error;
    if (error.kind === 'session') return;
    if (CLOSED.has(error.refusal ?? '')) void queries.invalidateQueries({ queryKey: ['markets'] });
    const reason = error.message || refusal(error.refusal, error.detail);
    toastWarning(t(($) => $.desk.toast.refused, { reason }));
  };
  const send = async (order: Sending, form = ticket.getState().form) => {
    const isRepeat = sender.isRepeat(order);
    setSending({ busy: true });
    try {
      const placed = await sender.send(order);
      if (placed === null) return;
      ticket.getState().settle(form);
      const oco = 'stop' in placed;
      setSending({ unanswered: null });
      const said = oco ? words.ocoPlaced(placed) : words.placed(placed.order);
      toastSuccess(isRepeat ? t(($) => $.desk.toast.placedOnce, { placed: said }) : said);
      playSound(!oco && placed.fills.length > 0 ? 'filled' : 'accepted');
    } catch (error) {
      const isSilent = error instanceof CallError && error.kind === 'network';
      setSending({ unanswered: isSilent ? { order, form } : null });
      if (!isSilent) failed(error);
    } finally {
      setSending({ busy: false });
    }
  };
  return { send, busy, unanswered, forget: () => setSending({ unanswered: null }) };
}
