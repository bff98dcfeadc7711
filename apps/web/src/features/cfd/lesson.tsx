import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLessons } from '../../lib/data/lessons.ts';
import { Lesson, useIsTaught } from '../../ui/lesson.tsx';
import { CASH, type CfdReceipt, useAccountNow, useCfdAccount, useReceipts } from './use-cfd.ts';

/** What closes a position at a price against it. */
const STOPS: readonly CfdReceipt['why'][] = ['stopLoss', 'trailingStop', 'guaranteedStop'];
const PERCENT_PPM = 10_000;

/** The hints of the contracts' screen, in the virtual account. */
export function CfdLesson() {
  // What it follows is not asked for where nobody is taught.
  return useIsTaught('cfd') ? <Followed /> : null;
}

function Followed() {
  const { t } = useTranslation();
  useProgress();
  return (
    <Lesson
      lesson="cfd"
      read={['margin']}
      steps={{
        order: { name: t(($) => $.cfd.lesson.order), text: t(($) => $.cfd.lesson.orderText) },
        stop: { name: t(($) => $.cfd.lesson.stop), text: t(($) => $.cfd.lesson.stopText) },
        margin: { name: t(($) => $.cfd.lesson.margin), text: <MarginText /> },
        close: { name: t(($) => $.cfd.lesson.close), text: t(($) => $.cfd.lesson.closeText) },
      }}
    />
  );
}

/** What margin and risk rate are, by the figures of the person's own account. */
function MarginText() {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useAccountNow();
  const amount = (units: bigint | undefined) =>
    units === undefined ? NO_VALUE : format.amount(formatDecimal(units, SCALE), CASH);
  const values = {
    used: amount(account?.used),
    equity: amount(account?.equity),
    percent: format.ppm((account?.closeOutPercent ?? 0) * PERCENT_PPM),
    asset: CASH,
  };
  return t(($) => $.cfd.lesson.marginText, values);
}

/** Sees what was done in what is open, what waits and what happened. */
function useProgress(): void {
  const { data: account } = useCfdAccount();
  const { data: past } = useReceipts();
  const reach = useLessons((lessons) => lessons.reach);
  useEffect(() => {
    const receipts = past?.pages.flatMap((page) => page.receipts) ?? [];
    const { positions = [], orders = [] } = account ?? {};
    if (positions.length + orders.length + receipts.length > 0) reach('cfd', 'order');
    const isProtected = [...positions, ...orders].some(
      ({ stopLoss, trailing }) => stopLoss !== '' || trailing !== '',
    );
    const wasStopped = receipts.some(({ why }) => STOPS.includes(why));
    if (isProtected || wasStopped) reach('cfd', 'stop');
    if (receipts.some(({ kind }) => kind === 'closed')) reach('cfd', 'close');
  }, [account, past, reach]);
}
