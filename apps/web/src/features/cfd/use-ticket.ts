import { DAY, HOUR } from '@assay/core/time';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { type FormState, useForm } from '@assay/kit/input/use-form.ts';
import { type Draft, type Preview, type Problem, previewOrder } from '@assay/modules/cfd/rules';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../lib/api/tables.ts';
import { serverNow } from '../../lib/data/clock.ts';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useQuotes } from './quotes.ts';
import {
  CHANGING,
  type Contract,
  directionOf,
  pricesOf,
  useAccountNow,
  useConversion,
} from './use-cfd.ts';
import { useTrial } from './use-trial.ts';

export interface Written {
  readonly side: 'buy' | 'sell';
  readonly kind: Draft['kind'];
  readonly lots: string;
  readonly leverage: string;
  readonly price: string;
  readonly slippage: string;
  /** How long it waits; "" as long as it may. */
  readonly expiry: Expiry;
  readonly takeProfit: string;
  /** Fixed, or a distance that follows the price. */
  readonly stop: 'fixed' | 'trailing';
  readonly stopLoss: string;
  readonly guaranteed: boolean;
}
export type TicketForm = FormState<Written>;

export const EXPIRIES = ['none', 'hour', 'day', 'week', 'month'] as const;
export type Expiry = (typeof EXPIRIES)[number];
const WAITS: Readonly<Record<Expiry, number>> = {
  ...{ none: 0, hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY },
};

/** The field to which a refusal belongs; all others concern the order as a whole. */
const BY_REFUSAL = {
  badLots: 'lots',
  insufficientBalance: 'lots',
  notAvailable: 'lots',
  badPrice: 'price',
  leverageTooHigh: 'leverage',
  badSlippage: 'slippage',
  badProtection: 'stopLoss',
} as const;
const NAMES = ['lots', 'leverage', 'price', 'slippage', 'takeProfit', 'stopLoss'] as const;
type Field = (typeof NAMES)[number];

/** Where the browser shows what the engine would refuse. */
const FIELD: Readonly<Record<Problem, Field>> = BY_REFUSAL;

export function draftOf(written: Written): Draft {
  const { side, kind, lots, leverage, price, stop, stopLoss, guaranteed, ...rest } = written;
  const isFixed = stop === 'fixed';
  return {
    ...{ side: directionOf(side), kind, lots, leverage: Number(leverage), slippage: rest.slippage },
    ...{ price: kind === 'market' ? '' : price, takeProfit: rest.takeProfit },
    ...{ stopLoss: isFixed ? stopLoss : '', trailing: isFixed ? '' : stopLoss },
    guaranteed: isFixed && guaranteed && stopLoss !== '',
  };
}

/** What the order says on the wire: nothing of what is left empty. */
function inputOf(contract: string, written: Written): CallInput<'placeCfdOrder'> {
  const { price, slippage, takeProfit, stopLoss, trailing, guaranteed, ...draft } =
    draftOf(written);
  const said = Object.entries({ price, slippage, takeProfit, stopLoss, trailing });
  const wait = written.kind === 'market' ? 0 : WAITS[written.expiry];
  return {
    ...{ contract, side: written.side, kind: draft.kind, lots: draft.lots },
    ...{ leverage: draft.leverage, ...Object.fromEntries(said.filter(([, text]) => text !== '')) },
    ...(guaranteed ? { guaranteed } : {}),
    ...(wait === 0 ? {} : { expiresAt: Math.ceil(serverNow()) + wait }),
  };
}

export interface TicketProps {
  contract: Contract;
  /** What was written before the ticket was put away. */
  draft: RefObject<Written | null>;
  onPlaced(): void;
}

/** The form of an order, and what the engine would hold for it by the prices now. */
export function useTicket({ contract, draft, onPlaced }: TicketProps): {
  form: TicketForm;
  preview: Preview | null;
} {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const realm = useRealm();
  const trial = useTrial();
  const { view, terms } = contract;
  const { symbol } = view.listing;
  const account = useAccountNow();
  const prices = pricesOf(view, useQuotes());
  const { rate } = useConversion(contract);
  const previewOf = (written: Written): Preview | null => {
    if (account === undefined) return null;
    const { equity, used, available, netted, closeOutPercent } = account;
    const standing = { ...prices, rate, maxLeverage: view.leverage, netted, closeOutPercent };
    const now = { equity, used, available, ...account.of(symbol) };
    return previewOrder(terms, { ...standing, ...now }, draftOf(written));
  };
  const problemAt = (field: Field) => (_: unknown, written: Written) => {
    const { lots, kind, price } = written;
    const isBare = lots === '';
    if (field === 'lots' && isBare) return t(($) => $.cfd.problem.noLots);
    if (field === 'price' && kind !== 'market' && price === '')
      return t(($) => $.cfd.problem.noPrice);
    const preview = previewOf(written);
    if (preview === null) {
      const isPriced = prices.ask > 0 && rate !== null;
      const isWrong = field === 'lots' && account !== undefined && isPriced;
      return isWrong ? t(($) => $.cfd.problem.badLots) : '';
    }
    const { problem } = preview;
    return problem === null || FIELD[problem] !== field ? '' : t(($) => $.cfd.problem[problem]);
  };
  const form = useForm<Written>({
    first: {
      ...{ side: 'buy', kind: 'market', lots: '', leverage: firstLeverage(view.leverage) },
      ...{ price: '', slippage: '', expiry: 'none', takeProfit: '', stop: 'fixed', stopLoss: '' },
      guaranteed: false,
      ...draft.current,
    },
    rules: Object.fromEntries(NAMES.map((name) => [name, problemAt(name)])),
    send: async (written) => {
      try {
        const { receipt } = await api.call(
          'placeCfdOrder',
          { ...inputOf(symbol, written), ...trial },
          { quiet: true },
        );
        keepReceipt(realm, receipt);
      } catch (error) {
        return refusals(error, { names: [...NAMES], byRefusal: BY_REFUSAL });
      } finally {
        for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
      }
      const isMarket = written.kind === 'market';
      toastSuccess(isMarket ? t(($) => $.cfd.placed) : t(($) => $.cfd.waits));
      onPlaced();
      return undefined;
    },
  });
  useEffect(() => {
    draft.current = form.values;
  });
  return { form, preview: previewOf(form.values) };
}

/** What is wrong with the first field that is wrong; empty if none is. */
export function firstError(form: TicketForm): string {
  return NAMES.map((name) => form.errorOf(name)).find((text) => text !== '') ?? '';
}

/** Steps of leverage that are offered, as far as the terms and the country allow. */
const STEPS = [1, 2, 5, 10, 20, 25, 30, 50, 100, 200, 500];
const CAREFUL = 10;

export function leverageSteps(most: number): readonly number[] {
  const steps = STEPS.filter((step) => step < most);
  return most === 0 ? [1] : [...steps, most];
}

function firstLeverage(most: number): string {
  return String(Math.max(1, Math.min(CAREFUL, most)));
}
