import { KeyValues, Timeline, type TimelineEvent } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { LineChart } from '@assay/kit/display/line-chart.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { OwnAmount, useHidesBalances } from '../../desk/account/own-amount.tsx';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { Redeem } from './redeem.tsx';
import { type Order, type OrderStory, renewEarn, useOrder } from './use-earn.ts';
import { STATES, useRates } from './words.tsx';

/** One custody order: its figures, what happened and what is to come, and what can be done. */
export function OrderPage({ orderId }: { orderId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOrder(orderId);
  const hidden = useHidesBalances();
  const isUnknown = error instanceof CallError && error.kind !== 'network';
  if (orderId === 0 || isUnknown) {
    return (
      <EmptyState
        title={t(($) => $.earn.unknownOrder)}
        text={t(($) => $.earn.unknownOrderText)}
        action={<TextLink to="/profit_wdtg">{t(($) => $.earn.custody)}</TextLink>}
      />
    );
  }
  if (data === undefined) {
    return error === null ? (
      <Skeleton height="28rem" />
    ) : (
      <Failure onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      <Figures order={data.order} />
      <TwoColumns
        aside={
          <Panel title={t(($) => $.earn.story)}>
            <PanelBody>
              <Story order={data.order} />
            </PanelBody>
          </Panel>
        }
      >
        <Stack>
          <Standing story={data} />
          {hidden ? null : <Days story={data} />}
          <Values order={data.order} />
        </Stack>
      </TwoColumns>
    </>
  );
}

function Figures({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { principal, earned, total, asset, daysLeft, state } = order;
  // What was asked back earns nothing more: its days and its whole yield say nothing.
  const isRedeemed = state === 'redeeming' || state === 'redeemed';
  const amount = (value: string) => <OwnAmount named value={value} asset={asset} />;
  return (
    <StatCards>
      <StatCard label={t(($) => $.earn.head.principal)} value={amount(principal)} />
      <StatCard label={t(($) => $.earn.head.earned)} value={amount(earned)} />
      {isRedeemed ? null : (
        <>
          <StatCard label={t(($) => $.earn.whole)} value={amount(total)} />
          <StatCard label={t(($) => $.earn.head.left)} value={format.integer(daysLeft)} />
        </>
      )}
    </StatCards>
  );
}

/** What it waits for, and what its owner can do. */
function Standing({ story: { order, redemption } }: { story: OrderStory }) {
  const { t } = useTranslation();
  const { state, code, cycleDays, daysLeft, dueAt, asset, cost, notRenewed } = order;
  const isOpen = state === 'custody' || state === 'rejected' || state === 'redeeming';
  return (
    <Panel title={t(($) => $.earn.head.state)} tools={<StatusBadge map={STATES} state={state} />}>
      <PanelBody>
        <Stack>
          {isOpen ? (
            <Progress
              label={t(($) => $.earn.progress)}
              share={(cycleDays - daysLeft) / cycleDays}
              text={t(($) => $.earn.daysOf, { done: cycleDays - daysLeft, all: cycleDays })}
            />
          ) : null}
          {state === 'redeeming' ? (
            <Callout tone="information" live>
              <Sentence
                parts={{
                  at: <Instant at={dueAt} />,
                  cost: <OwnAmount named value={cost} asset={asset} />,
                }}
              >
                {(put) => t(($) => $.earn.redeemingText, put)}
              </Sentence>
            </Callout>
          ) : null}
          {state === 'rejected' && code !== '' ? (
            <Callout tone="warning" title={t(($) => $.earn.codes[code])}>
              {t(($) => $.earn.rejectedText)}
            </Callout>
          ) : null}
          {notRenewed === '' ? null : (
            <Callout tone="information">{t(($) => $.earn.notRenewed[notRenewed])}</Callout>
          )}
          {redemption === null ? null : (
            <>
              <Renewal order={order} />
              <Redeem order={order} redemption={redemption} />
            </>
          )}
        </Stack>
      </PanelBody>
    </Panel>
  );
}

/** Takes effect at once. */
function Renewal({ order: { id: orderId, renews } }: { order: Order }) {
  const { t } = useTranslation();
  const set = async (renew: boolean) => {
    // What was refused, a toast has said; the page shows how it stands.
    await api.call('renewProfit', { orderId, renew }).catch(() => null);
    renewEarn();
  };
  return (
    <Checkbox kind="switch" checked={renews} onChange={(on) => void set(on)}>
      {t(($) => $.earn.renew)}
    </Checkbox>
  );
}

/** What was credited for each day, as it was booked. */
function Days({ story: { order, days } }: { story: OrderStory }) {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.earn.credited)}>
      <PanelBody>
        {days.length === 0 ? (
          <EmptyState
            compact
            title={t(($) => $.earn.noCredit)}
            text={t(($) => $.earn.noCreditText)}
          />
        ) : (
          <LineChart
            label={t(($) => $.earn.credited)}
            unit={order.asset}
            points={days.map(({ at, amount: value }) => ({ at, value }))}
          />
        )}
      </PanelBody>
    </Panel>
  );
}

function Values({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rates = useRates();
  const { id, asset, cycleDays, costPpm, payout, term, lateYield } = order;
  return (
    <Panel title={t(($) => $.earn.terms)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.earn.head.id), value: <bdi>{id}</bdi> },
            {
              label: t(($) => $.earn.head.product),
              value: t(($) => $.earn.named, { asset, days: rates.days(cycleDays) }),
            },
            { label: t(($) => $.earn.daily), value: <bdi>{rates.daily(order)}</bdi> },
            { label: t(($) => $.earn.payout), value: t(($) => $.earn.payouts[payout]) },
            {
              label: t(($) => $.earn.cost),
              value: t(($) => $.earn.costOf, { share: format.ppm(costPpm) }),
            },
            { label: t(($) => $.earn.term), value: format.integer(term) },
            ...(lateYield === '0'
              ? []
              : [
                  {
                    label: t(($) => $.earn.late),
                    value: <OwnAmount named value={lateYield} asset={asset} />,
                  },
                ]),
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function Story({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { state, acceptedAt, startsAt, endsAt, askedAt, dueAt, endedAt, daysLeft, earned } = order;
  const isEnded = endedAt > 0;
  const hasBegun = Number(earned) > 0 || isEnded;
  const event = (
    id: 'accepted' | 'begins' | 'asked' | 'paid' | 'paidBy' | 'ends',
    at: number,
    of: TimelineEvent['state'],
  ): TimelineEvent => ({
    ...{ id, title: t(($) => $.earn.events[id]), state: of },
    when: <Instant at={at} />,
  });
  const events = [event('accepted', acceptedAt, 'done')];
  const isBefore = !hasBegun && daysLeft > 0;
  if (!isBefore || askedAt === 0) {
    events.push(event('begins', startsAt, isBefore ? 'current' : 'done'));
  }
  if (askedAt > 0) {
    events.push(event('asked', askedAt, 'done'));
    events.push(isEnded ? event('paid', endedAt, 'done') : event('paidBy', dueAt, 'current'));
  } else {
    const isDone = state === 'completed' || state === 'closed';
    events.push(event('ends', isDone ? endedAt : endsAt, isDone ? 'done' : 'ahead'));
  }
  return <Timeline label={t(($) => $.earn.story)} events={events} />;
}
