import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import type { TrialFunds } from '../../lib/data/trial-funds.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import type { Direction } from './direction.tsx';
import { CHANGING, type OptionMarket, type Quoted } from './use-options.ts';

export interface Wanted {
  readonly term: string;
  readonly stake: string;
  readonly direction: Direction;
  /** In millionths of the quote's price; "" : anywhere. */
  readonly within: string;
  /** The number of the trial funds that pay; "" : own money. */
  readonly pays: string;
}
export type OptionForm = FormState<Wanted>;

/** The field to which a refusal belongs; all others concern the purchase as a whole. */
const BY_REFUSAL = {
  ...{ unknownTerm: 'term', soldOut: 'term', invalidStake: 'stake', stakeBelowLeast: 'stake' },
  ...{ stakeAboveMost: 'stake', insufficientBalance: 'stake', ownDailyLimit: 'stake' },
  ...{ trialFundsNotUsable: 'stake', buyerShareTaken: 'stake' },
} as const;

const unitsOf = (text: string) => parseDecimal(text, SCALE);

export interface TicketProps {
  market: OptionMarket;
  /** What was wanted before the ticket was put away. */
  draft: RefObject<Wanted | null>;
  onBought(): void;
}

/** The form of a purchase. It buys at the quote that it was given last, unchanged. */
export function usePurchase(
  { market, draft, onBought }: TicketProps,
  available: string | undefined,
  trials: readonly TrialFunds[],
) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusals = useRefusals();
  const realm = useRealm();
  const taken = useRef<Quoted | undefined>(undefined);
  const { asset, leastStake, mostStake, terms } = market;
  const problemOf = (text: string, { pays }: Wanted): string => {
    const stake = unitsOf(text);
    const bound = (amount: string) => ({ amount: format.plain(amount), asset });
    if (stake === null || stake <= 0n) return t(($) => $.options.problem.empty);
    if (stake < (unitsOf(leastStake) ?? 0n))
      return t(($) => $.options.problem.least, bound(leastStake));
    if (stake > (unitsOf(mostStake) ?? 0n))
      return t(($) => $.options.problem.most, bound(mostStake));
    const trial = trials.find(({ voucherId }) => `${voucherId}` === pays);
    const most = trial?.remaining ?? available;
    if (most === undefined || stake <= (unitsOf(most) ?? 0n)) return '';
    return trial === undefined
      ? t(($) => $.options.problem.balance)
      : t(($) => $.options.problem.trial, bound(trial.remaining));
  };
  const form = useForm<Wanted>({
    first: {
      ...{ term: `${terms[0]?.termMs ?? 0}`, stake: '', direction: 'up', within: '', pays: '' },
      ...draft.current,
    },
    rules: { stake: problemOf },
    send: async ({ within, pays }) => {
      const quoted = taken.current;
      if (quoted === undefined) return { form: t(($) => $.options.waiting) };
      const { quote, signature } = quoted;
      const bound = within === '' ? {} : { slippagePpm: Number(within) };
      const paid = pays === '' ? {} : { voucherId: Number(pays) };
      const input = { quote: JSON.stringify(quote), signature, ...bound, ...paid };
      try {
        const { receipt } = await api.call('buyOption', input, { quiet: true });
        keepReceipt(realm, receipt);
      } catch (error) {
        return refusals(error, { names: ['stake', 'term'], byRefusal: BY_REFUSAL });
      } finally {
        for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
      }
      toastSuccess(t(($) => $.options.bought));
      onBought();
      return undefined;
    },
  });
  useEffect(() => {
    draft.current = form.values;
  });
  const take = (quoted: Quoted | undefined) => {
    taken.current = quoted;
  };
  /** Whether a quote can be had for it: it may be more than there is. */
  const isStake = (text: string) => {
    const stake = unitsOf(text) ?? 0n;
    const [least, most] = [unitsOf(leastStake) ?? 0n, unitsOf(mostStake) ?? 0n];
    return stake > 0n && stake >= least && stake <= most;
  };
  return { form, take, isStake };
}
