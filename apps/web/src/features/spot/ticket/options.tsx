import { SELF_TRADE_MODES, TIMES_IN_FORCE } from '@assay/core/order/order';
import { Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDeal } from '../deal.tsx';
import type { Problem } from './check.ts';
import { cleaned, goesAtMarket } from './form.ts';
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
  const { ticket } = useDeal();
  const { type, timeInForce } = useForm();
  const names = {
    gtc: t(($) => $.spot.timeInForce.gtc),
    ioc: t(($) => $.spot.timeInForce.ioc),
    fok: t(($) => $.spot.timeInForce.fok),
  };
  const allowed = TIMES_IN_FORCE.filter((each) => type === 'limit' || each !== 'fok');
  return (
    <select
      className={css.select}
      aria-label={t(($) => $.spot.timeInForce.label)}
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
  const { ticket } = useDeal();
  const { postOnly, timeInForce } = useForm();
  return (
    <label className={css.check} title={t(($) => $.spot.ticket.postOnlyHint)}>
      <input
        type="checkbox"
        checked={postOnly && timeInForce === 'gtc'}
        disabled={timeInForce !== 'gtc'}
        onChange={(event) => ticket.getState().setOptions({ postOnly: event.target.checked })}
      />
      {t(($) => $.spot.ticket.postOnly)}
    </label>
  );
}

function Slippage({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const { ticket } = useDeal();
  const { slippage } = useForm();
  const problem = useProblemText(problems)('slippage');
  return (
    <label className={css.check} title={problem ?? t(($) => $.spot.ticket.slippageHint)}>
      {t(($) => $.spot.ticket.slippage)}
      <span className={css.slippage} data-problem={problem !== undefined || undefined}>
        <input
          dir="ltr"
          inputMode="decimal"
          value={slippage}
          aria-invalid={problem !== undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) =>
            ticket.getState().setOptions({ slippage: cleaned(event.target.value) })
          }
        />
        %
      </span>
    </label>
  );
}

/** What few people change: how one's own orders meet each other. */
function MoreOptions() {
  const { t } = useTranslation();
  const { ticket } = useDeal();
  const { selfTrade } = useForm();
  const names = {
    none: t(($) => $.spot.selfTrade.none),
    expireTaker: t(($) => $.spot.selfTrade.expireTaker),
    expireMaker: t(($) => $.spot.selfTrade.expireMaker),
    expireBoth: t(($) => $.spot.selfTrade.expireBoth),
    decrement: t(($) => $.spot.selfTrade.decrement),
  };
  return (
    <Popover position="top-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <button
          type="button"
          className={css.more}
          aria-haspopup="dialog"
          title={t(($) => $.spot.ticket.options)}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />
          <span className="seen-by-ear">{t(($) => $.spot.ticket.options)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t(($) => $.spot.ticket.options)}>
        <div className={css.moreBody}>
          <label className={css.moreLine}>
            {t(($) => $.spot.selfTrade.label)}
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
          <p className={css.moreText}>{t(($) => $.spot.selfTrade.text)}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
