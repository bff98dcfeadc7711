import { saveFile } from '@assay/kit/data/csv.ts';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { BalancesEye } from '../layout/balances-eye.tsx';
import { SMALL_BALANCES, useDeskPreferences } from '../layout/preferences.ts';
import { TotalWorth } from './balances.tsx';
import { useShownOrders } from './open-orders.tsx';
import { allPast, type PastFilter, RANGES, type Range, usePastFilter } from './past.ts';
import { fillsCsv, ordersCsv } from './past-csv.ts';
import css from './tables.module.css';
import { useOrderActions } from './use-order-actions.ts';

function OnlyThisPair() {
  const { t } = useTranslation();
  const on = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const change = useDeskPreferences((preferences) => preferences.change);
  return (
    <label className={css.toggle}>
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => change({ hideOtherPairs: event.target.checked })}
      />
      {t(($) => $.desk.table.onlyThis)}
    </label>
  );
}

export function OpenTools() {
  const { t } = useTranslation();
  const { market } = useDesk();
  const onlyThis = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const count = useShownOrders().length;
  const [asking, setAsking] = useState(false);
  const { cancelAll, busy } = useOrderActions();
  const pair = `${market.base}/${market.quote}`;
  const question = onlyThis
    ? t(($) => $.desk.table.cancelPairText, { count, pair })
    : t(($) => $.desk.table.cancelAllText, { count });
  const go = async () => {
    await cancelAll(onlyThis ? market.market : undefined);
    setAsking(false);
  };
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
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(($) => $.desk.table.cancelAllTitle)}
        size="24rem"
      >
        <p className={css.question}>{question}</p>
        <div className={css.buttons}>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t(($) => $.shell.session.back)}
          </Button>
          <Button data-autofocus loading={busy} onClick={go}>
            {t(($) => $.desk.table.cancelAll)}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

export function HistoryTools() {
  const { pastOrders } = useDesk().product.calls;
  const textOf = async (filter: PastFilter) => ordersCsv(await allPast(pastOrders, filter));
  return <PastTools file="history" textOf={textOf} />;
}

export function FillTools() {
  const { pastFills } = useDesk().product.calls;
  const textOf = async (filter: PastFilter) => fillsCsv(await allPast(pastFills, filter));
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
      saveFile(`assay-${file}-${new Date().toISOString().slice(0, 10)}.csv`, text);
    } catch {
      toastWarning(t(($) => $.kit.failed));
    }
    setBusy(false);
  };
  return (
    <>
      <OnlyThisPair />
      <fieldset className={css.ranges}>
        <legend className="seen-by-ear">{t(($) => $.desk.range.label)}</legend>
        {RANGES.map((range) => (
          <button
            key={range}
            type="button"
            className={css.range}
            aria-pressed={filter.range === range}
            onClick={() => setRange(range)}
          >
            {ranges[range]}
          </button>
        ))}
      </fieldset>
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
    <select
      className={css.select}
      aria-label={t(($) => $.desk.table.hideBelow)}
      value={hideBelow}
      onChange={(event) => {
        const chosen = SMALL_BALANCES.find((amount) => amount === event.target.value) ?? '0';
        change({ hideBelow: chosen });
      }}
    >
      {SMALL_BALANCES.map((amount) => (
        <option key={amount} value={amount}>
          {amount === '0'
            ? t(($) => $.desk.table.hideNone)
            : t(($) => $.desk.table.hideUnder, { amount: format.plain(amount) })}
        </option>
      ))}
    </select>
  );
}
