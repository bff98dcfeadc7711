import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMarkets } from '../../lib/data/markets.ts';
import { useIndexFacts } from '../../lib/data/ticks.ts';
import { GROUP_OF, GROUPS, type Group, useGroupNames } from '../../ui/market-groups.ts';
import { useTitle } from '../../ui/use-title.ts';
import { LimitsPanel } from './limits.tsx';
import { OptionChart } from './option-chart.tsx';
import css from './options.module.css';
import { Recent, Running } from './position-tables.tsx';
import { Ticket } from './ticket.tsx';
import { type OptionMarket, useOptionMarkets } from './use-options.ts';

/** /deal_jg: the market, its ticks, the ticket with its quote, and what is running. */
export default function TradeScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.options.title);
  const lead = t(($) => $.options.lead);
  useTitle(title, lead);
  const { data, isError, refetch } = useOptionMarkets();
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <Button component={Link} to="/jgcc" variant="default">
            {t(($) => $.options.all)}
          </Button>
        }
      />
      <Callout tone="risk">{t(($) => $.options.risk)}</Callout>
      {data !== undefined ? (
        <Trading markets={data.markets} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="36rem" />
      )}
    </Page>
  );
}

/** What the address chooses: a market, or a group and its first one. */
function useChoice(markets: readonly OptionMarket[]) {
  const [params, setParams] = useSearchParams();
  const known = useMarkets().data ?? [];
  const placeOf = ({ index }: OptionMarket) =>
    known.findIndex(({ indexName }) => indexName === index);
  const groupOf = (market: OptionMarket) => GROUP_OF[known[placeOf(market)]?.class ?? 'coin'];
  const asked = markets.find((one) => one.market === params.get('market'));
  const named = GROUPS.find((name) => name === params.get('tab'));
  const group = asked === undefined ? (named ?? 'crypto') : groupOf(asked);
  // In the order of the market lists.
  const own = markets
    .filter((one) => groupOf(one) === group)
    .sort((one, other) => placeOf(one) - placeOf(other));
  const write = (name: string, value: string, other: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        before.delete(other);
        return before;
      },
      { replace: true },
    );
  return {
    ...{ group, own, market: asked ?? own[0] },
    chooseGroup: (next: Group) => write('tab', next, 'market'),
    choose: (next: string) => write('market', next, 'tab'),
  };
}

function Trading({ markets }: { markets: readonly OptionMarket[] }) {
  const { t } = useTranslation();
  const names = useGroupNames();
  const { group, own, market, chooseGroup, choose } = useChoice(markets);
  if (market === undefined) {
    return <EmptyState title={t(($) => $.options.none)} text={t(($) => $.options.noneText)} />;
  }
  return (
    <>
      <TwoColumns
        aside={
          <Stack>
            <Ticket key={market.market} market={market} />
            <LimitsPanel asset={market.asset} />
          </Stack>
        }
      >
        <Panel title={t(($) => $.options.chart)} tools={<MarketState market={market} />}>
          <PanelBody>
            <div className={css.chart}>
              <Segments
                label={t(($) => $.options.groups)}
                options={GROUPS.map((value) => ({ value, text: names[value] }))}
                value={group}
                onChange={chooseGroup}
              />
              <SelectField
                dir="ltr"
                label={t(($) => $.options.markets)}
                options={own.map((one) => ({ value: one.market, text: pairOf(one) }))}
                value={market.market}
                onChange={choose}
              />
              <OptionChart key={market.index} index={market.index} />
            </div>
          </PanelBody>
        </Panel>
        <Running brief />
      </TwoColumns>
      <Recent />
    </>
  );
}

const pairOf = ({ index }: OptionMarket) => index.replace('-', '/');

/** Nothing is left of what the house can pay, at no term. */
const isSoldOut = ({ terms }: OptionMarket) => terms.every(({ room }) => room === '0');

function MarketState({ market }: { market: OptionMarket }) {
  const { t } = useTranslation();
  const { opensAt } = useIndexFacts(market.index);
  if (!market.isOpen && opensAt !== null) {
    return (
      <Badge tone="warning">
        {t(($) => $.options.state.opensAt)} <Instant at={opensAt} />
      </Badge>
    );
  }
  if (!market.isOpen) return <Badge tone="warning">{t(($) => $.options.state.closed)}</Badge>;
  if (isSoldOut(market)) return <Badge tone="warning">{t(($) => $.options.state.soldOut)}</Badge>;
  return <Badge tone="good">{t(($) => $.options.state.open)}</Badge>;
}
