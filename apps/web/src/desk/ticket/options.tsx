import { SELF_TRADE_MODES, TIMES_IN_FORCE } from '@assay/core/order/order';
import { IconAdjustmentsHorizontal } from '@assay/kit/icons/adjustments-horizontal.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { PercentInput } from '@assay/kit/input/percent-input.tsx';
import { Select, SelectField } from '@assay/kit/input/select.tsx';
import { Popover } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { Problem } from './check.ts';
import { goesAtMarket } from './form.ts';
import { useProblemText } from './problem-text.ts';
import css from './ticket.module.css';
import { useTypeNames } from './type-names.ts';
import { useForm } from './use-ticket.ts';

/** How the order behaves: how long it stands, whether it may take, how far it may run. */
export function Options({ problems }: { problems: readonly Problem[] }) {
  const form = useForm();
  return (
    <div className={css.options}>
      {goesAtMarket(form) ? <Slippage problems={problems} /> : null}
      {form.type === 'limit' || form.type === 'stopLimit' ? <TimeInForceSelect /> : null}
      {form.type === 'limit' ? <PostOnly /> : null}
      <span className={css.push} />
      <MoreOptions />
    </div>
  );
}

function TimeInForceSelect() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { type, timeInForce } = useForm();
  const names = {
    gtc: t(($) => $.desk.timeInForce.gtc),
    ioc: t(($) => $.desk.timeInForce.ioc),
    fok: t(($) => $.desk.timeInForce.fok),
  };
  const allowed = TIMES_IN_FORCE.filter((each) => type === 'limit' || each !== 'fok');
  return (
    <Select
      label={t(($) => $.desk.timeInForce.label)}
      title={names[timeInForce]}
      options={allowed.map((value) => ({
        value,
        text: value.toUpperCase(),
        title: names[value],
      }))}
      value={allowed.includes(timeInForce) ? timeInForce : 'gtc'}
      onChange={(next) => ticket.getState().setOptions({ timeInForce: next })}
    />
  );
}

function PostOnly() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { postOnly, timeInForce } = useForm();
  return (
    <span className={css.check} title={t(($) => $.desk.ticket.postOnlyHint)}>
      <Checkbox
        checked={postOnly && timeInForce === 'gtc'}
        disabled={timeInForce !== 'gtc'}
        onChange={(on) => ticket.getState().setOptions({ postOnly: on })}
      >
        {t(($) => $.desk.ticket.postOnly)}
      </Checkbox>
    </span>
  );
}

function Slippage({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { slippage } = useForm();
  const id = useId();
  const problem = useProblemText(problems)('slippage');
  return (
    <label
      className={css.check}
      htmlFor={id}
      title={problem ?? t(($) => $.desk.ticket.slippageHint)}
    >
      {t(($) => $.desk.ticket.slippage)}
      <PercentInput
        id={id}
        value={slippage}
        aria-invalid={problem !== undefined}
        onChange={(percent) => ticket.getState().setOptions({ slippage: percent })}
      />
    </label>
  );
}

/** What few people change: how one's own orders meet each other, and whether they are asked. */
function MoreOptions() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { selfTrade } = useForm();
  const names = {
    none: t(($) => $.desk.selfTrade.none),
    expireTaker: t(($) => $.desk.selfTrade.expireTaker),
    expireMaker: t(($) => $.desk.selfTrade.expireMaker),
    expireBoth: t(($) => $.desk.selfTrade.expireBoth),
    decrement: t(($) => $.desk.selfTrade.decrement),
  };
  return (
    <Popover position="top-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <IconButton small label={t(($) => $.desk.ticket.options)} aria-haspopup="dialog">
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t(($) => $.desk.ticket.options)}>
        <div className={css.moreBody}>
          <SelectField
            label={t(($) => $.desk.selfTrade.label)}
            options={SELF_TRADE_MODES.map((value) => ({ value, text: names[value] }))}
            value={selfTrade}
            onChange={(mode) => ticket.getState().setOptions({ selfTrade: mode })}
          />
          <p className={css.moreText}>{t(($) => $.desk.selfTrade.text)}</p>
          <AskFirst />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Whether orders of the chosen type are asked about before they are sent. */
function AskFirst() {
  const { t } = useTranslation();
  const { type } = useForm();
  const names = useTypeNames();
  const sendAtOnce = useDeskPreferences((preferences) => preferences.sendAtOnce);
  const change = useDeskPreferences((preferences) => preferences.change);
  const others = sendAtOnce.filter((each) => each !== type);
  return (
    <Checkbox
      checked={others.length === sendAtOnce.length}
      onChange={(asks) => change({ sendAtOnce: asks ? others : [...others, type] })}
    >
      {t(($) => $.desk.ticket.askFirst, { type: names[type] })}
    </Checkbox>
  );
}
