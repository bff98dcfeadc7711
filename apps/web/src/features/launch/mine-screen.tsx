import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Timeline } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { AccountPage } from '../../ui/account-page.tsx';
import { PHASES } from './phases.ts';
import { ticketLines } from './ticket-lines.tsx';
import { type Entry, useOwn } from './use-launch.ts';

/** /subscriptionList: what somebody subscribed, with its way and the releases. */
export default function SubscriptionListScreen() {
  const { t } = useTranslation();
  return (
    <AccountPage
      title={t(($) => $.launch.mine)}
      lead={t(($) => $.launch.mineLead)}
      actions={<TextLink to="/subscription">{t(($) => $.launch.all)}</TextLink>}
    >
      <Entries />
    </AccountPage>
  );
}

function Entries() {
  const { t } = useTranslation();
  const query = useOwn();
  const { data, isError, refetch } = query;
  if (data === undefined) {
    return isError ? <Failure onRetry={() => void refetch()} /> : <Skeleton height="24rem" />;
  }
  const entries = data.pages.flatMap(({ subscriptions }) => subscriptions);
  if (entries.length === 0) {
    return (
      <EmptyState
        title={t(($) => $.launch.noneMine)}
        text={t(($) => $.launch.noneMineText)}
        action={<TextLink to="/subscription">{t(($) => $.launch.all)}</TextLink>}
      />
    );
  }
  return (
    <Stack>
      {entries.map((entry) => (
        <One key={entry.subscription.launchId} entry={entry} />
      ))}
      {query.hasNextPage ? (
        <Button
          fullWidth
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(($) => $.launch.more)}
        </Button>
      ) : null}
    </Stack>
  );
}

function One({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { subscription: own, releases, moves, closesAt, listsAt } = entry;
  const { launchId, symbol, number, at, phase } = own;
  const isOver = own.allotted !== '';
  const coins = (value: string) => <OwnAmount named value={value} asset={symbol} />;
  const cash = (value: string) => <OwnAmount named value={value} asset="USDT" />;
  const ahead =
    phase === 'open'
      ? [{ phase: own.tickets === undefined ? 'calculating' : 'awaiting', at: closesAt } as const]
      : [];
  const listing =
    phase === 'listed' || phase === 'cancelled' ? [] : [{ phase: 'listed', at: listsAt } as const];
  return (
    <Panel title={symbol} tools={<StatusBadge map={PHASES} state={phase} />}>
      <PanelBody>
        <Grid least="18rem">
          <FigureLines
            lines={[
              { label: t(($) => $.launch.number), value: `${number}` },
              { label: t(($) => $.launch.since), value: <Instant at={at} /> },
              { label: t(($) => $.launch.asked), value: coins(own.quantity) },
              ...ticketLines(t, own),
              { label: t(($) => $.launch.escrow), value: isOver ? null : cash(own.amount) },
              { label: t(($) => $.launch.allotted), value: isOver ? coins(own.allotted) : null },
              { label: t(($) => $.launch.paid), value: isOver ? cash(own.paid) : null },
              { label: t(($) => $.launch.refunded), value: isOver ? cash(own.refunded) : null },
              { label: t(($) => $.launch.released), value: isOver ? coins(own.released) : null },
            ]}
          />
          <Timeline
            label={t(($) => $.launch.way)}
            events={[...moves, ...ahead, ...listing].map((move) => ({
              id: move.phase,
              title: PHASES[move.phase].label(t),
              when: <Instant at={move.at} />,
              state: move.phase === 'cancelled' ? 'failed' : 'seq' in move ? 'done' : 'ahead',
            }))}
          />
          {releases.length === 0 ? null : (
            <Timeline
              label={t(($) => $.launch.releases)}
              events={releases.map(({ at: due, quantity, done }, i) => ({
                id: `${i}`,
                title: coins(quantity),
                when: <Instant at={due} />,
                state: done ? 'done' : 'ahead',
              }))}
            />
          )}
        </Grid>
        <TextLink to={`/subscribe?id=${launchId}`}>{t(($) => $.launch.look)}</TextLink>
      </PanelBody>
    </Panel>
  );
}
