import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconDownload } from '@assay/kit/icons/download.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { BalancesEye } from '../layout/balances-eye.tsx';
import { SMALL_BALANCES, useDeskPreferences } from '../layout/preferences.ts';
import { TotalWorth } from './balances.tsx';
import { useShownOrders } from './open-orders.tsx';
import { allPast, type PastFilter, RANGES, type Range, usePastFilter } from './past.ts';
import css from './tables.module.css';
import { useOrderActions } from './use-order-actions.ts';

function OnlyThisPair() {
  const { t } = useTranslation();
  const on = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const change = useDeskPreferences((preferences) => preferences.change);
  return (
    <Checkbox checked={on} onChange={(hideOtherPairs) => change({ hideOtherPairs })}>
      {t(($) => $.desk.table.onlyThis)}
    </Checkbox>
  );
}

export function OpenTools() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const onlyThis = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const count = useShownOrders().length;
  const [asking, setAsking] = useState(false);
  const { cancelAll } = useOrderActions();
  const pair = `${market.base}/${market.quote}`;
  const question = onlyThis
    ? t(($) => $.desk.table.cancelPairText, { count, pair })
    : t(($) => $.desk.table.cancelAllText, { count });
  return (
    <>
      <OnlyThisPair />
      <button
        type="button"
        className={css.tool}
        disabled={count === 0}
        onClick={() => setAsking(true)}
      >
        {t(($) => $.desk.table.cancelAll)}
      </button>
      {asking ? (
        <Confirm
          title={t(($) => $.desk.table.cancelAllTitle)}
          action={t(($) => $.desk.table.cancelAll)}
          run={() => cancelAll(onlyThis ? market.market : undefined)}
          close={() => setAsking(false)}
        >
          {question}
        </Confirm>
      ) : null}
    </>
  );
}

/** Files of the past are written by a part that comes when one is asked for. */
const writer = () => import('./past-csv.ts');

export function HistoryTools() {
  const { pastOrders } = useDesk().product.calls;
  const textOf = async (filter: PastFilter) =>
    (await writer()).ordersCsv(await allPast(pastOrders, filter));
  return <PastTools file="history" textOf={textOf} />;
}

export function FillTools() {
  const { pastFills } = useDesk().product.calls;
  const textOf = async (filter: PastFilter) =>
    (await writer()).fillsCsv(await allPast(pastFills, filter));
  return <PastTools file="fills" textOf={textOf} />;
}

interface PastToolsProps {
  /** What a saved file is called. */
  file: string;
  /** All rows of the filter, as the text of a file. */
  textOf(filter: PastFilter): Promise<string>;
}

/** How far back a table goes, and its rows as a file. */
function PastTools({ file, textOf }: PastToolsProps) {
  const { t } = useTranslation();
  const { filter, setRange } = usePastFilter();
  const [busy, setBusy] = useState(false);
  const ranges: Record<Range, string> = {
    day: t(($) => $.desk.range.day),
    week: t(($) => $.desk.range.week),
    month: t(($) => $.desk.range.month),
    quarter: t(($) => $.desk.range.quarter),
    all: t(($) => $.desk.range.all),
  };
  const save = async () => {
    setBusy(true);
    try {
      const text = await textOf(filter);
      const { saveFile } = await import('@assay/kit/data/csv.ts');
      saveFile(`assay-${file}-${new Date().toISOString().slice(0, 10)}.csv`, text);
    } catch {
      toastWarning(t(($) => $.kit.failed));
    }
    setBusy(false);
  };
  return (
    <>
      <OnlyThisPair />
      <Segments
        dense
        label={t(($) => $.desk.range.label)}
        options={RANGES.map((value) => ({ value, text: ranges[value] }))}
        value={filter.range}
        onChange={setRange}
      />
      <button type="button" className={css.tool} disabled={busy} onClick={save}>
        <IconDownload size={15} stroke={1.5} aria-hidden="true" />
        {t(($) => $.desk.table.csv)}
      </button>
    </>
  );
}

export function BalanceTools() {
  return (
    <>
      <TotalWorth />
      <SmallBalances />
      <BalancesEye />
    </>
  );
}

/** From which value on balances are listed. */
function SmallBalances() {
  const { t } = useTranslation();
  const format = useFormat();
  const hideBelow = useDeskPreferences((preferences) => preferences.hideBelow);
  const change = useDeskPreferences((preferences) => preferences.change);
  return (
    <Select
      label={t(($) => $.desk.table.hideBelow)}
      options={SMALL_BALANCES.map((value) => ({
        value,
        text:
          value === '0'
            ? t(($) => $.desk.table.hideNone)
            : t(($) => $.desk.table.hideUnder, { amount: format.plain(value) }),
      }))}
      value={hideBelow}
      onChange={(chosen) => change({ hideBelow: chosen })}
    />
  );
}
