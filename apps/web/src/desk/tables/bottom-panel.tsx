import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useSession } from '../../lib/data/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { Tabs } from '../layout/tabs.tsx';
import { toastWarning } from '../toasts.ts';
import { Balances, TotalWorth } from './balances.tsx';
import { saveFile } from './csv.ts';
import { OpenOrders, useShownOrders } from './open-orders.tsx';
import { allPastFills, allPastOrders, type PastFilter, RANGES, type Range } from './past.ts';
import { fillsCsv, ordersCsv } from './past-csv.ts';
import { PastFills, PastOrders } from './past-tables.tsx';
import css from './tables.module.css';
import { useOrderActions } from './use-order-actions.ts';

const TABS = ['open', 'history', 'fills', 'balances'] as const;
type Tab = (typeof TABS)[number];

/**
 * One's own orders, trades and balances. Tab and range are in the address, so a link leads back.
 */
export function BottomPanel() {
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.token !== null);
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'open';
  const filter = useFilter(params);
  const set = (key: string, value: string, usual: string) =>
    setParams(
      (before) => {
        if (value === usual) before.delete(key);
        else before.set(key, value);
        return before;
      },
      { replace: true },
    );
  const names: Record<Tab, ReactNode> = {
    open: <OpenName />,
    history: t(($) => $.desk.tabs.history),
    fills: t(($) => $.desk.tabs.fills),
    balances: t(($) => $.desk.tabs.balances),
  };
  const panels: Record<Tab, ReactNode> = {
    open: <OpenOrders />,
    history: <PastOrders filter={filter} />,
    fills: <PastFills filter={filter} />,
    balances: <Balances />,
  };
  const tools: Record<Tab, ReactNode> = {
    open: <OpenTools />,
    history: <PastTools filter={filter} tab="history" onRange={(r) => set('range', r, 'month')} />,
    fills: <PastTools filter={filter} tab="fills" onRange={(r) => set('range', r, 'month')} />,
    balances: <BalanceTools />,
  };
  return (
    <Tabs
      label={t(($) => $.desk.tabs.label)}
      tabs={TABS.map((name) => ({ name, text: names[name] }))}
      value={tab}
      onChange={(name) => set('tab', name, 'open')}
      tools={signedIn ? <div className={css.tools}>{tools[tab]}</div> : null}
    >
      {signedIn ? panels[tab] : <Visitor />}
    </Tabs>
  );
}

function useFilter(params: URLSearchParams): PastFilter {
  const { market } = useDesk();
  const onlyThis = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const range = RANGES.find((each) => each === params.get('range')) ?? 'month';
  return { market: onlyThis ? market.market : '', range };
}

function Visitor() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      compact
      title={t(($) => $.desk.empty.visitor)}
      action={
        <Button
          size="xs"
          component={Link}
          to={`/login?to=${encodeURIComponent(pathname + search)}`}
        >
          {t(($) => $.shell.account.login)}
        </Button>
      }
    />
  );
}

function OpenName() {
  const { t } = useTranslation();
  const count = useAccount((account) => account.orders.length);
  return (
    <>
      {t(($) => $.desk.tabs.open)}
      <span className={css.count}>{count}</span>
    </>
  );
}

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

function OpenTools() {
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
    await cancelAll(onlyThis ? market.market : '');
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

interface PastToolsProps {
  filter: PastFilter;
  tab: 'history' | 'fills';
  onRange(range: Range): void;
}

function PastTools({ filter, tab, onRange }: PastToolsProps) {
  const { t } = useTranslation();
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
      const text =
        tab === 'history'
          ? ordersCsv(await allPastOrders(filter))
          : fillsCsv(await allPastFills(filter));
      saveFile(`assay-${tab}-${new Date().toISOString().slice(0, 10)}.csv`, text);
    } catch {
      toastWarning(t(($) => $.errors.panel));
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
            onClick={() => onRange(range)}
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

function BalanceTools() {
  const { t } = useTranslation();
  const hideSmall = useDeskPreferences((preferences) => preferences.hideSmall);
  const hideBalances = useDeskPreferences((preferences) => preferences.hideBalances);
  const change = useDeskPreferences((preferences) => preferences.change);
  const Eye = hideBalances ? IconEyeOff : IconEye;
  return (
    <>
      <TotalWorth />
      <label className={css.toggle}>
        <input
          type="checkbox"
          checked={hideSmall}
          onChange={(event) => change({ hideSmall: event.target.checked })}
        />
        {t(($) => $.desk.table.hideSmall)}
      </label>
      <button
        type="button"
        className={css.tool}
        aria-pressed={hideBalances}
        onClick={() => change({ hideBalances: !hideBalances })}
      >
        <Eye size={15} stroke={1.5} aria-hidden="true" />
        {hideBalances ? t(($) => $.desk.table.show) : t(($) => $.desk.table.hide)}
      </button>
    </>
  );
}
