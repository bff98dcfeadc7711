import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DeskSkeleton } from '../../desk/layout/desk-skeleton.tsx';
import { QuoteDesk, QuotePanels } from '../../desk/layout/quote-desk.tsx';
import { useSheet } from '../../desk/layout/use-sheet.ts';
import type { MarketView } from '../../lib/api/wire.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useIndexFacts } from '../../lib/data/ticks.ts';
import { LessonAgain } from '../../ui/lesson.tsx';
import { GROUP_OF, useGroupChoice } from '../../ui/market-groups.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { Direction } from './direction.tsx';
import { OptionLesson } from './lesson.tsx';
import { LimitsPanel } from './limits.tsx';
import { OptionChart } from './option-chart.tsx';
import { ActivityPanel } from './position-tables.tsx';
import { TermsPanel } from './terms-panel.tsx';
import { Ticket } from './ticket.tsx';
import { type OptionMarket, useOptionMarkets } from './use-options.ts';
import type { Wanted } from './use-purchase.ts';

interface TradingProps {
  markets: readonly OptionMarket[];
  /** All that are listed, in their order. */
  known: readonly MarketView[];
}

/** /deal_jg: the market, its ticks, the ticket with its quote, and what is running. */
export default function TradeScreen() {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.options.title),
    t(($) => $.options.lead),
  );
  const sold = useOptionMarkets();
  const listed = useMarkets();
  // Which is the first market is known with both: a desk of another one would take its place, and
  // with it what somebody has typed there.
  if (sold.data !== undefined && listed.data !== undefined)
    return <Trading markets={sold.data.markets} known={listed.data} />;
  const retry = () => {
    for (const { isError, refetch } of [sold, listed]) if (isError) void refetch();
  };
  return sold.isError || listed.isError ? <Failure onRetry={retry} /> : <DeskSkeleton quoted />;
}

/** The choice among markets in the order of the market lists. */
function useChoice({ markets, known }: TradingProps) {
  const placeOf = ({ index }: OptionMarket) =>
    known.findIndex(({ indexName }) => indexName === index);
  const ordered = [...markets].sort((one, other) => placeOf(one) - placeOf(other));
  return useGroupChoice(ordered, 'crypto', {
    name: ({ market }) => market,
    group: (one) => GROUP_OF[known[placeOf(one)]?.class ?? 'coin'],
  });
}

function Trading(props: TradingProps) {
  const { t } = useTranslation();
  const realm = useRealm();
  const { group, own, chosen: market, chooseGroup, choose } = useChoice(props);
  return (
    <QuoteDesk
      title={t(($) => $.options.title)}
      lead={t(($) => $.options.lead)}
      groups={{ label: t(($) => $.options.groups), value: group, onChange: chooseGroup }}
      actions={
        <>
          <LessonAgain lesson="options" />
          <TextLink to="/jgcc">{t(($) => $.options.all)}</TextLink>
        </>
      }
      risk={
        <Callout dense tone="risk">
          <span>{t(($) => $.options.risk)}</span>{' '}
          {realm === 'demo' ? <span>{t(($) => $.options.practice)}</span> : null}
        </Callout>
      }
      more={
        <>
          <OptionLesson />
          {market === undefined ? null : (
            <>
              <LimitsPanel asset={market.asset} />
              <TermsPanel market={market} />
            </>
          )}
        </>
      }
    >
      {market === undefined ? (
        <EmptyState title={t(($) => $.options.none)} text={t(($) => $.options.noneText)} />
      ) : (
        <Desk key={market.market} market={market}>
          <Select
            dir="ltr"
            label={t(($) => $.options.markets)}
            options={own.map((one) => ({ value: one.market, text: pairOf(one) }))}
            value={market.market}
            onChange={choose}
          />
        </Desk>
      )}
    </QuoteDesk>
  );
}

function Desk({ market, children }: { market: OptionMarket; children: ReactNode }) {
  const { t } = useTranslation();
  const sheet = useSheet<Direction>();
  const draft = useRef<Wanted | null>(null);
  return (
    <QuotePanels
      strip={
        <>
          {children}
          <MarketState market={market} />
        </>
      }
      chart={<OptionChart index={market.index} />}
      ticket={<Ticket market={market} asked={sheet.asked} draft={draft} onBought={sheet.close} />}
      bottom={<ActivityPanel />}
      sheet={{
        sides: (['up', 'down'] as const).map((name) => ({
          ...{ name, tone: name === 'up' ? ('buy' as const) : ('sell' as const) },
          text: t(($) => $.options.directions[name]),
        })),
        title: <bdi>{pairOf(market)}</bdi>,
        opened: sheet.opened,
        onOpen: sheet.ask,
        onClose: sheet.close,
      }}
    />
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
