import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { useIsNarrow } from '@assay/kit/look/small-screens.ts';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMarkets } from '../../lib/data/markets.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useIndexFacts } from '../../lib/data/ticks.ts';
import { LessonAgain } from '../../ui/lesson.tsx';
import { GROUP_OF, GROUPS, useGroupChoice, useGroupNames } from '../../ui/market-groups.ts';
import { useTitle } from '../../ui/use-title.ts';
import { OptionLesson } from './lesson.tsx';
import { LimitsPanel } from './limits.tsx';
import { OptionChart } from './option-chart.tsx';
import css from './options.module.css';
import { Recent, Running } from './position-tables.tsx';
import { TermsPanel } from './terms-panel.tsx';
import { Ticket } from './ticket.tsx';
import { type OptionMarket, useOptionMarkets } from './use-options.ts';

/** /deal_jg: the market, its ticks, the ticket with its quote, and what is running. */
export default function TradeScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.options.title);
  const lead = t(($) => $.options.lead);
  useTitle(title, lead);
  const query = useOptionMarkets();
  const realm = useRealm();
  return (
    <Page>
      <PageHead
        title={title}
        lead={lead}
        actions={
          <>
            <LessonAgain lesson="options" />
            <Button component={Link} to="/jgcc" variant="default">
              {t(($) => $.options.all)}
            </Button>
          </>
        }
      />
      <Callout tone="risk">
        <p>{t(($) => $.options.risk)}</p>
        {realm === 'demo' ? <p>{t(($) => $.options.practice)}</p> : null}
      </Callout>
      <Loaded query={query} height="36rem">
        {({ markets }) => <Trading markets={markets} />}
      </Loaded>
    </Page>
  );
}

/** The choice among markets in the order of the market lists. */
function useChoice(markets: readonly OptionMarket[]) {
  const known = useMarkets().data ?? [];
  const placeOf = ({ index }: OptionMarket) =>
    known.findIndex(({ indexName }) => indexName === index);
  const ordered = [...markets].sort((one, other) => placeOf(one) - placeOf(other));
  return useGroupChoice(ordered, 'crypto', {
    name: ({ market }) => market,
    group: (one) => GROUP_OF[known[placeOf(one)]?.class ?? 'coin'],
  });
}

function Trading({ markets }: { markets: readonly OptionMarket[] }) {
  const { t } = useTranslation();
  const names = useGroupNames();
  const { group, own, chosen: market, chooseGroup, choose } = useChoice(markets);
  // In one column the ticket comes right after the chart.
  const isNarrow = useIsNarrow();
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
              <div className={css.choice}>
                <SelectField
                  dir="ltr"
                  label={t(($) => $.options.markets)}
                  options={own.map((one) => ({ value: one.market, text: pairOf(one) }))}
                  value={market.market}
                  onChange={choose}
                />
                <Segments
                  label={t(($) => $.options.groups)}
                  options={GROUPS.map((value) => ({ value, text: names[value] }))}
                  value={group}
                  onChange={chooseGroup}
                />
              </div>
              <OptionChart key={market.index} index={market.index} />
            </div>
          </PanelBody>
        </Panel>
        <OptionLesson />
        {isNarrow ? null : <Running brief />}
      </TwoColumns>
      {isNarrow ? <Running brief /> : null}
      <Recent />
      <TermsPanel market={market} />
    </>
  );
}

const pairOf = ({ index }: OptionMarket) => index.replace('-', '/');

/** Nothing is left of what the house can pay, at no term. */
const isSoldOut = ({ terms }: OptionMarket) => terms.every(({ room }) => room === '0');

function MarketState({ market }: { market: OptionMarket }) {
  const { t } = useTranslation();
  const { opensAt } = useIndexFacts(market.index);
  if (market.status === 'closed') {
    return <Badge tone="warning">{t(($) => $.options.state.notSold)}</Badge>;
  }
  if (!market.isOpen && opensAt !== null) {
    return (
      <Badge tone="warning">
        <Sentence parts={{ at: <Instant at={opensAt} /> }}>
          {(put) => t(($) => $.options.state.opensAt, put)}
        </Sentence>
      </Badge>
    );
  }
  if (!market.isOpen) return <Badge tone="warning">{t(($) => $.options.state.closed)}</Badge>;
  if (isSoldOut(market)) return <Badge tone="warning">{t(($) => $.options.state.soldOut)}</Badge>;
  return <Badge tone="good">{t(($) => $.options.state.open)}</Badge>;
}
