import { SELF_TRADE_MODES, TIMES_IN_FORCE } from '@assay/core/order/order';
import { NumberInput } from '@assay/kit/input/number-input.tsx';
import { Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import type { Problem } from './check.ts';
import { goesAtMarket } from './form.ts';
import { useProblemText } from './problem-text.ts';
import css from './ticket.module.css';
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
    <select
      className={css.select}
      aria-label={t(($) => $.desk.timeInForce.label)}
      title={names[timeInForce]}
      value={allowed.includes(timeInForce) ? timeInForce : 'gtc'}
      onChange={(event) => {
        const next = TIMES_IN_FORCE.find((each) => each === event.target.value) ?? 'gtc';
        ticket.getState().setOptions({ timeInForce: next });
      }}
    >
      {allowed.map((each) => (
        <option key={each} value={each} title={names[each]}>
          {each.toUpperCase()}
        </option>
      ))}
    </select>
  );
}

function PostOnly() {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { postOnly, timeInForce } = useForm();
  return (
    <label className={css.check} title={t(($) => $.desk.ticket.postOnlyHint)}>
      <input
        type="checkbox"
        checked={postOnly && timeInForce === 'gtc'}
        disabled={timeInForce !== 'gtc'}
        onChange={(event) => ticket.getState().setOptions({ postOnly: event.target.checked })}
      />
      {t(($) => $.desk.ticket.postOnly)}
    </label>
  );
}

function Slippage({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { ticket } = useDesk();
  const { slippage } = useForm();
  const problem = useProblemText(problems)('slippage');
  return (
    <label className={css.check} title={problem ?? t(($) => $.desk.ticket.slippageHint)}>
      {t(($) => $.desk.ticket.slippage)}
      <span className={css.slippage} data-problem={problem !== undefined || undefined}>
        <NumberInput
          value={slippage}
          aria-invalid={problem !== undefined}
          onFocus={(event) => event.target.select()}
          onChange={(percent) => ticket.getState().setOptions({ slippage: percent })}
        />
        %
      </span>
    </label>
  );
}

/** What few people change: how one's own orders meet each other. */
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
        <button
          type="button"
          className={css.more}
          aria-haspopup="dialog"
          title={t(($) => $.desk.ticket.options)}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />
          <span className="seen-by-ear">{t(($) => $.desk.ticket.options)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t(($) => $.desk.ticket.options)}>
        <div className={css.moreBody}>
          <label className={css.moreLine}>
            {t(($) => $.desk.selfTrade.label)}
            <select
              className={css.select}
              value={selfTrade}
              onChange={(event) => {
                const mode = SELF_TRADE_MODES.find((each) => each === event.target.value);
                ticket.getState().setOptions({ selfTrade: mode ?? 'expireTaker' });
              }}
            >
              {SELF_TRADE_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {names[mode]}
                </option>
              ))}
            </select>
          </label>
          <p className={css.moreText}>{t(($) => $.desk.selfTrade.text)}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
