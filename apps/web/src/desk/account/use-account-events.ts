import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useEffect, useRef } from 'react';
import { stream } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useOrderWords } from '../order-words.ts';
import { playSound } from '../sound.ts';
import { followAccount, onAccountEvent } from './account-store.ts';

/**
 * Follows the account while the page is on and reports orders that trade on their own: those that
 * rested, and stops. What an order traded when it was sent is in its answer already.
 */
export function useAccountEvents(): void {
  const token = useSession((session) => session.token);
  const words = useOrderWords();
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  });
  useEffect(() => (token === null ? undefined : followAccount(stream)), [token]);
  useEffect(
    () =>
      onAccountEvent(({ fills, orders }) => {
        const stops = new Set(
          orders.filter((order) => order.type.startsWith('stop')).map((order) => order.id),
        );
        const own = fills.filter((fill) => fill.liquidity === 'maker' || stops.has(fill.orderId));
        const last = own.at(-1);
        if (last === undefined) return;
        toastSuccess(latest.current.filled(last));
        playSound('filled');
      }),
    [],
  );
}
