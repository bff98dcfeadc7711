import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { stream } from '../../lib/data/services.ts';
import { CASH, type CfdReceipt, useContracts } from './use-cfd.ts';

/** What a person has asked for is said where it was asked for. */
const ASKED: readonly CfdReceipt['why'][] = ['request', 'cancelled', 'night'];

/** Says what happens to positions and orders by itself: fills, stops, a close-out. */
export function useCfdEvents(): void {
  const { t } = useTranslation();
  const format = useFormat();
  const { contracts } = useContracts();
  const say = ({ kind, why, contract, amount }: CfdReceipt) => {
    if (kind === 'financed' || ASKED.includes(why)) return;
    const what = kind === 'opened' ? t(($) => $.cfd.whys.opened) : t(($) => $.cfd.whys[why]);
    const pair = contracts?.find(({ view }) => view.listing.symbol === contract)?.market;
    const name = pair === undefined ? contract : `${pair.base}/${pair.quote}`;
    const text = t(($) => $.cfd.happened, { what, contract: name });
    if (kind === 'ended' || why === 'closeOut') toastWarning(text);
    else if (kind === 'opened') toastSuccess(text);
    else toastSuccess(`${text} ${format.amount(amount, CASH)} ${CASH}`);
  };
  const latest = useRef(say);
  useEffect(() => {
    latest.current = say;
  });
  useEffect(() => {
    const delta = (data: unknown) => {
      const { cfdReceipts = [] } = data as { readonly cfdReceipts?: readonly CfdReceipt[] };
      for (const receipt of cfdReceipts) latest.current(receipt);
    };
    return stream.subscribe('account', { snapshot: () => undefined, delta });
  }, []);
}
