import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useIndexFacts } from '../../lib/data/ticks.ts';
import { PairName } from '../../ui/pair-name.tsx';
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

function Trading({ markets }: { markets: readonly OptionMarket[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const market = markets.find((one) => one.market === params.get('market')) ?? markets[0];
  if (market === undefined) {
    return <EmptyState title={t(($) => $.options.none)} text={t(($) => $.options.noneText)} />;
  }
  const choose = (name: string) =>
    setParams(
      (before) => {
        before.set('market', name);
        return before;
      },
      { replace: true },
    );
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
                label={t(($) => $.options.markets)}
                options={markets.map((one) => ({
                  value: one.market,
                  text: <MarketName market={one} />,
                }))}
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

function MarketName({ market: { index } }: { market: OptionMarket }) {
  const { base, quote } = useIndexFacts(index);
  return <PairName base={base} quote={quote} />;
}

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
