import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { SearchSelect } from '@assay/kit/input/search-select.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, queries } from '../../lib/data/services.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { isOfReal, RealOnly } from '../../ui/real-only.tsx';
import { RewardTable } from './reward-table.tsx';
import css from './rewards.module.css';
import { type SignIn, type Slot, useSignIn } from './use-rewards.ts';

/** /sign: the seven days, today's reward, and every reward so far. */
export default function SignScreen() {
  const { t } = useTranslation();
  return (
    <AccountPage
      title={t(($) => $.rewards.sign.title)}
      lead={t(($) => $.rewards.sign.lead)}
      actions={<TextLink to="/signRule">{t(($) => $.rewards.sign.rules)}</TextLink>}
    >
      <Signing />
    </AccountPage>
  );
}

function Signing() {
  const { data, error, refetch } = useSignIn();
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return (
    <Stack>
      <Before signIn={data} />
      <Cycle signIn={data} />
      <RewardTable />
    </Stack>
  );
}

/** Why nothing can be taken, and what to do about it. */
function Before({ signIn: { isOffered, verified, fund } }: { signIn: SignIn }) {
  const { t } = useTranslation();
  if (!isOffered) {
    return (
      <Callout tone="warning" title={t(($) => $.rewards.sign.notOffered)}>
        {t(($) => $.rewards.sign.notOfferedText)}
      </Callout>
    );
  }
  return (
    <>
      {verified === 'none' ? (
        <Callout
          tone="warning"
          title={t(($) => $.rewards.sign.unverified)}
          action={<Link to="/sfyz">{t(($) => $.rewards.sign.verify)}</Link>}
        >
          {t(($) => $.rewards.sign.unverifiedText)}
        </Callout>
      ) : null}
      {fund.isEmpty ? (
        <Callout tone="warning" title={t(($) => $.rewards.sign.empty)}>
          {t(($) => $.rewards.sign.emptyText)}
        </Callout>
      ) : null}
    </>
  );
}

const STATES: StatusMap<Slot['state']> = {
  received: { tone: 'good', label: (t) => t(($) => $.rewards.sign.states.received) },
  signed: { tone: 'good', label: (t) => t(($) => $.rewards.sign.states.signed) },
  inProgress: { tone: 'accent', label: (t) => t(($) => $.rewards.sign.states.inProgress) },
  notSigned: { tone: 'neutral', label: (t) => t(($) => $.rewards.sign.states.notSigned) },
};

function Cycle({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const { today, slots, fund, nextDayAt } = signIn;
  return (
    <Panel title={t(($) => $.rewards.sign.today, { day: today })}>
      <PanelBody>
        <Stack>
          <ol className={css.slots}>
            {slots.map(({ slot, state, asset, amount }) => (
              <li key={slot} className={css.slot} data-state={state}>
                <span>{t(($) => $.rewards.sign.slot, { slot })}</span>
                <strong className={css.amount}>
                  <Amount value={amount} asset={asset} named />
                </strong>
                <StatusBadge map={STATES} state={state} />
              </li>
            ))}
          </ol>
          <Taking signIn={signIn} />
          <FigureLines
            lines={[
              {
                label: t(($) => $.rewards.sign.next),
                value: (
                  <Countdown
                    hours
                    label={t(($) => $.rewards.sign.next)}
                    until={nextDayAt}
                    onEnd={() => void queries.invalidateQueries({ queryKey: [REWARDS] })}
                  />
                ),
              },
              {
                label: t(($) => $.rewards.sign.fund),
                value: <Amount value={fund.available} asset={fund.asset} named />,
              },
            ]}
          />
          <Zone zone={signIn.zone} />
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Taking({ signIn: { slots, verified, isOffered, fund } }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const waiting = slots.find(({ state }) => state === 'inProgress');
  const take = () => {
    setBusy(true);
    api
      .call('signIn', {})
      .then(({ amount, asset }) => {
        const shown = format.amount(amount, asset);
        toastSuccess(t(($) => $.rewards.sign.paid, { amount: shown, asset }));
      })
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: [REWARDS] });
      });
  };
  const canTake = waiting !== undefined && verified !== 'none' && isOffered && !fund.isEmpty;
  return (
    <div className={css.actions}>
      <Button size="lg" loading={busy} disabled={!canTake} onClick={take}>
        {waiting === undefined
          ? t(($) => $.rewards.sign.taken)
          : t(($) => $.rewards.sign.take, {
              amount: format.amount(waiting.amount, waiting.asset),
              asset: waiting.asset,
            })}
      </Button>
    </div>
  );
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

function Zone({ zone }: Pick<SignIn, 'zone'>) {
  const { t } = useTranslation();
  const names = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  const set = (chosen: string) => {
    if (chosen === zone || chosen === '') return;
    api
      .call('setRewardZone', { zone: chosen })
      .then(() => toastSuccess(t(($) => $.rewards.sign.zoneSet, { zone: chosen })))
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: [REWARDS] }));
  };
  return (
    <SearchSelect
      label={t(($) => $.rewards.sign.zone)}
      hint={t(($) => $.rewards.sign.zoneHint)}
      none={t(($) => $.rewards.sign.zoneNone)}
      options={names.map((value) => ({ value, label: value }))}
      value={zone}
      onChange={set}
    />
  );
}
